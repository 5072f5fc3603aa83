import type { AnyRow } from '../../../node/src/storage/schema/versionKeys.ts'
import type { World } from './World.ts'

/** What the index says, and the question that the ledger answers in the same words. */
export type Fact = { said: string; ask: () => Promise<string> }

type Wanted = Readonly<Record<string, string>>

export type Asking = {
  world: World
  /** The block to ask of; empty for the head. */
  at: { blockNumber?: bigint }
  rows: (table: string, wanted?: Wanted) => AnyRow[]
  /** No columns where there is no such row. */
  one: (table: string, wanted: Wanted) => AnyRow
}

export const keyOf = ({ member, accountNum }: World['accounts'][number]) => ({
  owner: member.tenant,
  account: `${accountNum}`,
})
