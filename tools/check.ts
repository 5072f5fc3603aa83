// `npm run check`: everything that can be judged without running the product. Names after it pick single
// checks: `node tools/check.ts walls lint`.
import { join } from 'node:path'
import { checks } from './checks/checks.ts'
import { runChecks, printResult } from './checks/runChecks.ts'

const root = join(import.meta.dirname, '..')
const named = process.argv.slice(2)
const unknown = named.filter((name) => !checks.some((check) => check.name === name))
const chosen = named.length === 0 ? checks : checks.filter(({ name }) => named.includes(name))

if (unknown.length > 0) {
  console.error(
    `No such check: ${unknown.join(', ')}. There are: ${checks.map(({ name }) => name).join(', ')}.`,
  )
  process.exitCode = 1
} else {
  const judged = await runChecks(root, chosen, printResult)
  const failed = judged.filter(({ ok }) => !ok)
  console.log(`${judged.length - failed.length} passed, ${failed.length} failed`)
  process.exitCode = failed.length > 0 ? 1 : 0
}
