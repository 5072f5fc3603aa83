// The product's name, and the defaults and limits that the specification gives.

/** `{product}` of the specification: 'connex' in keys and paths, 'ConneX' in sentences. */
export const PRODUCT = { key: 'connex', name: 'ConneX' } as const

/** Of a ledger transaction. */
export const GAS_LIMIT = 16_000_000n
/** In wei. */
export const GAS_PRICE = 1n

/** Cash is paid outside the ledger, so these replace the terms of an instrument. */
export const CASH_DECIMALS = 2
export const CASH_INSTRUMENT = 'Cash Documented'
export const DEFAULT_CURRENCY = 'EUR'

/** Of a server, where the client's configuration names none. */
export const DEFAULT_BASE_URL = 'http://127.0.0.1:4000'

/** The fewest characters that search a table. */
export const SEARCH_MINIMUM = 3
export const ITEMS_PER_PAGE_MAXIMUM = 500
