import { createHash } from 'node:crypto'
import { unlink } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import type { Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

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
