// Folders that hold what only this server may read: the embedded database, whose files have mode 666, and documents.
import { chmod, mkdir, stat } from 'node:fs/promises'

/** What others may do. Windows has no such modes. */
const OTHERS = 0o077

/**
 * Makes a folder of mode 700, and closes an existing one to everybody but its owner. Throws where it cannot.
 * `await makePrivateFolder('/var/lib/connex')`
 */
export async function makePrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const { mode } = await stat(folder)
  if (process.platform === 'win32' || (mode & OTHERS) === 0) return
  try {
    await chmod(folder, mode & 0o7700)
  } catch (error) {
    throw new Error(
      `Others may enter this folder, and the server’s user may not change that: chmod 700 ${folder}.`,
      {
        cause: error,
      },
    )
  }
}
