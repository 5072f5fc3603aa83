// Puts the examples into docs/sdk.md, each below the comment that names it.
import { readFile, writeFile } from 'node:fs/promises'

const doc = new URL('../../docs/sdk.md', import.meta.url)
const text = `${await readFile(doc, 'utf8')}\n`
const shown = /<!-- example: (\w+\.ts) -->\n\n(?:```ts\n[^]*?\n```\n\n?)?/g
const parts: string[] = []
let end = 0
for (const match of text.matchAll(shown)) {
  const [whole, name = ''] = match
  const example = await readFile(new URL(`../examples/${name}`, import.meta.url), 'utf8')
  parts.push(text.slice(end, match.index), `<!-- example: ${name} -->\n\n\`\`\`ts\n${example}\`\`\`\n\n`)
  end = match.index + whole.length
}
await writeFile(doc, `${(parts.join('') + text.slice(end)).trimEnd()}\n`)
