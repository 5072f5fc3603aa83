// An upload streams to disk while it is hashed, so that its signed hash is compared before anything reads it. Then its parts are
// read from the file: `metadata`, then `file`, and nothing else.
import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import { ApiError, invalid } from '../../common/errors.ts'

export const UPLOAD_LIMIT = 25 * 1_048_576
/** For the first part and both parts' headers. */
const HEAD_LIMIT = 65_536

export type Upload = {
  /** Lower-case hex, of the whole body. */
  sha256: string
  /** The text of the part `metadata`, and a stream of the part `file`. */
  readParts: () => Promise<{ metadata: string; file: () => Readable }>
  discard: () => Promise<void>
}

export async function receiveUpload(directory: string, request: FastifyRequest): Promise<Upload> {
  const boundary = /;\s*boundary="?([\w'()+,./:=?-]{1,70})"?\s*$/.exec(
    request.headers['content-type'] ?? '',
  )?.[1]
  if (boundary === undefined) throw new ApiError('unsupportedMediaType')
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const path = join(directory, `upload-${randomUUID()}`)
  const discard = () => unlink(path).catch(() => undefined)
  const hash = createHash('sha256')
  let size = 0
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      if (size > UPLOAD_LIMIT) return done(new ApiError('tooLarge'))
      hash.update(chunk)
      done(null, chunk)
    },
  })
  try {
    await pipeline(request.body as Readable, count, createWriteStream(path, { mode: 0o600, flags: 'wx' }))
  } catch (error) {
    await discard()
    throw error
  }
  return { sha256: hash.digest('hex'), readParts: () => readParts(path, size, boundary), discard }
}

async function readParts(path: string, size: number, boundary: string) {
  const closing = Buffer.from(`\r\n--${boundary}--\r\n`, 'latin1')
  const handle = await open(path)
  try {
    const head = Buffer.alloc(Math.min(size, HEAD_LIMIT))
    await handle.read(head, 0, head.length, 0)
    const tail = Buffer.alloc(Math.min(size, closing.length))
    await handle.read(tail, 0, tail.length, size - tail.length)
    if (!tail.equals(closing)) throw invalid('file', 'the body must end with its boundary')
    const metadata = readPart(head, 0, boundary, 'metadata')
    const end = head.indexOf(`\r\n--${boundary}\r\n`, metadata, 'latin1')
    if (end === -1) throw invalid('file', 'missing')
    const start = readPart(head, end + 2, boundary, 'file')
    const last = size - closing.length - 1
    if (await containsBoundary(path, start, last, boundary))
      throw invalid('file', 'there are more parts than metadata and file')
    return {
      metadata: head.subarray(metadata, end).toString('utf8'),
      file: () =>
        last < start ? createReadStream('/dev/null') : createReadStream(path, { start, end: last }),
    }
  } finally {
    await handle.close()
  }
}

/** Where the part's content begins. */
function readPart(head: Buffer, from: number, boundary: string, name: string): number {
  const opening = `--${boundary}\r\n`
  const end = head.indexOf('\r\n\r\n', from, 'latin1')
  const headers = head.subarray(from + opening.length, end).toString('utf8')
  const isOpened = head.subarray(from, from + opening.length).toString('latin1') === opening
  const disposition = new RegExp(`^content-disposition:\\s*form-data;\\s*name="${name}"(;|\\s*$)`, 'im')
  if (!isOpened || end === -1 || !disposition.test(headers))
    throw invalid(name, 'missing, or in the wrong place')
  return end + 4
}

async function containsBoundary(
  path: string,
  start: number,
  end: number,
  boundary: string,
): Promise<boolean> {
  if (end < start) return false
  const separator = `\r\n--${boundary}`
  let tail = Buffer.alloc(0)
  for await (const chunk of createReadStream(path, { start, end })) {
    const bytes = Buffer.concat([tail, chunk as Buffer])
    if (bytes.includes(separator, 0, 'latin1')) return true
    tail = bytes.subarray(-separator.length)
  }
  return false
}
