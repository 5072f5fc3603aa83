// Runs forge and ends as forge ends: `node script/forge.ts test`.
import { spawn } from 'node:child_process'
import { forgeBinary } from './forgeBinary.ts'

const child = spawn(forgeBinary(), process.argv.slice(2), { stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => {
  process.exitCode = signal === null ? (code ?? 1) : 1
})
