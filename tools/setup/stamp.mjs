import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { modules } from './paths.mjs'

const file = join(modules, '.connex-setup.json')

/** What an earlier set-up recorded under this name, if its node_modules are still there. */
export function readStamp(name) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))[name]
  } catch {
    return undefined
  }
}

export function writeStamp(name, value) {
  let stamps = {}
  try {
    stamps = JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    // The first stamp in a new node_modules.
  }
  mkdirSync(modules, { recursive: true })
  writeFileSync(file, `${JSON.stringify({ ...stamps, [name]: value }, null, 2)}\n`)
}
