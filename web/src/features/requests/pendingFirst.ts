// The order of the request tables: what is pending comes first.
import type { Page } from '@connex/protocol'

type PageOf = { page: number; itemsPerPage: number }

/**
 * A page of pending rows followed by ended ones, each in its list's own order. The server has no such order, so the page is
 * made of two lists.
 *
 * @example
 * pagePendingFirst((part, page) => listRequests({ ...page, state: STATES[part] }), { page: 1, itemsPerPage: 50 })
 */
export async function pagePendingFirst<Row>(
  list: (part: 'pending' | 'ended', page: PageOf) => Promise<Page<Row>>,
  { page, itemsPerPage }: PageOf,
): Promise<Page<Row>> {
  const pending = await list('pending', { page, itemsPerPage })
  const wanted = itemsPerPage - pending.items.length
  // Ended rows that earlier pages have shown.
  const offset = Math.max(0, (page - 1) * itemsPerPage - pending.totalItemCount)
  const first = Math.floor(offset / itemsPerPage) + 1
  const skipped = offset % itemsPerPage
  const ended = await list('ended', { page: first, itemsPerPage })
  const isOverTwoPages = skipped + wanted > itemsPerPage && ended.totalItemCount > first * itemsPerPage
  const next = isOverTwoPages ? (await list('ended', { page: first + 1, itemsPerPage })).items : []
  const items = [...pending.items, ...[...ended.items, ...next].slice(skipped, skipped + wanted)]
  const totalItemCount = pending.totalItemCount + ended.totalItemCount
  return { items, pageItemCount: items.length, totalItemCount }
}
