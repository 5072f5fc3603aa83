import { readFileSync } from 'node:fs'

/** Undefined where there is no such file, or what it holds is not whole. */
export function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
