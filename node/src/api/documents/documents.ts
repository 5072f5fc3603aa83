// Documents: their bytes are on disk under their fingerprint, and the database knows who may have them.
import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rename, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { DocumentMetadata, Fingerprint, fingerprintOf } from '@connex/protocol'
import type { Address, StoredDocument } from '@connex/protocol'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import type { FastifyReply } from 'fastify'
import { holds, speaksFor } from '../../common/access.ts'
import { ApiError, lacksPrivilege, notPushedFor } from '../../common/errors.ts'
import type { Viewer } from '../../storage/queries/viewers.ts'
import {
  distributeDocument,
  findDocument,
  insertDocument,
  isDocumentNamed,
} from '../../storage/sharing/documents.ts'
import type { ApiContext } from '../call/context.ts'
import type { Change } from '../call/handler.ts'
import { parseBody } from '../call/input.ts'
import type { Upload } from './upload.ts'

type Context = Pick<ApiContext, 'config' | 'database' | 'wakeSync'>

const pathOf = ({ config }: Pick<Context, 'config'>, contentFp: string): string =>
  join(config.documentsDir, contentFp)

/** From a user of the tenant, or pushed by the server of a tenant whose instrument details name it. */
export async function storeDocument(
  { context, change }: Pick<Change, 'context' | 'change'>,
  viewer: Viewer | undefined,
  upload: Upload | null,
): Promise<StoredDocument> {
  if (upload === null) throw new ApiError('forbidden')
  const { metadata, file } = await upload.readParts()
  const parsed = parseBody(DocumentMetadata, new TextEncoder().encode(metadata))
  const { sendingTenantAddr: sender, fingerprint: claimed, size: length, ...described } = parsed
  const tenant = ownerOf(viewer, sender)
  const { path, contentFp, size } = await writeFile(context, file())
  const { salt, name, mediaType, instrumentId } = described
  const fingerprint = fingerprintOf({ ...described, contentFp })
  const document = { fingerprint, contentFp, name, mediaType, size }
  try {
    if ((claimed ?? fingerprint) !== fingerprint || (length ?? size) !== size)
      return { ...document, status: 'FINGERPRINT_MISMATCH' }
    const isNamed = sender === undefined || (await isDocumentNamed(context.database.kysely, sender, document))
    if (!isNamed) throw new ApiError('notYetIndexed')
    // The same bytes replace their own file.
    await rename(path, pathOf(context, contentFp))
  } finally {
    await unlink(path).catch(() => undefined)
  }
  const stored = await change(async (trx) => {
    await insertDocument(trx, tenant, { ...document, salt, instrumentId: instrumentId ?? null })
    if (sender === undefined) await distributeDocument(trx, tenant, fingerprint, context.config.hostedTenants)
    return { ...document, status: 'SYNCED' as const }
  })
  context.wakeSync()
  return stored
}

function ownerOf(viewer: Viewer | undefined, sender: Address | undefined): Address {
  if (sender === undefined) {
    if (viewer?.kind !== 'user' || !holds(viewer.user, 'document.BACKOFFICE'))
      throw lacksPrivilege(['document.BACKOFFICE'])
    return viewer.tenant
  }
  if (viewer === undefined) throw new ApiError('forbidden')
  if (!speaksFor(viewer, sender)) throw notPushedFor(sender, viewer.address)
  return sender
}

type WrittenFile = { path: string; contentFp: Fingerprint; size: number }

/** Under a temporary name, so that nobody ever reads half of it. */
async function writeFile({ config }: Context, file: Readable): Promise<WrittenFile> {
  const hash = keccak_256.create()
  let size = 0
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      size += chunk.length
      done(null, chunk)
    },
  })
  const path = join(config.documentsDir, `document-${randomUUID()}`)
  try {
    await pipeline(file, count, createWriteStream(path, { mode: 0o600, flags: 'wx', flush: true }))
  } catch (error) {
    await unlink(path).catch(() => undefined)
    throw error
  }
  return { path, contentFp: Fingerprint.parse(`0x${bytesToHex(hash.digest())}`), size }
}

export async function answerDocument(
  context: Pick<ApiContext, 'config' | 'database'>,
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
  if (size !== document.size) throw new ApiError('documentNotFound')
  return reply
    .type('application/octet-stream')
    .header('content-length', size)
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(document.name)}`)
    .send(createReadStream(path))
}
