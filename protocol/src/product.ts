/** `{product}` of the specification: 'connex' in keys and paths, 'ConneX' in sentences. */
export const PRODUCT = { key: 'connex', name: 'ConneX' } as const

export const GAS_LIMIT = 16_000_000n
export const GAS_PRICE = 1n
export const CASH_DECIMALS = 2
export const CASH_INSTRUMENT = 'Cash Documented'
export const DEFAULT_CURRENCY = 'EUR'
export const DEFAULT_BASE_URL = 'http://127.0.0.1:4000'
export const SEARCH_MINIMUM = 3
export const ITEMS_PER_PAGE_MAXIMUM = 500
