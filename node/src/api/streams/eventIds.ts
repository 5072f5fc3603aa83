// The ids of a stream's events. Announcements are counted for all tenants of a server together, so their numbers would tell a tenant
// how busy the others are. A stream shows each number under its own tenant's key: any process with the same node key reads it back, after
// a restart too, and another tenant's id reads as none.
import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto'
import type { Address } from '@connex/protocol'

/** Above every announcement: after an id that is not this tenant's, anything may have changed. */
const UNKNOWN = Number.MAX_SAFE_INTEGER

/** 16 bytes: eight zeros, by which an id of this tenant is known, and the number. */
const BLOCK = 16
const CIPHER = 'aes-128-ecb'

export type EventIds = {
  write: (announcementId: number) => string
  /** Undefined where the text is not an id at all. */
  read: (text: string) => number | undefined
}

/** `createEventIds(nodeKey, tenant).write(7)` → 'yBEyA9…', 22 characters */
export function createEventIds(nodeKey: string, tenant: Address): EventIds {
  const key = createHmac('sha256', nodeKey).update(`event ids of ${tenant}`).digest().subarray(0, BLOCK)
  return {
    write(announcementId) {
      const block = Buffer.alloc(BLOCK)
      block.writeBigUInt64BE(BigInt(announcementId), BLOCK / 2)
      return createCipheriv(CIPHER, key, null).setAutoPadding(false).update(block).toString('base64url')
    },
    read(text) {
      // A number is what earlier versions gave.
      if (/^[0-9]{1,15}$/.test(text)) return UNKNOWN
      if (!/^[\w-]{22}$/.test(text)) return undefined
      const block = createDecipheriv(CIPHER, key, null)
        .setAutoPadding(false)
        .update(Buffer.from(text, 'base64url'))
      return block.readBigUInt64BE(0) === 0n ? Number(block.readBigUInt64BE(BLOCK / 2)) : UNKNOWN
    },
  }
}
