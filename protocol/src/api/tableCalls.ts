// The resources behind the tables and screens of a desk, which a browser fetches with the first of them.
import { deskApi } from './desk/desk.ts'
import { positionsApi } from './desk/positions.ts'
import { registriesApi } from './registries.ts'
import { transfersApi } from './desk/transfers.ts'

export const tableCalls = {
  ...registriesApi,
  ...positionsApi,
  ...transfersApi,
  ...deskApi,
} as const
