import { existsSync, mkdirSync, readFileSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

const largestLog = 5 * 1024 * 1024

/** Keeps one older log, so that a sandbox that runs for months does not fill the disk with words. */
export function rotateLog(file: string): void {
  mkdirSync(dirname(file), { recursive: true })
  if (existsSync(file) && statSync(file).size > largestLog) renameSync(file, `${file}.old`)
}

/** What a process that failed has said last, without its stack. */
export function lastLogLine(file: string): string | undefined {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.trim())
  return lines.findLast((line) => line !== '' && !/^(at |Node\.js v|[{}\]^])/.test(line))
}
