import { AccountNumber } from '@connex/protocol'
import type { InstrumentId, RegistryId } from '@connex/protocol'
import { createInstrument } from '../../../sdk/src/instruments/createInstrument.ts'
import type { OwnAsset } from '../../../sdk/src/deliveries/createFopTransfer.ts'
import { confirmAsRegistrar } from '../../../sdk/src/registries/confirmAsRegistrar.ts'
import { configureAccount } from '../../../sdk/src/registries/configureAccount.ts'
import { confirmRegistration } from '../../../sdk/src/registries/confirmRegistration.ts'
import { requestRegistration } from '../../../sdk/src/registries/requestRegistration.ts'
import { createMintRequest } from '../../../sdk/src/requests/createMintRequest.ts'
import type { PlatformFixture } from './startWorld.ts'

export type TestRegistry = {
  instrumentId: InstrumentId
  registryId: RegistryId
  /** Alpenbank's and Baltic's accounts with the registrar. */
  alpen: AccountNumber
  baltic: AccountNumber
  /** What a verb takes for an asset in that account. */
  asset: (account: AccountNumber, quantity: bigint) => OwnAsset
}

const account = (number: number) => AccountNumber.parse(String(number))

/** A registered instrument, accounts of both investors, and an opening holding of Alpenbank's, all by the SDK's verbs. */
export async function openRegistry(
  world: PlatformFixture,
  isin: string,
  holding: bigint,
): Promise<TestRegistry> {
  const { clients, tenants, registryManagerAddr } = world
  const { instrumentId } = await createInstrument(clients.issuer, {
    instrumentType: 'BOND',
    identifierType: 'ISIN',
    identifier: isin,
    decimals: 0,
    details: { label: `Bond ${isin}` },
  })
  const { registryId } = await requestRegistration(clients.registrar, {
    registryManagerAddr,
    instrumentId,
    instrumentRevision: 1,
  })
  await confirmRegistration(clients.issuer, { registryManagerAddr, registryId })
  const alpen = account(1001)
  const baltic = account(2001)
  for (const [ownerAddr, number] of [
    [tenants.alpen, alpen],
    [tenants.baltic, baltic],
  ] as const)
    await configureAccount(clients.registrar, { registryManagerAddr, ownerAddr, account: number })
  const asset = (of: AccountNumber, quantity: bigint) => ({
    registryManagerAddr,
    registrarAddr: tenants.registrar,
    registryId,
    account: of,
    quantity,
  })
  const { deliveryId } = await createMintRequest(clients.alpen, {
    ...asset(alpen, holding),
    description: 'Opening holding',
  })
  await confirmAsRegistrar(clients.registrar, deliveryId)
  return { instrumentId, registryId, alpen, baltic, asset }
}
