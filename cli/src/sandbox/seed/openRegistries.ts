import { accountRegistryManagerAbi } from '@connex/contracts'
import { AccountNumber, toQuantity } from '@connex/protocol'
import type { Address, RegistryId } from '@connex/protocol'
import { contractCall, registryIdOf, send } from '@connex/sdk'
import { hex } from './hex.ts'
import type { CreatedInstrument } from './createInstruments.ts'
import { deskOf } from './openDesks.ts'
import type { Desk, Desks } from './openDesks.ts'

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

/** Each registrar asks for its instruments in one transaction, the issuer confirms them in one for each. */
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

/** Two accounts of every investor with every registrar. `accountsOf('Alpenbank', 0)` → its numbers at the first. */
export const accountsOf = (investorIndex: number, registrarIndex: number): AccountNumber[] => {
  const base = (registrarIndex === 0 ? 4_100_000 : 7_710_000) + (investorIndex + 1) * 100
  return [base + 18, base + 20].map((number) => AccountNumber.parse(toQuantity(BigInt(number))))
}
