// The endpoint table: every call, by area. The server mounts it, the SDK calls it.
import * as deliveries from './deliveries.ts'
import * as events from './events.ts'
import * as instruments from './instruments.ts'
import * as ledger from './ledger.ts'
import * as platform from './platform.ts'
import * as registry from './registry.ts'
import * as service from './service.ts'
import * as sync from './sync.ts'
import * as transfers from './transfers.ts'

export const api = {
  introspection: service.introspection,
  health: service.health,
  account: ledger.account,
  publishRawTx: ledger.publishRawTx,
  rpc: ledger.rpc,
  syncStatus: ledger.syncStatus,
  stream: events.stream,
  platform: platform.platform,
  login: platform.login,
  logout: platform.logout,
  me: platform.me,
  tenants: platform.tenants,
  dapps: platform.dapps,
  dappControllers: platform.dappControllers,
  assetAccounts: platform.assetAccounts,
  setAssetAccount: platform.setAssetAccount,
  users: platform.users,
  createUser: platform.createUser,
  updateUser: platform.updateUser,
  instrumentManager: instruments.instrumentManager,
  instruments: instruments.instruments,
  putInstrumentDetails: instruments.putInstrumentDetails,
  instrumentDetails: instruments.instrumentDetails,
  registryManager: registry.registryManager,
  registryInstruments: registry.registryInstruments,
  totalIssuedAmount: registry.totalIssuedAmount,
  registryAccounts: registry.registryAccounts,
  positions: registry.positions,
  deliveryManager: deliveries.deliveryManager,
  legManagers: deliveries.legManagers,
  deliveries: deliveries.deliveries,
  putDeliveryDetails: deliveries.putDeliveryDetails,
  deliveryDetails: deliveries.deliveryDetails,
  transfers: transfers.transfers,
  syncOperations: sync.syncOperations,
  retrySync: sync.retrySync,
} as const

export type Api = typeof api
export type CallName = keyof Api
