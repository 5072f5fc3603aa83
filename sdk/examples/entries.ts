// A register of entries: on the ledger by fingerprint alone, what stands behind them known to registrar and owner.
import { importEntries, issueEntries, markEntries, reorgEntries, terminateEntry } from '@connex/sdk'
import type { Client } from '@connex/sdk'
import type { AccountNumber, Address, RegistryId } from '@connex/sdk/protocol'

type Register = { registryManagerAddr: Address; registryId: RegistryId }
type Owner = { investorAddr: Address; account: AccountNumber }

export async function entries(
  { investor, registrar }: { investor: Client; registrar: Client },
  register: Register,
  { investorAddr, account }: Owner,
): Promise<void> {
  const issued = await issueEntries(registrar, {
    ...register,
    ownerAddr: investorAddr,
    entries: [{ account, quantity: 70n, reference: 'DEP-2026-114' }],
  })
  const split = await reorgEntries(investor, {
    ...register,
    spent: issued.fingerprints,
    entries: [
      { account, quantity: 50n },
      { account, quantity: 20n },
    ],
  })
  const marked = split.fingerprints.slice(0, 1)
  await markEntries(investor, { ...register, fingerprints: marked, for: 'redemption' })
  for (const fingerprint of marked)
    await terminateEntry(registrar, {
      ...register,
      fingerprint,
      ownerAddr: investorAddr,
      reason: 'Redeemed at par',
    })
}

/** Into a register that is IMPORTING. */
export async function takingOver(registrar: Client, register: Register, owner: Owner): Promise<void> {
  const { investorAddr: ownerAddr, account } = owner
  await importEntries(registrar, { ...register, ownerAddr, entries: [{ account, quantity: 30n }] })
}
