// The endpoint table: every call, by resource. The server mounts it, the SDK calls it.
import type * as z from 'zod/mini'
import { availabilityApi } from './desk/availability.ts'
import { commentsApi } from './desk/comments.ts'
import { dealMessagesApi } from './desk/dealMessages.ts'
import { dealsApi } from './desk/deals.ts'
import { deliveriesApi } from './desk/deliveries.ts'
import { deskApi } from './desk/desk.ts'
import { documentsApi } from './documents.ts'
import { eventsApi } from './events.ts'
import { instrumentsApi } from './instruments.ts'
import { invitationsApi } from './invitations.ts'
import { ledgerApi } from './ledger.ts'
import { operationsApi } from './operations.ts'
import { platformApi } from './platform.ts'
import { positionsApi } from './desk/positions.ts'
import { prepareApi } from './prepare.ts'
import { registrarsApi } from './registrars.ts'
import { registriesApi } from './registries.ts'
import { registryEntriesApi } from './registryEntries.ts'
import { summaryApi } from './desk/summary.ts'
import { tenantsApi } from './tenants.ts'
import { transfersApi } from './desk/transfers.ts'
import { usersApi } from './users.ts'
import { workflowsApi } from './workflows.ts'

export const api = {
  ...operationsApi,
  ...ledgerApi,
  ...eventsApi,
  ...platformApi,
  ...usersApi,
  ...invitationsApi,
  ...tenantsApi,
  ...instrumentsApi,
  ...documentsApi,
  ...registriesApi,
  ...registrarsApi,
  ...positionsApi,
  ...registryEntriesApi,
  ...deliveriesApi,
  ...commentsApi,
  ...transfersApi,
  ...summaryApi,
  ...deskApi,
  ...prepareApi,
  ...dealsApi,
  ...dealMessagesApi,
  ...availabilityApi,
  ...workflowsApi,
} as const

export type Api = typeof api
export type CallName = keyof Api

/** The names of each resource's calls, for who handles one resource. `ResourceCalls['transfers']` */
export type ResourceCalls = {
  availability: keyof typeof availabilityApi
  comments: keyof typeof commentsApi
  dealMessages: keyof typeof dealMessagesApi
  deals: keyof typeof dealsApi
  deliveries: keyof typeof deliveriesApi
  desk: keyof typeof deskApi | keyof typeof summaryApi
  documents: keyof typeof documentsApi
  events: keyof typeof eventsApi
  instruments: keyof typeof instrumentsApi
  invitations: keyof typeof invitationsApi
  ledger: keyof typeof ledgerApi
  operations: keyof typeof operationsApi
  platform: keyof typeof platformApi
  positions: keyof typeof positionsApi
  prepare: keyof typeof prepareApi
  registrars: keyof typeof registrarsApi
  registries: keyof typeof registriesApi
  registryEntries: keyof typeof registryEntriesApi
  tenants: keyof typeof tenantsApi
  transfers: keyof typeof transfersApi
  users: keyof typeof usersApi
  workflows: keyof typeof workflowsApi
}

export type CallQuery<Name extends CallName> = z.output<Api[Name]['query']>
export type CallParams<Name extends CallName> = z.output<Api[Name]['params']>
export type CallBody<Name extends CallName> = z.output<Api[Name]['body']>
export type CallAnswer<Name extends CallName> = z.output<Api[Name]['response']>

/** The user and the tenant behind a signed request. */
export type Me = CallAnswer<'me'>
