// The resources behind the tables and screens of a desk, which a browser fetches with the first of them.
import { deskApi } from './desk.ts'
import { positionsApi } from './positions.ts'
import { registriesApi } from './registries.ts'
import { transfersApi } from './transfers.ts'

export const tableCalls = {
  ...registriesApi,
  ...positionsApi,
  ...transfersApi,
  ...deskApi,
} as const
