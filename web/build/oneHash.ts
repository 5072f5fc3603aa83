import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/** viem contains an older copy of this function under another name: this replaces it by the SDK's. */
export function oneHash(): Plugin {
  const sdk = fileURLToPath(import.meta.resolve('@connex/sdk'))
  return {
    name: 'one-hash',
    enforce: 'pre',
    resolveId(source) {
      return source === '@noble/hashes/sha3' ? this.resolve('@noble/hashes/sha3.js', sdk) : undefined
    },
  }
}
