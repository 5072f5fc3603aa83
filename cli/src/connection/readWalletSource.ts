import { open } from 'node:fs/promises'
import { CliError } from '../CliError.ts'

/** One byte more than a wallet file may have: who reads it sees that it is too large, and no more is loaded. */
const mostBytes = 64 * 1024 + 1

/** The bytes of a wallet file. */
export async function readWalletSource(file: string): Promise<Uint8Array> {
  try {
    const handle = await open(file, 'r')
    try {
      const buffer = new Uint8Array(mostBytes)
      let length = 0
      for (;;) {
        const { bytesRead } = await handle.read(buffer, length, mostBytes - length)
        length += bytesRead
        if (bytesRead === 0 || length === mostBytes) return buffer.subarray(0, length)
      }
    } finally {
      await handle.close()
    }
  } catch (error) {
    throw CliError.of('fileUnreadable', file, (error as NodeJS.ErrnoException).code ?? 'unknown')
  }
}
