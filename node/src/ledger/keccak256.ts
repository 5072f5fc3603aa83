import { hash } from 'node:crypto'

/** Text counts as its UTF-8. OpenSSL's own is six times faster than JavaScript: each signed request takes it twice. */
export const keccak256 = (data: string | Uint8Array): Uint8Array => hash('keccak-256', data, 'buffer')
