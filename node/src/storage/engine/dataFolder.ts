// The folders that only this server may use: the embedded database, whose files have mode 666, and documents. One process
// claims a database's folder, and checks that its disk has room.
import { createHash } from 'node:crypto'
import { chmod, mkdir, stat, statfs, unlink } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import type { Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** The permissions of everyone but the owner. Windows has no such modes. */
const OTHERS_MODE = 0o077

/**
 * Creates a folder with mode 700, or removes everyone else's permissions from an existing one. Throws if it cannot.
 * `await makePrivateFolder('/var/lib/connex')`
 */
export async function makePrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const { mode } = await stat(folder)
  if (process.platform === 'win32' || (mode & OTHERS_MODE) === 0) return
  try {
    await chmod(folder, mode & 0o7700)
  } catch (error) {
    throw new Error(
      `Other users can open this folder, and the server’s user may not change that. Run: chmod 700 ${folder}.`,
      { cause: error },
    )
  }
}

/**
 * Ensures that only one process writes to a directory. The claim is a listening local socket: unlike a file with a process
 * id it ends with the process, however that ends, and is never mistaken for another process's.
 */
export async function claimDirectory(directory: string): Promise<() => Promise<void>> {
  const path = socketPath(resolve(directory))
  let server = await listen(path)
  if (server === undefined && !(await answers(path))) {
    await unlink(path).catch(() => undefined)
    server = await listen(path)
  }
  if (server === undefined) throw new Error(`Another process is using the database in ${directory}.`)
  const claim = server
  return () =>
    new Promise((done) => {
      claim.close(() => done())
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

/** The embedded database writes its log in files of 16 MB, and panics when it cannot. Below this it is unreliable. */
const LEAST_ROOM = 32 * 1_048_576

/** The message names the disk and the room that the database needs. */
export class DiskFull extends Error {
  override name = 'DiskFull'
}

/** Returns an error if the disk has too little room. `const full = await findFullDisk('/var/lib/connex')` */
export async function findFullDisk(folder: string, options?: ErrorOptions): Promise<DiskFull | undefined> {
  const { bavail, bsize } = await statfs(folder)
  const room = bavail * bsize
  if (room >= LEAST_ROOM) return undefined
  const megabytes = (bytes: number) => Math.floor(bytes / 1_048_576)
  const rooms = `${megabytes(room)} MB are free, and the database needs ${megabytes(LEAST_ROOM)} MB`
  return new DiskFull(`The disk of ${folder} is full: ${rooms}.`, options)
}
