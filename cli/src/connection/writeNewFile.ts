import { linkSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { CliError } from '../CliError.ts'

/**
 * A new file with a secret in it: for its owner alone, whole or not there at all, and never in the place of another.
 */
export async function writeNewFile(file: string, text: string): Promise<void> {
  const temporary = `${file}.${process.pid}.new`
  try {
    const handle = await open(temporary, 'wx', 0o600)
    try {
      await handle.writeFile(text)
      await handle.sync()
    } finally {
      await handle.close()
    }
    // Unlike a rename, a link fails where the name is taken.
    linkSync(temporary, file)
    await syncFolder(dirname(file))
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException
    throw code === 'EEXIST' ? CliError.of('fileExists', file) : CliError.of('fileUnwritable', file, code)
  } finally {
    rmSync(temporary, { force: true })
  }
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
