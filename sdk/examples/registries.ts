// A registrar's registry of accounts: requested, confirmed, filled, suspended, exported and closed.
import {
  cancelRegistration,
  configureAccount,
  confirmRegistration,
  createInstrument,
  execute,
  finishImport,
  forceTransfer,
  importAssets,
  issueAssets,
  listAccounts,
  listPositions,
  listRegistryAccounts,
  listRegistryInstruments,
  markAssets,
  readContract,
  registryIdOf,
  rejectRegistration,
  requestRegistration,
  saltedReason,
  startExporting,
  suspendRegistry,
  terminateAssets,
  unregisterRegistry,
  unsuspendRegistry,
} from '@connex/sdk'
import type { Client } from '@connex/sdk'
import { registrationAbi } from '@connex/sdk/contracts'
import type { AccountNumber, Address, HexData, RegistryId } from '@connex/sdk/protocol'

type Desks = { issuer: Client; registrar: Client; investor: Client }
type Known = {
  registryManagerAddr: Address
  instrumentManagerAddr: Address
  registrarAddr: Address
  issuerAddr: Address
  investorAddr: Address
  account: AccountNumber
  otherAccount: AccountNumber
  /** The account that agrees for the issuer to close a registry, and its signature. */
  confirmer: { address: Address; sign: (digest: `0x${string}`) => Promise<HexData> }
}

export async function registries(desks: Desks, known: Known): Promise<void> {
  const { issuer, registrar, investor } = desks
  const { registryManagerAddr, instrumentManagerAddr, registrarAddr, investorAddr } = known
  const { account, otherAccount } = known

  // TO_IMPORT: its registries begin by importing holdings from another one.
  const { instrumentId } = await createInstrument(issuer, {
    instrumentType: 'BOND',
    identifierType: 'ISIN',
    identifier: 'DE000BASF111',
    decimals: 0,
    details: { label: 'Taken over' },
    creationMark: 'TO_IMPORT',
  })
  const registryId = registryIdOf({ registrarAddr, instrumentManagerAddr, instrumentId })
  const registry = { registryManagerAddr, registryId }
  const request = { registryManagerAddr, instrumentId, instrumentRevision: 1 }

  await requestRegistration(registrar, request)
  await cancelRegistration(registrar, { ...registry, reason: 'Requested a day too early' })
  await requestRegistration(registrar, request)
  await rejectRegistration(issuer, { ...registry, reason: 'Ask again after the board has met' })
  await requestRegistration(registrar, request)
  await confirmRegistration(issuer, registry)

  for (const number of [account, otherAccount])
    await configureAccount(registrar, { registryManagerAddr, ownerAddr: investorAddr, account: number })
  const held = { ...registry, ownerAddr: investorAddr, account }
  await importAssets(registrar, { ...held, quantity: 100n })
  await finishImport(registrar, registry)
  await issueAssets(registrar, { ...held, quantity: 50n })

  await suspendRegistry(registrar, { ...registry, reason: 'Corporate action' })
  await unsuspendRegistry(registrar, { ...registry, reason: 'Corporate action is over' })

  const moved = {
    fromAddr: investorAddr,
    fromAccount: account,
    toAddr: investorAddr,
    toAccount: otherAccount,
  }
  await forceTransfer(registrar, { ...registry, ...moved, quantity: 10n, reason: 'Court order 12/26' })

  console.info((await listPositions(investor, { registryId })).items.length)
  console.info((await listAccounts(investor)).items.length)
  console.info((await listRegistryAccounts(registrar, { registryManagerAddr })).items.length)
  console.info((await listRegistryInstruments(registrar, { registryIds: [registryId] })).items.length)

  await closeRegistry(desks, known, registryId)
}

/** Holdings are marked by their owner and terminated by the registrar; then both sides close the empty registry. */
async function closeRegistry(
  { issuer, registrar, investor }: Desks,
  known: Known,
  registryId: RegistryId,
): Promise<void> {
  const { registryManagerAddr, investorAddr, issuerAddr, account, otherAccount, confirmer } = known
  const registry = { registryManagerAddr, registryId }
  const held = { ...registry, ownerAddr: investorAddr, account }
  await startExporting(registrar, { ...registry, reason: 'Moves to another registrar' })
  await markAssets(investor, { ...registry, account, quantity: 140n, for: 'export' })
  await markAssets(investor, { ...registry, account: otherAccount, quantity: 10n, for: 'export' })
  await terminateAssets(registrar, { ...held, quantity: 140n })
  await terminateAssets(registrar, { ...held, account: otherAccount, quantity: 10n })

  await execute(issuer, registrationAbi, registryManagerAddr, 'setConfirmer', [
    confirmer.address as `0x${string}`,
  ])
  const issuerHex = issuerAddr as `0x${string}`
  const nonce = await readContract(registrar, registrationAbi, registryManagerAddr, 'registryNonce', [
    issuerHex,
  ])
  const reason = saltedReason('Moved to another registrar')
  const digest = await readContract(registrar, registrationAbi, registryManagerAddr, 'hashUnregister', [
    registryId as `0x${string}`,
    issuerHex,
    nonce,
    reason.fingerprint as `0x${string}`,
  ])
  const signature = await confirmer.sign(digest)
  await unregisterRegistry(registrar, { ...registry, as: 'registrar', reason, nonce, signature })
}
