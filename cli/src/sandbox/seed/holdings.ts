// The investors' first holdings. Quantities are in whole units, without the instrument's decimals.
import { confirmAsRegistrar, createMintRequest } from '@connex/sdk'
import type { Created, SendOptions } from '@connex/sdk'
import type { AccountNumber, DeliveryId } from '@connex/protocol'
import { deskOf } from './desks.ts'
import type { Desk, Desks } from './desks.ts'
import { accountsOf, investorsOf, REGISTRARS } from './registries.ts'
import type { SeedRegistry } from './registries.ts'
import { takeSteps } from './steps.ts'

export type Holding = { desk: Desk; registry: SeedRegistry; account: AccountNumber; quantity: bigint }

/** Whole units in the instrument's smallest unit. `unitsOf(fund, 2n)` → 2000n with three decimals */
const unitsOf = ({ instrument }: SeedRegistry, whole: bigint): bigint =>
  whole * 10n ** BigInt(instrument.decimals)

const WHOLE = [
  41_200_000n,
  18_000_000n,
  9_400_000n,
  12_750_000n,
  6_020_000n,
  25_500_000n,
  3_310_000n,
  150_000_000n,
]
const PER_INVESTOR = 10
/** Coprime with the number of registries: no investor holds an instrument twice. */
const STEP = 7

/** Ten holdings for each investor, over both registrars and both accounts. */
export function plannedHoldings(desks: Desks, registries: SeedRegistry[]): Holding[] {
  return investorsOf(desks).flatMap((desk, investorIndex) =>
    Array.from({ length: PER_INVESTOR }, (_, index) => {
      const registry = registries[(index * STEP + investorIndex) % registries.length]
      const whole = WHOLE[(index + investorIndex * 3) % WHOLE.length]
      if (registry === undefined || whole === undefined) throw new Error('the sandbox has no registries')
      const registrarIndex = REGISTRARS.findIndex((name) => name === registry.registrar)
      const [first, second] = accountsOf(investorIndex, registrarIndex)
      const account = index % 2 === 0 ? first : second
      if (account === undefined) throw new Error('every investor has two accounts')
      return { desk, registry, account, quantity: unitsOf(registry, whole) }
    }),
  )
}

/** Mints each holding by a request that the registrar confirms. */
export const mintHoldings = (desks: Desks, holdings: Holding[]): Promise<void> =>
  takeSteps(
    desks,
    holdings.map((holding) => {
      const { promise: deliveryId, resolve: onCreated } = Promise.withResolvers<DeliveryId>()
      const registrar = deskOf(desks, holding.registry.registrar)
      return [
        {
          desk: holding.desk,
          async act(together) {
            const created = await requestMint(holding, 'Initial deposit', together)
            onCreated(created.deliveryId)
            return created
          },
        },
        {
          desk: registrar,
          act: async (together) => confirmAsRegistrar(registrar.client, await deliveryId, together),
        },
      ]
    }),
  )

export const requestMint = (
  { desk, registry, account, quantity }: Holding,
  description: string,
  together: SendOptions,
): Promise<Created> =>
  createMintRequest(desk.client, { ...assetOf(registry), account, quantity, description }, together)

export const assetOf = ({ registryManagerAddr, registrarAddr, registryId }: SeedRegistry) => ({
  registryManagerAddr,
  registrarAddr,
  registryId,
})
