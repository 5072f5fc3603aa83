// A registry of entries: on the ledger by fingerprint alone, their details with the registrar and the owner.
import { importEntries, issueEntries, markEntries, reorgEntries, terminateEntry } from '@connex/sdk'
import type { Client } from '@connex/sdk'
import type { AccountNumber, Address, RegistryId } from '@connex/sdk/protocol'

type Registry = { registryManagerAddr: Address; registryId: RegistryId }
type Owner = { investorAddr: Address; account: AccountNumber }

export async function entries(
  { investor, registrar }: { investor: Client; registrar: Client },
  registry: Registry,
  { investorAddr, account }: Owner,
): Promise<void> {
  const issued = await issueEntries(registrar, {
    ...registry,
    ownerAddr: investorAddr,
    entries: [{ account, quantity: 70n, reference: 'DEP-2026-114' }],
  })
  const split = await reorgEntries(investor, {
    ...registry,
    spent: issued.fingerprints,
    entries: [
      { account, quantity: 50n },
      { account, quantity: 20n },
    ],
  })
  const marked = split.fingerprints.slice(0, 1)
  await markEntries(investor, { ...registry, fingerprints: marked, for: 'redemption' })
  for (const fingerprint of marked)
    await terminateEntry(registrar, {
      ...registry,
      fingerprint,
      ownerAddr: investorAddr,
      reason: 'Redeemed at par',
    })
}

/** For a registry that is IMPORTING. */
export async function takingOver(registrar: Client, registry: Registry, owner: Owner): Promise<void> {
  const { investorAddr: ownerAddr, account } = owner
  await importEntries(registrar, { ...registry, ownerAddr, entries: [{ account, quantity: 30n }] })
}
