import { spawn } from 'node:child_process'
import { delimiter, dirname, join } from 'node:path'
import { modules, root } from './folder.mjs'

/**
 * Runs a command, collects its output, and shows one line with what is running and for how long.
 * Resolves to its exit code and output. Everything is printed to stderr: stdout belongs to the command
 * that comes after the set-up.
 */
export function runStep(
  title,
  command,
  parameters,
  { detail = () => '', node = process.execPath, signal } = {},
) {
  const started = Date.now()
  const says = () => `${title}${detail()}, ${Math.round((Date.now() - started) / 1000)} s`
  const show = process.stderr.isTTY
    ? () => process.stderr.write(`\r\x1b[2K${says()} …`)
    : () => process.stderr.write(`${says()} …\n`)

  return new Promise((resolve, reject) => {
    const child = spawn(command, parameters, {
      cwd: root,
      signal,
      shell: process.platform === 'win32' && command === 'npm',
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, PATH: [dirname(node), join(modules, '.bin'), process.env.PATH].join(delimiter) },
    })
    let output = ''
    child.stdout.on('data', (text) => (output += text))
    child.stderr.on('data', (text) => (output += text))
    const timer = setInterval(show, process.stderr.isTTY ? 500 : 10_000)
    if (process.stderr.isTTY) show()
    else process.stderr.write(`${title} …\n`)

    child.on('error', (error) => {
      clearInterval(timer)
      child.removeAllListeners('close')
      reject(error)
    })
    child.on('close', (code) => {
      clearInterval(timer)
      process.stderr.write(
        `${process.stderr.isTTY ? '\r\x1b[2K' : ''}${says()}${code === 0 ? '' : ': failed'}\n`,
      )
      resolve({ code, output })
    })
  })
}
