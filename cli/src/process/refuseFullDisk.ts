import { statfsSync } from 'node:fs'
import { CliError } from '../CliError.ts'

/** Embedded PostgreSQL takes its log in files of 16 MB; below this it cannot be relied on to start. */
const leastBytes = 64 * 1024 * 1024

/** @throws CliError `diskFull` */
export function refuseFullDisk(directory: string): void {
  const { bavail, bsize } = statfsSync(directory)
  if (bavail * bsize < leastBytes) throw CliError.of('diskFull', directory)
}
