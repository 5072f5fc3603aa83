import { stream } from './events.ts'
import { assetAccounts, dapps, login, logout, me, platform, tenants } from './platform.ts'
import { positions, registryInstruments } from './registry.ts'
import { transfers } from './transfers.ts'

/**
 * Who one is, and what the tables show: the calls of the endpoint table that come first and most often. By themselves,
 * so that a browser need not have fetched the whole table before it can ask for anything.
 */
export const frequentCalls = {
  stream,
  platform,
  login,
  logout,
  me,
  tenants,
  dapps,
  assetAccounts,
  registryInstruments,
  positions,
  transfers,
} as const
