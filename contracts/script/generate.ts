// Writes contracts/generated from the compiled contracts: `node script/generate.ts`.
// With --check it writes nothing and fails where a file is stale.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { forgeBinary } from './forgeBinary.ts'
import { abiModules } from './generate/abiModules.ts'
import { bytecodeModule } from './generate/bytecodeModule.ts'
import { constantsModules } from './generate/constantsModules.ts'
import { errorsModule } from './generate/errorsModule.ts'
import { readArtifacts } from './generate/readArtifacts.ts'

const room = join(dirname(fileURLToPath(import.meta.url)), '..')
const target = join(room, 'generated')

/** File name → content of everything that is generated. */
function generate(): Map<string, string> {
  const artifacts = readArtifacts(room)
  const modules = new Map([
    ...abiModules(artifacts),
    ...constantsModules(join(room, 'src')),
    ['errors.ts', errorsModule(artifacts)],
  ])
  const door = [...modules.keys()].sort().map((file) => `export * from './${file}'\n`)
  return new Map([...modules, ['index.ts', door.join('')], ['bytecode.ts', bytecodeModule(artifacts)]])
}

const read = (file: string): string | undefined => {
  try {
    return readFileSync(join(target, file), 'utf8')
  } catch {
    return undefined
  }
}

execFileSync(forgeBinary(), ['build', '--skip', 'test', '--silent'], { cwd: room, stdio: 'inherit' })

mkdirSync(target, { recursive: true })
const wanted = generate()
const stale = [...wanted].filter(([file, text]) => read(file) !== text).map(([file]) => file)
const surplus = readdirSync(target).filter((file) => !wanted.has(file))

if (process.argv.includes('--check')) {
  const wrong = [...stale, ...surplus]
  if (wrong.length > 0) {
    process.stderr.write(
      `contracts/generated is stale: ${wrong.join(', ')}. Run \`npm run generate -w contracts\`.\n`,
    )
    process.exitCode = 1
  }
} else {
  for (const file of stale) writeFileSync(join(target, file), wanted.get(file) ?? '')
  for (const file of surplus) rmSync(join(target, file))
}
