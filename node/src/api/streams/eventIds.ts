// The ids of a stream's events. Announcements are numbered across all tenants of a server, so plain numbers would show a tenant how
// busy the others are. A stream encrypts each number with its tenant's key: every process of the same database can decrypt it,
// also after a restart, and another tenant's id is unknown.
import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto'
import type { Address } from '@connex/protocol'

/** Above every announcement: after another tenant's id, anything may have changed. */
const UNKNOWN = Number.MAX_SAFE_INTEGER

/** 16 bytes: eight zeros, which identify this tenant's ids, and the number. */
const BLOCK = 16
const CIPHER = 'aes-128-ecb'

export type EventIds = {
  write: (announcementId: number) => string
  /** Undefined if the text is not an id. */
  read: (text: string) => number | undefined
}

/** `createEventIds(eventKey, tenant).write(7)` → 'yBEyA9…', 22 characters */
export function createEventIds(eventKey: string, tenant: Address): EventIds {
  const key = createHmac('sha256', eventKey).update(`event ids of ${tenant}`).digest().subarray(0, BLOCK)
  return {
    write(announcementId) {
      const block = Buffer.alloc(BLOCK)
      block.writeBigUInt64BE(BigInt(announcementId), BLOCK / 2)
      return createCipheriv(CIPHER, key, null).setAutoPadding(false).update(block).toString('base64url')
    },
    read(text) {
      // Earlier versions sent plain numbers.
      if (/^[0-9]{1,15}$/.test(text)) return UNKNOWN
      if (!/^[\w-]{22}$/.test(text)) return undefined
      const block = createDecipheriv(CIPHER, key, null)
        .setAutoPadding(false)
        .update(Buffer.from(text, 'base64url'))
      return block.readBigUInt64BE(0) === 0n ? Number(block.readBigUInt64BE(BLOCK / 2)) : UNKNOWN
    },
  }
}
