// A document goes to another server as the upload that brought it here: read from disk once to be hashed and signed, and
// once more to be sent.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { documentBody, upload } from '@connex/sdk/http'
import type { Client } from '@connex/sdk/http'
import type { Address, DetailsStatus } from '@connex/protocol'
import type { OwnDocument } from '../storage/sharing/documents.ts'

type Push = { documentsDir: string; document: OwnDocument; sender: Address; signal: AbortSignal }

export async function pushDocument(
  client: Client,
  { documentsDir, document, sender, signal }: Push,
): Promise<DetailsStatus> {
  const { fingerprint, contentFp, name, mediaType, size, salt, instrumentId } = document
  const { contentType, head, tail } = documentBody({
    salt: salt as typeof fingerprint,
    name,
    mediaType,
    ...(instrumentId === null ? {} : { instrumentId }),
    sendingTenantAddr: sender,
    fingerprint,
    size,
  })
  async function* body() {
    yield head
    yield* createReadStream(join(documentsDir, contentFp)) as AsyncIterable<Uint8Array>
    yield tail
  }
  const hash = createHash('sha256')
  await pipeline(Readable.from(body()), hash)
  const length = head.length + size + tail.length
  const open = () => Readable.toWeb(Readable.from(body(), { objectMode: false })) as ReadableStream
  const sent = { contentType, length, sha256: hash.digest('hex'), open }
  return (await upload(client, sent, { signal })).status
}
