import { open, rename } from 'node:fs/promises'
import { CliError } from '../CliError.ts'
import { newGenesis } from './anvil.ts'
import { decodeRecord, encodeRecord } from './JournalRecord.ts'
import type { GenesisRecord } from './JournalRecord.ts'

/**
 * The journal's first line. Creates the journal if it is missing.
 *
 * @throws CliError `journalForeign` for another chain id
 */
export async function openGenesis(file: string, chainId: number): Promise<GenesisRecord> {
  const line = (await readFirstLine(file)) ?? (await createJournal(file, chainId))
  const genesis = decodeRecord(line)
  if (genesis?.kind !== 'genesis') throw CliError.of('journalDamaged', file, 'its first line is not whole')
  if (genesis.chainId !== chainId) {
    throw CliError.of('journalForeign', file, String(genesis.chainId), String(chainId))
  }
  return genesis
}

async function readFirstLine(file: string): Promise<string | undefined> {
  try {
    const handle = await open(file, 'r')
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(1000), 0, 1000, 0)
      return buffer.toString('latin1', 0, bytesRead).split('\n', 1)[0]
    } finally {
      await handle.close()
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

async function createJournal(file: string, chainId: number): Promise<string> {
  const line = encodeRecord({
    kind: 'genesis',
    version: 1,
    chainId,
    timestamp: Math.floor(Date.now() / 1000),
    ...newGenesis,
  })
  const temporary = `${file}.new`
  const handle = await open(temporary, 'w')
  try {
    await handle.writeFile(line)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(temporary, file)
  return line.trimEnd()
}
