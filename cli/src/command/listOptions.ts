import { ITEMS_PER_PAGE_MAXIMUM, pagingFields } from '@connex/protocol'
import type { Option } from './Option.ts'
import { choice, text, whole } from './optionKinds.ts'
import { whereOption } from './whereOption.ts'

const group = 'List'

/**
 * What every list of the server can be asked. `columns`: by which it can be ordered. Those of them that hold quantities are
 * asked for by number, `days` by the day; other times only order the list.
 */
export const listOptions = <const Name extends string>(
  columns: readonly Name[],
  {
    quantities = [],
    times = [],
    days = [],
  }: { quantities?: readonly Name[]; times?: readonly Name[]; days?: readonly Name[] } = {},
) => ({
  page: whole('N', 'which page, from 1', { from: 1, to: 1_000_000_000, group }),
  itemsPerPage: whole('N', `how many rows (at most ${ITEMS_PER_PAGE_MAXIMUM})`, {
    from: 1,
    to: ITEMS_PER_PAGE_MAXIMUM,
    group,
  }),
  sortBy: choice(columns, 'the column that orders the rows', { group }) satisfies Option<Name | undefined>,
  sortOrder: choice(['asc', 'desc'], 'upwards or downwards', { group }),
  filter: text('TEXT', 'only rows with this text in a column', { group, of: pagingFields.filter }),
  where: whereOption(
    { texts: columns.filter((name) => ![...quantities, ...times, ...days].includes(name)), quantities, days },
    group,
  ),
})

/** Of lists that can be asked how things stood: at the end of a block, or at a time. */
export const asOfOptions = {
  asOfBlock: whole('N', 'as it was when this block had been', { to: 1_000_000_000_000, group }),
  asOfTime: whole('SECONDS', 'as it was at this time, in UTC seconds', { to: 1_000_000_000_000, group }),
}

type Asked = {
  page: number | undefined
  itemsPerPage: number | undefined
  sortBy: string | undefined
  sortOrder: 'asc' | 'desc' | undefined
  filter: string | undefined
  where: string[] | undefined
}

/** The options as the server's query has them. */
export const listQuery = ({ page, itemsPerPage, sortBy, sortOrder, filter, where }: Asked) => ({
  page,
  itemsPerPage,
  sortBy,
  sortOrder,
  filter,
  where,
})
