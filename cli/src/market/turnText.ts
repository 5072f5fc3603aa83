import { type Owed, owedBy, type Transfer } from '@connex/protocol'
import { dutyText } from './dutyTexts.ts'
import type { Market } from './readMarket.ts'

type Names = Pick<Market, 'nameOf'>

/** How a transfer stands: 'Next: Baltic Trust Bank has to confirm the receipt.', or that it is over. */
export function turnText(transfer: Transfer, names: Names): string {
  if (transfer.deliveryState === 'SETTLED') return 'It is settled.'
  if (transfer.deliveryState === 'CANCELED') return 'It is canceled.'
  return `Next: ${owedText(
    owedBy(transfer).filter(({ mayGiveNow }) => mayGiveNow),
    transfer,
    names,
  )}.`
}

/** What is still owed by whom: 'Alpenbank has to report the payment as sent; Meridian Registrars …' */
function owedText(owed: readonly Owed[], { legs }: Pick<Transfer, 'legs'>, { nameOf }: Names): string {
  const byTenant = new Map<string, Set<string>>()
  for (const { tenant, duty, legIdx } of owed) {
    const duties = byTenant.get(nameOf(tenant)) ?? new Set()
    byTenant.set(
      nameOf(tenant),
      duties.add(
        dutyText(
          duty,
          legs.find((leg) => leg.legIdx === legIdx),
        ),
      ),
    )
  }
  return [...byTenant].map(([name, duties]) => `${name} has to ${[...duties].join(' and to ')}`).join('; ')
}

/** What follows once something that is owed has been given. */
export const restText = (rest: readonly Owed[], transfer: Pick<Transfer, 'legs'>, names: Names): string =>
  rest.length === 0
    ? 'It settles at once, and cannot be undone.'
    : `Still to come: ${owedText(rest, transfer, names)}.`
