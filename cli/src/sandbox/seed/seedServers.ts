import { addUsers, openDesks, waitForServers } from './desks.ts'
import { createInstruments } from './instruments.ts'
import { makeDeals } from './deals.ts'
import { mintHoldings, plannedHoldings } from './holdings.ts'
import { nameAccounts, openAccounts, openRegistries } from './registries.ts'
import type { Servers } from './desks.ts'
import { Address } from '@connex/protocol'
import type { SandboxPlan } from './tenants.ts'

export type SeedOptions = Servers & { onProgress: (step: string) => void }

/** Fills the running servers and the ledger through the SDK, as their users would. */
export async function seedServers(plan: SandboxPlan, { onProgress, ...servers }: SeedOptions): Promise<void> {
  onProgress('Adding the users')
  await waitForServers(servers, plan.block)
  const desks = await openDesks(plan, servers)
  await addUsers(desks, servers)
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
  onProgress('Creating the example transfers')
  await makeDeals(desks, holdings)
}
