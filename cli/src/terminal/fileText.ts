// Files that a command reads whole.
import { readFileSync, statSync } from 'node:fs'
import { CliError } from '../CliError.ts'
import type { Terminal } from './Terminal.ts'

const mostBytes = 2 ** 20

/** The text of a file of at most 1 MB; `-` is the input. `await readText('usd.csv', terminal.readInput)` */
export const readText = async (file: string, readInput: Terminal['readInput']): Promise<string> =>
  textOf(file === '-' ? 'The input' : file, await bytesOf(file, readInput))

async function bytesOf(file: string, readInput: Terminal['readInput']): Promise<Buffer> {
  if (file === '-') return readInput(mostBytes + 1)
  try {
    // A pipe has no size.
    return statSync(file).size > mostBytes ? Buffer.alloc(mostBytes + 1) : readFileSync(file)
  } catch (error) {
    throw CliError.of('fileUnreadable', file, (error as NodeJS.ErrnoException).code ?? 'unknown')
  }
}

function textOf(name: string, bytes: Buffer): string {
  if (bytes.length > mostBytes) throw CliError.of('importUnreadable', name, 'it is larger than 1 MB')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw CliError.of('importUnreadable', name, 'it is not valid UTF-8 text')
  }
}
