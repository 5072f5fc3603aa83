import { addUsers } from './addUsers.ts'
import { createInstruments } from './createInstruments.ts'
import { makeDeals } from './deals.ts'
import { mintHoldings, plannedHoldings } from './holdings.ts'
import { nameAccounts, openAccounts } from './openAccounts.ts'
import { openDesks } from './openDesks.ts'
import type { Where } from './openDesks.ts'
import { openRegistries } from './openRegistries.ts'
import { Address } from '@connex/protocol'
import { waitForServers } from './waitForServers.ts'
import type { SandboxPlan } from './plan.ts'

export type SeedOptions = Where & { onProgress: (step: string) => void }

/** Fills the servers and the ledger through the SDK, as their users would. Needs the servers to run. */
export async function seedServers(plan: SandboxPlan, { onProgress, ...where }: SeedOptions): Promise<void> {
  onProgress('Adding the users')
  await waitForServers(where, plan.block)
  const desks = await openDesks(plan, where)
  await addUsers(desks, where)
  const managers = {
    registryManager: Address.parse(plan.contracts.AccountRegistryManager),
    instrumentManager: Address.parse(plan.contracts.InstrumentManager),
  }
  onProgress('Issuing the instruments')
  const instruments = await createInstruments(desks)
  onProgress('Opening the registries and accounts')
  const registries = await openRegistries(desks, instruments, managers)
  await openAccounts(desks, managers)
  onProgress('Booking the holdings')
  const holdings = plannedHoldings(desks, registries)
  await mintHoldings(desks, holdings)
  await nameAccounts(desks, managers)
  onProgress('Making the example deals')
  await makeDeals(desks, holdings)
}
