import { existsSync, mkdirSync, readFileSync, statfsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { CliError } from '../CliError.ts'

/**
 * Creates a directory and its missing parents. Node's recursive `mkdir` never returns if the system refuses a name with
 * ENOENT although its parent exists, as under /proc.
 *
 * @throws the system's error
 */
export function makeDirectory(directory: string): void {
  if (existsSync(directory)) return
  makeDirectory(dirname(directory))
  try {
    mkdirSync(directory)
  } catch (error) {
    // Another process may have created it meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** Undefined if the file is missing or is not valid JSON. */
export function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/** The file has its old content or its new one, even if the machine stops. */
export async function writeFileAtomic(file: string, text: string, mode = 0o644): Promise<void> {
  const temporary = `${file}.new`
  try {
    const handle = await open(temporary, 'w', mode)
    try {
      await handle.writeFile(text)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(temporary, file)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

/** Embedded PostgreSQL writes its log in files of 16 MB; with less space it may not start. */
const leastBytes = 64 * 1024 * 1024

/** @throws CliError `diskFull` */
export function refuseFullDisk(directory: string): void {
  const { bavail, bsize } = statfsSync(directory)
  if (bavail * bsize < leastBytes) throw CliError.of('diskFull', directory)
}
