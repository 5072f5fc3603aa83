// Documents: the bytes lie on disk under their fingerprint, who may have them is in the database.
import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyReply } from 'fastify'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { DocumentMetadata, Fingerprint, fingerprintOf } from '@connex/protocol'
import type { StoredDocument } from '@connex/protocol'
import { findDocument, insertDocument } from '../storage/documents.ts'
import type { Viewer } from '../storage/Viewer.ts'
import type { ApiContext } from './ApiContext.ts'
import { ApiError } from './ApiError.ts'
import { parseBody } from './parseBody.ts'
import type { Upload } from './receiveUpload.ts'
import type { Changing } from './runChange.ts'

type Context = Pick<ApiContext, 'config' | 'database'>

const pathOf = ({ config }: Context, contentFp: string): string => join(config.documentsDir, contentFp)

export async function storeDocument(
  { context, change }: Pick<Changing, 'context' | 'change'>,
  viewer: Viewer | undefined,
  upload: Upload | null,
): Promise<StoredDocument> {
  if (viewer?.kind !== 'user' || upload === null) throw new ApiError('forbidden')
  const { metadata, file } = await upload.readParts()
  const { instrumentId, ...described } = parseBody(DocumentMetadata, new TextEncoder().encode(metadata))
  const { name, mediaType } = described
  const hash = keccak_256.create()
  let size = 0
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      size += chunk.length
      done(null, chunk)
    },
  })
  const beside = join(context.config.documentsDir, `document-${randomUUID()}`)
  await pipeline(file(), count, createWriteStream(beside, { mode: 0o600, flags: 'wx' }))
  const contentFp = Fingerprint.parse(`0x${bytesToHex(hash.digest())}`)
  // The same bytes again are the same file.
  await rename(beside, pathOf(context, contentFp))
  const fingerprint = fingerprintOf({ ...described, instrumentId, contentFp })
  const document = { fingerprint, contentFp, name, mediaType, size }
  const { tenant } = viewer
  return change(async (trx) => {
    await insertDocument(trx, tenant, { ...document, instrumentId: instrumentId ?? null })
    return document
  })
}

export async function answerDocument(
  context: Context,
  viewer: Viewer | undefined,
  params: unknown,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (viewer?.kind !== 'user') throw new ApiError('forbidden')
  const { fingerprint, contentFp } = params as { fingerprint: Fingerprint; contentFp: Fingerprint }
  const document = await findDocument(context.database.kysely, viewer.tenant, fingerprint, contentFp)
  if (document === undefined) throw new ApiError('documentNotFound')
  const path = pathOf(context, contentFp)
  const { size } = await stat(path).catch((error: unknown) => {
    throw new ApiError('documentNotFound', {}, { cause: error })
  })
  return reply
    .type('application/octet-stream')
    .header('content-length', size)
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(document.name)}`)
    .send(createReadStream(path))
}
