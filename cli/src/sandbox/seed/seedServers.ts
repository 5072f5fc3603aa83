import { addUsers, openDesks, waitForServers } from './desks.ts'
import { createInstruments } from './instruments.ts'
import { makeDeals } from './deals.ts'
import { mintHoldings, plannedHoldings } from './holdings.ts'
import { nameAccounts, openAccounts, openRegistries } from './registries.ts'
import type { Where } from './desks.ts'
import { Address } from '@connex/protocol'
import type { SandboxPlan } from './tenants.ts'

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
