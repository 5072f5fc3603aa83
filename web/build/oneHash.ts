import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/** viem brings an older copy of this function, under another name: it takes the one that the SDK has. */
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
