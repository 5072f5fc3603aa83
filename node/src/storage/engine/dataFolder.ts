// Folders that hold what only this server may read: the embedded database, whose files have mode 666, and documents.
import { createHash } from 'node:crypto'
import { chmod, mkdir, stat, statfs, unlink } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import type { Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

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

/**
 * Makes sure that one process alone writes to a directory. The claim is a listening local socket: unlike a file with a
 * process id it ends with the process, however that ends, and cannot be mistaken for another one's.
 */
export async function claimDirectory(directory: string): Promise<() => Promise<void>> {
  const path = socketPath(resolve(directory))
  let server = await listen(path)
  if (server === undefined && !(await answers(path))) {
    await unlink(path).catch(() => undefined)
    server = await listen(path)
  }
  if (server === undefined) throw new Error(`Another process is using the database in ${directory}.`)
  const claimed = server
  return () =>
    new Promise((done) => {
      claimed.close(() => done())
    })
}

function socketPath(directory: string): string {
  const name = `connex-${createHash('sha256').update(directory).digest('hex').slice(0, 24)}`
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`)
}

function listen(path: string): Promise<Server | undefined> {
  const server = createServer((socket) => socket.destroy())
  return new Promise((done, fail) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? done(undefined) : fail(error),
    )
    server.listen(path, () => {
      server.unref()
      done(server)
    })
  })
}

function answers(path: string): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(path)
    socket.once('connect', () => {
      socket.destroy()
      done(true)
    })
    socket.once('error', () => done(false))
  })
}

// How much room the embedded database has on its disk. It takes its log in files of 16 MB, and dies where it gets none.

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
