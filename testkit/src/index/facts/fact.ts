import type { AnyRow } from '../../../../node/src/storage/schema/versionKeys.ts'
import type { LedgerFixture } from '../../ledger/members.ts'

/** The rows of each table of an index. */
export type Index = Record<string, AnyRow[]>

/** What the index says, and the question that the ledger answers in the same words. */
export type Fact = { indexed: string; read: () => Promise<string> }

type Columns = Readonly<Record<string, string>>

export type FactContext = {
  world: LedgerFixture
  /** The block to ask of; empty for the head. */
  at: { blockNumber?: bigint }
  rows: (table: string, columns?: Columns) => AnyRow[]
  /** No columns where there is no such row. */
  one: (table: string, columns: Columns) => AnyRow
}

export const keyOf = ({ member, accountNum }: LedgerFixture['accounts'][number]) => ({
  owner: member.tenant,
  account: `${accountNum}`,
})
