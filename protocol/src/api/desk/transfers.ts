import * as z from 'zod/mini'
import { AssetClass } from '../../entities/instrument.ts'
import { Transfer, TransferType, Direction, TransferState } from '../../entities/transfer.ts'
import { COORDINATE, IN_DELIVERIES, IN_REGISTRIES, READ_ENTRIES } from '../../access.ts'
import { endpoint, page } from '../../endpoint.ts'
import { asOfFields, expiryFields, pagingFields, queryBoolean, queryList } from '../../paging.ts'
import { AccountNumber, Address, DeliveryId, RegistryId } from '../../scalars.ts'
import { DealEventKind } from '../../terms/dealEventKind.ts'

const AccountText = z.optional(z.string().check(z.maxLength(200)))

/** Whose reference is meant: a leg's, an account's, or any, the creator's own id of the trade among them. */
export const ReferenceType = z.enum(['deliveryLeg', 'assetAccount', 'any'])
export type ReferenceType = z.infer<typeof ReferenceType>

const query = z.object({
  ...pagingFields,
  ...asOfFields,
  ...expiryFields,
  transferId: z.optional(queryList(DeliveryId)),
  transferType: z.optional(queryList(TransferType)),
  /** As far as the caller's tenant has the private details. */
  dealEvent: z.optional(queryList(DealEventKind)),
  state: z.optional(queryList(TransferState)),
  /** Those that wait for this tenant: for its confirmation, or its answer to the other side's request to cancel. */
  waiting: z.optional(queryBoolean),
  direction: z.optional(Direction),
  sender: z.optional(Address),
  receiver: z.optional(Address),
  /** Sender, receiver, registrar or coordinator of any leg. */
  participant: z.optional(Address),
  registryManagerAddr: z.optional(Address),
  registrarAddr: z.optional(Address),
  registryId: z.optional(RegistryId),
  senderAccount: z.optional(AccountNumber),
  receiverAccount: z.optional(AccountNumber),
  /**
   * A delivery's id or the ledger managers' id of one of its legs; an account's number or the caller's tenant's
   * identifier or name for it.
   */
  reference: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
  /** any, where it is not named. */
  referenceType: z.optional(ReferenceType),
  issuer: z.optional(Address),
  assetClass: z.optional(AssetClass),
  /** By the names that the caller's tenant has given its accounts. */
  senderAccountCategory: AccountText,
  senderAccountInternalIdentifier: AccountText,
  receiverAccountCategory: AccountText,
  receiverAccountInternalIdentifier: AccountText,
})

export const transfersApi = {
  transfers: endpoint({
    method: 'GET',
    path: '/transfer/transfers',
    summary:
      "The tenant's transfers, mint and burn requests, each with the state as this tenant sees it; sortBy=turn has its own turns first",
    privileges: ['delivery.BACKOFFICE', 'delivery.BACKOFFICE_RO'],
    tenantPrivileges: IN_DELIVERIES,
    exemptedBy: COORDINATE,
    query,
    response: page(Transfer),
    isPage: true,
  }),
  registryTransfers: endpoint({
    method: 'GET',
    path: '/registry-manager/transfers',
    summary: "The tenant's transfers in registries; a registrar sees those of its own",
    privileges: READ_ENTRIES,
    tenantPrivileges: IN_REGISTRIES,
    query,
    response: page(Transfer),
    isPage: true,
  }),
}
