import type { TxHash } from '@connex/protocol'
import { type Resumed, resumeTransactions } from '@connex/sdk'
import type { Context } from '../command/Command.ts'
import { failureOf } from '../command/failureOf.ts'
import type { Session } from './connect.ts'

export type ResumedTransaction = {
  readonly txHash: TxHash
  readonly outcome: Resumed['outcome']
  readonly reason: string | undefined
}

const outcomes: Record<Resumed['outcome'], string> = {
  mined: 'is in a block now',
  refused: 'was refused by the ledger',
  replaced: 'was passed over by another transaction of this wallet',
}

/** Goes on with what this wallet had signed before, so that whatever comes next builds on it. */
export async function resume(
  { terminal, signal }: Pick<Context, 'terminal' | 'signal'>,
  { client }: Pick<Session, 'client'>,
): Promise<ResumedTransaction[]> {
  const resumed = await resumeTransactions(client, { signal })
  return resumed.map(({ txHash, outcome, error }) => {
    const reason = error === undefined ? undefined : failureOf(error).message
    terminal.note(
      `Signed earlier: ${txHash} ${outcomes[outcome]}${reason === undefined ? '.' : `: ${reason}`}`,
    )
    return { txHash, outcome, reason }
  })
}
