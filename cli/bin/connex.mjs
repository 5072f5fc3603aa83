#!/usr/bin/env node
// Plain JavaScript, so that any Node can run it: an old one starts the Node that npm installed with us.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

if (Number(process.versions.node.split('.')[0]) >= 24) {
  await import('../src/main.ts')
} else {
  const own = fileURLToPath(new URL('../../node_modules/.bin/node', import.meta.url))
  if (!existsSync(own)) {
    process.stderr.write(`Node ${process.versions.node} is too old: use Node 24 or later.\n`)
    process.exit(1)
  }
  const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
  const child = spawn(own, [main, ...process.argv.slice(2)], { stdio: 'inherit' })
  // The terminal sends Ctrl-C to the child too; SIGTERM reaches only us, so pass it on.
  process.on('SIGINT', () => undefined)
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  child.on('exit', (code, signal) => process.exit(signal === null ? code : 1))
}
