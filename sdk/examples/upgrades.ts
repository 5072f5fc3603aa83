// The managers' code: what everybody sees of a change, and how the operator announces it, makes it and takes it back.
import { announceRollback, announceUpgrade, executeUpgrade, listManagers, withdrawUpgrade } from '@connex/sdk'
import type { Client, Manager } from '@connex/sdk'
import type { Address } from '@connex/sdk/protocol'

/** For every tenant: what will run in place of what, and from when on. */
export async function announcements(client: Client): Promise<void> {
  for (const { name, version, announced } of await listManagers(client))
    console.info(name, version, announced?.implementation, announced?.effectiveFrom)
}

/** `implementation`: newer code, which is on the ledger already. Seven days lie between the announcement and its execution. */
export async function announce(operator: Client, name: string, implementation: Address): Promise<void> {
  const manager = await managerNamed(operator, name)
  await announceUpgrade(operator, { manager, implementation })
  await withdrawUpgrade(operator, { manager })
  await announceUpgrade(operator, { manager, implementation })
}

/** Within 30 days after these seven. A rollback is announced and executed in the same way. */
export async function executeAndRollBack(operator: Client, name: string): Promise<void> {
  const manager = await managerNamed(operator, name)
  if (manager.announced !== null) await executeUpgrade(operator, { manager, announced: manager.announced })
  await announceRollback(operator, { manager })
}

async function managerNamed(client: Client, name: string): Promise<Manager> {
  const manager = (await listManagers(client)).find((one) => one.name === name)
  if (manager === undefined) throw new Error(`there is no ${name}`)
  return manager
}
