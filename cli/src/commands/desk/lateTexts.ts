// How late something is, and whose turn it is.
import type { Address, DeliveryId, DueEvent, Transfer } from '@connex/protocol'
import { awaitedDelivery, daysLate } from '@connex/protocol/calendar'
import { turnText } from '@connex/protocol/duties'
import { everyPage, listTransfers } from '@connex/sdk'
import type { Client } from '@connex/sdk'

/** So many ids fit into one address. */
const AT_A_TIME = 100

type Awaited = ReadonlyMap<DeliveryId, Pick<Transfer, 'deliveryState' | 'legs'>>

/** The deliveries that late events wait for, by their ids. */
export async function loadAwaited(
  client: Client,
  events: readonly DueEvent[],
  signal: AbortSignal,
): Promise<Awaited> {
  const ids = [...new Set(events.flatMap((event) => awaitedDelivery(event) ?? []))]
  const found: Transfer[] = []
  for (let start = 0; start < ids.length; start += AT_A_TIME) {
    const transferId = ids.slice(start, start + AT_A_TIME)
    found.push(...(await everyPage((page) => listTransfers(client, { ...page, transferId }, { signal }))))
  }
  return new Map(found.map((transfer) => [transfer.deliveryId, transfer]))
}

/** '2 days late. Next: Meridian Registrars must confirm as registrar.'; empty for what is not late. */
export function lateText(
  event: DueEvent,
  today: string,
  awaited: Awaited,
  nameOf: (address: Address) => string,
): string {
  const days = daysLate(event, today)
  if (days === 0) return ''
  const late = days === 1 ? '1 day late' : `${days} days late`
  const id = awaitedDelivery(event)
  const delivery = id === null ? undefined : awaited.get(id)
  return delivery === undefined ? late : `${late}. ${turnText(delivery, nameOf)}`
}
