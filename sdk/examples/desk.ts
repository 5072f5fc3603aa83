// What a desk asks in the morning: whose turn it is, what falls due, what is open with whom, what all of it sums up to, and what will be
// short.
import {
  everyPage,
  listAvailability,
  listAvailabilityFlows,
  listCounterparties,
  listDealRequests,
  listDueEvents,
  readDeskSummary,
  readPositionTotals,
  readTransferTotals,
} from '@connex/sdk'
import type { Client } from '@connex/sdk'

export async function desk(client: Client, week: { from: string; to: string }): Promise<void> {
  const { waiting, overdue } = await readDeskSummary(client, week)
  console.info(waiting.map(({ party, count }) => `${party}: ${count}`))

  // What was due before and has not happened comes first.
  const due = await everyPage((page) => listDueEvents(client, { ...week, ...page, overdue: true }))
  console.info(
    due.map(({ kind, date }) => `${date ?? 'open'}: ${kind}`),
    overdue,
  )

  // Which requests of the other parties of open deals wait for an answer?
  const { items: requests } = await listDealRequests(client, { party: 'YOU' })
  console.info(requests.map(({ kind, openingDeliveryId }) => `${kind} of ${openingDeliveryId}`))

  const { items } = await listCounterparties(client, { sortBy: 'openDeals', sortOrder: 'desc' })
  console.info(items.map(({ name, pending, openDeals }) => `${name}: ${pending} pending, ${openDeals} open`))

  const { delivered, received } = await readTransferTotals(client, { state: ['SETTLED'] })
  const { totals } = await readPositionTotals(client, { accountsFilter: 'owned' })
  console.info(delivered.length, received.length, totals.length)

  // Which instruments will be short, and which deals cause it?
  const { items: short } = await listAvailability(client, { to: week.to, isShort: true })
  for (const { registryId, identifier, shortFrom } of short) {
    const flows = await everyPage((page) =>
      listAvailabilityFlows(client, { registryId, to: shortFrom ?? week.to, ...page }),
    )
    console.info(identifier, shortFrom, flows.filter(({ certainty }) => certainty === 'CERTAIN').length)
  }
}
