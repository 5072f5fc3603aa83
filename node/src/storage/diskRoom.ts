// How much room the embedded database has on its disk. It takes its log in files of 16 MB, and dies where it gets none.
import { statfs } from 'node:fs/promises'

/** Below this it cannot be relied on. */
const LEAST_ROOM = 32 * 1_048_576

/** Its message says which disk is full, and how much room it takes. */
export class DiskFull extends Error {
  override name = 'DiskFull'
}

/** The error for a disk without enough room. `const full = await findFullDisk('/var/lib/connex')` */
export async function findFullDisk(folder: string, options?: ErrorOptions): Promise<DiskFull | undefined> {
  const { bavail, bsize } = await statfs(folder)
  const room = bavail * bsize
  if (room >= LEAST_ROOM) return undefined
  const megabytes = (bytes: number) => Math.floor(bytes / 1_048_576)
  const rooms = `${megabytes(room)} MB are free, and the database needs ${megabytes(LEAST_ROOM)} MB`
  return new DiskFull(`The disk of ${folder} is full: ${rooms}.`, options)
}
