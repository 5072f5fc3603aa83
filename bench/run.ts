// `npm run bench`: what things cost, measured here and now. The result is committed, so that a change of it
// shows in a diff; rates are of the machine named with them.
import { writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { clientBytes } from './clientBytes.ts'
import { signatures } from './signatures.ts'

const results = {
  machine: { cpu: cpus()[0]?.model.trim() ?? 'unknown', node: process.version },
  clientGzipBytes: await clientBytes(),
  requestsPerCpuSecond: await signatures(),
}

await writeFile(join(import.meta.dirname, 'results.json'), `${JSON.stringify(results, null, 2)}\n`)
console.log(JSON.stringify(results, null, 2))
