import { accountRegistryManagerAbi } from '@connex/contracts'
import { AccountNumber, toQuantity } from '@connex/protocol'
import type { Address, RegistryId } from '@connex/protocol'
import { call, contractCall, registryIdOf, send } from '@connex/sdk'
import { deskOf } from './desks.ts'
import type { Desk, Desks } from './desks.ts'
import type { CreatedInstrument } from './instruments.ts'

export const REGISTRARS = ['Meridian Registrars', 'Nordhafen Custody'] as const

/** One instrument at one registrar. */
export type SeedRegistry = {
  instrument: CreatedInstrument
  registrar: string
  registrarAddr: Address
  registryManagerAddr: Address
  registryId: RegistryId
}

export type SeedManagers = { registryManager: Address; instrumentManager: Address }

const FIRST_REVISION = 1

/** Each registrar requests its registries in one transaction; the issuer confirms them in one per registrar. */
export async function openRegistries(
  desks: Desks,
  instruments: CreatedInstrument[],
  managers: SeedManagers,
): Promise<SeedRegistry[]> {
  const all: SeedRegistry[] = []
  for (const [index, registrar] of REGISTRARS.entries()) {
    const desk = deskOf(desks, registrar)
    const registries = instruments
      .filter(({ registrars }) => registrars.includes(index))
      .map((instrument) => seedRegistry(desk, instrument, managers))
    await requestAll(desk, registries, managers)
    await confirmAll(deskOf(desks, 'Hanseatic Issuance'), registries, managers)
    all.push(...registries)
  }
  return all
}

const seedRegistry = (
  { tenant }: Desk,
  instrument: CreatedInstrument,
  managers: SeedManagers,
): SeedRegistry => ({
  instrument,
  registrar: tenant.name,
  registrarAddr: tenant.address,
  registryManagerAddr: managers.registryManager,
  registryId: registryIdOf({
    registrarAddr: tenant.address,
    instrumentManagerAddr: managers.instrumentManager,
    instrumentId: instrument.instrumentId,
  }),
})

async function requestAll(
  { client }: Desk,
  registries: SeedRegistry[],
  managers: SeedManagers,
): Promise<void> {
  const calls = registries.map(({ instrument }) =>
    contractCall(accountRegistryManagerAbi, managers.registryManager, 'requestInstrumentRegistration', [
      hex(managers.instrumentManager),
      hex(instrument.instrumentId),
      FIRST_REVISION,
    ]),
  )
  await send(client, calls, { until: 'mined' })
}

async function confirmAll(
  { client }: Desk,
  registries: SeedRegistry[],
  managers: SeedManagers,
): Promise<void> {
  const calls = registries.map(({ registryId }) =>
    contractCall(
      accountRegistryManagerAbi,
      managers.registryManager,
      'confirmInstrumentRegistrationAndPrepareRegistry',
      [hex(registryId)],
    ),
  )
  await send(client, calls, { until: 'mined' })
}

/** An investor's two accounts with a registrar. `accountsOf(0, 0)` → ['4100118', '4100120'] */
export const accountsOf = (investorIndex: number, registrarIndex: number): AccountNumber[] => {
  const base = (registrarIndex === 0 ? 4_100_000 : 7_710_000) + (investorIndex + 1) * 100
  return [base + 18, base + 20].map((number) => AccountNumber.parse(toQuantity(BigInt(number))))
}

const NAMES = ['Trading book', 'Liquidity reserve']

/** Every registrar opens two accounts for every investor in one transaction; the investors name theirs. */
export async function openAccounts(desks: Desks, managers: SeedManagers): Promise<void> {
  const investors = investorsOf(desks)
  await Promise.all(
    REGISTRARS.map(async (registrar, registrarIndex) => {
      const calls = investors.flatMap(({ tenant }, investorIndex) =>
        accountsOf(investorIndex, registrarIndex).map((account) =>
          contractCall(accountRegistryManagerAbi, managers.registryManager, 'configureAccount', [
            { owner: hex(tenant.address), accountNum: BigInt(account) },
            { valid: true, omnibus: false, terminateOnReceive: false },
          ]),
        ),
      )
      await send(deskOf(desks, registrar).client, calls, { until: 'mined' })
    }),
  )
}

/** Needs servers that have indexed the accounts. */
export async function nameAccounts(desks: Desks, managers: SeedManagers): Promise<void> {
  const named = investorsOf(desks).flatMap((desk, investorIndex) =>
    REGISTRARS.flatMap((registrar, registrarIndex) =>
      accountsOf(investorIndex, registrarIndex).map((accountNum, index) =>
        call(desk.client, 'setAssetAccount', {
          body: {
            accountNum,
            registryManagerAddr: managers.registryManager,
            registrarAddr: deskOf(desks, registrar).tenant.address,
            ...(NAMES[index] === undefined ? {} : { accountName: NAMES[index] }),
          },
        }),
      ),
    ),
  )
  await Promise.all(named)
}

export const investorsOf = (desks: Desks): Desk[] =>
  Object.values(desks).filter(({ tenant }) => tenant.kind === 'investor')

/** viem's type of a scalar that its schema has checked. */
export const hex = (scalar: string): `0x${string}` => scalar as `0x${string}`
