import { ITEMS_PER_PAGE_MAXIMUM } from '@connex/protocol'
import type { Page } from '@connex/protocol'

/**
 * All items of a list that is known to be short enough to hold, page after page.
 *
 * @example
 * const tenants = await everyPage((page) => listTenants(client, page))
 */
export async function everyPage<Item>(
  read: (page: { page: number; itemsPerPage: number }) => Promise<Page<Item>>,
): Promise<Item[]> {
  const items: Item[] = []
  for (let page = 1; ; page++) {
    const answer = await read({ page, itemsPerPage: ITEMS_PER_PAGE_MAXIMUM })
    items.push(...answer.items)
    if (answer.items.length === 0 || items.length >= answer.totalItemCount) return items
  }
}
