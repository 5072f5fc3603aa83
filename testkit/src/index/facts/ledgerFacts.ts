// Registries, legs, locks and administration in the index and in the contracts' own answers, as lines to compare.
import { accountFacts, chainFacts, entryFacts, registrationFacts } from './registryFacts.ts'
import { administrationFacts } from './tenantFacts.ts'
import type { FactContext, Index } from './fact.ts'
import { cancelFacts, legFacts, lockFacts } from './deliveryFacts.ts'
import type { LedgerFixture } from '../../ledger/members.ts'

/** `index` holds the versions of one block, which is the one to ask of; the head's where none is named. */
export async function ledgerFacts(
  world: LedgerFixture,
  index: Index,
  block?: number,
): Promise<{ actual: string[]; expected: string[] }> {
  const rows: FactContext['rows'] = (table, wanted = {}) =>
    (index[table] ?? []).filter((row) =>
      Object.entries(wanted).every(([column, value]) => String(row[column]) === value.toLowerCase()),
    )
  const context: FactContext = {
    world,
    at: block === undefined ? {} : { blockNumber: BigInt(block) },
    rows,
    one: (table, wanted) => rows(table, wanted)[0] ?? {},
  }
  const kinds = [
    administrationFacts,
    legFacts,
    cancelFacts,
    accountFacts,
    entryFacts,
    chainFacts,
    registrationFacts,
    lockFacts,
  ]
  const facts = kinds.flatMap((factsOf) => factsOf(context))
  const answers = await Promise.all(facts.map(({ read: ask }) => ask()))
  return {
    actual: facts.map(({ indexed }) => indexed.toLowerCase()),
    expected: answers.map((answer) => answer.toLowerCase()),
  }
}
