import type { BlockNumber, TxHash } from '@connex/protocol'
import type { Client } from '../client/client.ts'
import { requireClient, walletOf } from '../client/client.ts'
import type { SignedTransaction } from '../client/journal.ts'
import { LedgerError } from '../errors.ts'
import { call } from '../http/call.ts'
import { findBlock } from './finality.ts'
import { follow } from './follow.ts'
import { publishAgain, removeSigned } from './publish.ts'
import { readLatestNonce } from './readContract.ts'
import type { Progress, SendOptions } from './transaction.ts'
import { isReplaced } from './wait.ts'

export type ResumeOptions = Pick<SendOptions, 'signal' | 'waitMs'> & {
  onProgress?: ((progress: Progress) => void) | undefined
}

/** What became of a transaction that was signed earlier: in a block, or replaced there by another one of its nonce. */
export type Resumed = {
  txHash: TxHash
  outcome: 'mined' | 'refused' | 'replaced'
  /** It had been in a block before, and a chain reorg took that back. */
  wasTakenBack: boolean
  /** The transaction itself, which `decodeForReview` reads; everybody on the ledger can. */
  transaction: Pick<SignedTransaction, 'to' | 'data'>
  error?: unknown
}

/**
 * Goes on with what this wallet had signed when a tab was closed, a program killed or a line broken: publishes it
 * again, which is harmless, and waits until a block and the index of the tenant's server have it. So it does with what a chain reorg
 * has taken back.
 *
 * @example
 * for (const { txHash, outcome } of await resumeTransactions(client)) show(txHash, outcome)
 */
export const resumeTransactions = (client: Client, options: ResumeOptions = {}): Promise<Resumed[]> =>
  goOn(client, options, ({ block }) => block === undefined)

/**
 * The part of `resumeTransactions` for a program that goes on: only what a chain reorg has taken back. Call it when the event
 * stream says that everything may have changed.
 *
 * @example
 * for (const { txHash, outcome } of await republishTakenBack(client)) show(txHash, outcome)
 */
export const republishTakenBack = (client: Client, options: ResumeOptions = {}): Promise<Resumed[]> =>
  goOn(client, options, () => false)

/** Goes on with what was taken back, and with what else is chosen. */
async function goOn(
  client: Client,
  options: ResumeOptions,
  isChosen: (transaction: SignedTransaction) => boolean,
): Promise<Resumed[]> {
  requireClient(client)
  const wallet = walletOf(client)
  const { signal } = options
  const attempts = await client.journal.inTurn(wallet, async () => {
    const takenBack = new Map((await reviewBlocks(client, signal)).map((one) => [one.txHash, one.block]))
    const stored = await client.journal.read(wallet)
    const chosen = stored.filter((one) => takenBack.has(one.txHash) || isChosen(one))
    if (chosen.length === 0) return []
    const latest = await readLatestNonce(client, { signal })
    const published: Attempt[] = []
    // One after the other: a ledger may refuse what comes before its predecessor, and would then never make it.
    for (const transaction of chosen.toSorted(byNonce)) {
      const block = takenBack.get(transaction.txHash)
      if (block !== undefined)
        options.onProgress?.({ step: 'takenBack', txHash: transaction.txHash, block, transaction })
      const refusal = transaction.nonce < latest ? undefined : await publishAgain(client, transaction, signal)
      published.push({ transaction, wasTakenBack: block !== undefined, refusal })
    }
    return published
  })
  return Promise.all(
    attempts.map((attempt) =>
      attempt.refusal === undefined
        ? finish(client, attempt, options)
        : giveUp(client, attempt, attempt.refusal.error),
    ),
  )
}

type Attempt = {
  transaction: SignedTransaction
  wasTakenBack: boolean
  refusal: { error: unknown } | undefined
}

const byNonce = (left: SignedTransaction, right: SignedTransaction): number => left.nonce - right.nonce

async function giveUp(
  client: Client,
  { transaction, wasTakenBack }: Attempt,
  error: unknown,
): Promise<Resumed> {
  const { txHash } = transaction
  await removeSigned(client, txHash)
  return { txHash, outcome: 'refused', wasTakenBack, transaction, error }
}

async function finish(client: Client, attempt: Attempt, options: ResumeOptions): Promise<Resumed> {
  const { transaction, wasTakenBack } = attempt
  const { txHash } = transaction
  try {
    await follow(client, transaction, transaction, options)
    return { txHash, outcome: 'mined', wasTakenBack, transaction }
  } catch (error) {
    if (error instanceof LedgerError) return giveUp(client, attempt, error)
    if (!isReplaced(error)) throw error
    return { txHash, outcome: 'replaced', wasTakenBack, transaction }
  }
}

/** A signed transaction that was in a block, or in an index, and that no block has now. */
type TakenBack = SignedTransaction & { readonly block: BlockNumber }

/**
 * Looks again at what was in a block: forgets what is final, and answers what the ledger has taken back, which counts as
 * signed alone from now on. Called in the wallet's turn.
 */
async function reviewBlocks(client: Client, signal?: AbortSignal): Promise<TakenBack[]> {
  const wallet = walletOf(client)
  const stored = await client.journal.read(wallet)
  if (!stored.some(({ block }) => block !== undefined)) return []
  const final = (await call(client, 'syncStatus', { signal })).finalBlock ?? -1
  const takenBack: TakenBack[] = []
  const reviewed = await Promise.all(
    stored.map(async (one) => {
      const { block, ...signed } = one
      if (block === undefined) return one
      const found = await findBlock(client, one.txHash, signal)
      if (found === undefined) takenBack.push({ ...signed, block })
      return found === undefined ? signed : { ...signed, block: found }
    }),
  )
  await client.journal.write(
    wallet,
    reviewed.filter((one) => !('block' in one) || one.block === undefined || one.block > final),
  )
  return takenBack.toSorted((left, right) => left.nonce - right.nonce)
}
