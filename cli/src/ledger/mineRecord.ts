import type { Hash, Hex } from 'viem'
import { type Rpc, RpcError } from './createRpc.ts'
import type { BlockRecord, TransactionRecord, VerdictRecord } from './JournalRecord.ts'

type MinedBlock = { number: Hex; hash: Hash; transactions: { hash: Hash }[] }

/**
 * Makes the block that a record asks for. The same record on the same chain gives the same verdict and the
 * same block hash, so that live mining and replay are one function.
 */
export async function mineRecord(rpc: Rpc, record: BlockRecord): Promise<VerdictRecord> {
  const { seq } = record
  if (record.kind === 'time') return { kind: 'mined', seq, ...(await mineBlock(rpc, record)).made }
  const refusal = await findNonceRefusal(rpc, record)
  if (refusal !== undefined) return { kind: 'refused', seq, reason: refusal }
  const sent = await send(rpc, record)
  if ('reason' in sent) return { kind: 'refused', seq, reason: sent.reason }
  const { made, transactions } = await mineBlock(rpc, record)
  if (transactions.includes(sent.hash)) return { kind: 'mined', seq, ...made }
  await rpc('anvil_dropTransaction', sent.hash)
  return { kind: 'mined', seq, ...made, refused: 'the transaction cannot be executed' }
}

/** Anvil would keep a transaction with a later nonce for some other day; here it is in a block, or refused. */
async function findNonceRefusal(rpc: Rpc, { from, nonce }: TransactionRecord): Promise<string | undefined> {
  const next = Number(await rpc<Hex>('eth_getTransactionCount', from, 'latest'))
  if (nonce === next) return undefined
  return `nonce too ${nonce < next ? 'low' : 'high'}: next nonce ${next}, tx nonce ${nonce}`
}

async function send(rpc: Rpc, { raw }: TransactionRecord): Promise<{ hash: Hash } | { reason: string }> {
  try {
    return { hash: await rpc<Hash>('eth_sendRawTransaction', raw) }
  } catch (error) {
    if (error instanceof RpcError) return { reason: error.message }
    throw error
  }
}

type Made = { made: { block: number; hash: Hash }; transactions: Hash[] }

async function mineBlock(rpc: Rpc, { timestamp }: BlockRecord): Promise<Made> {
  const [mined] = await rpc<MinedBlock[]>('evm_mine_detailed', { timestamp })
  if (!mined) throw new Error('anvil mined no block')
  const { number, hash, transactions } = mined
  return { made: { block: Number(number), hash }, transactions: transactions.map(({ hash }) => hash) }
}
