// The entry point of the protocol: what both sides of the wire agree on.
export { DeliveryComment } from './api/desk/comments.ts'
export { StoredDealMessage } from './api/desk/dealMessages.ts'
export { ExternalAuditLog, HtlcSecret } from './api/desk/deliveries.ts'
export { DocumentMetadata, StoredDocument } from './api/documents.ts'
export { ChangeEvent, Topic } from './api/events.ts'
export { frequentCalls } from './api/frequentCalls.ts'
export * from './api/index.ts'
export * from './api/parameterDescriptions.ts'
export { DappConfig, InstrumentDraft } from './api/instruments.ts'
export { LEDGER_METHODS } from './api/ledger.ts'
export {
  AuditAction,
  AuditEntry,
  AuditSource,
  SyncEvent,
  SyncOperation,
  SyncStatus,
} from './api/operations.ts'
export { NewTransfer } from './api/acts/deliveries.ts'
export {
  actCall,
  ACTS,
  PreparedAct,
  PreparedApproval,
  PreparedActProposal,
  PreparedProposal,
  PreparedTransaction,
  StoredData,
} from './api/prepare.ts'
export type { Act, ActCallName, ActName } from './api/prepare.ts'
export { AssetAccount, LedgerAssetAccount } from './api/desk/positions.ts'
export { CustodyChain, ForcedTransfer, ForcedTransferData } from './api/registrars.ts'
export { EoaData } from './api/tenants.ts'
export { ReferenceType } from './api/desk/transfers.ts'
export { UserRegistration, ViewPreset, PlatformUser } from './api/users.ts'
export * from './calendar/businessDays.ts'
export * from './calendar/calendar.ts'
export * from './calendar/usualTerms.ts'
export * from './clientConfig.ts'
export * from './endpoint.ts'
export * from './api/fees.ts'
export * from './api/finality.ts'
export * from './entities/availability.ts'
export * from './entities/batchDigest.ts'
export * from './entities/delivery.ts'
export * from './entities/dealRequest.ts'
export * from './entities/desk.ts'
export * from './entities/deskSummary.ts'
export * from './entities/expiry.ts'
export * from './entities/instrument.ts'
export * from './entities/owes.ts'
export * from './entities/position.ts'
export * from './entities/privateText.ts'
export * from './entities/proposeSet.ts'
export * from './entities/registryEntry.ts'
export * from './entities/tenant.ts'
export * from './entities/transfer.ts'
export * from './entities/transferActions.ts'
export * from './entities/transitions.ts'
export * from './entities/unit.ts'
export * from './entities/user.ts'
export * from './entities/workflow.ts'
export * from './enumerations.ts'
export * from './errors.ts'
export * from './fingerprint.ts'
export * from './identifiers.ts'
export * from './openApi.ts'
export { SORT_COLUMNS, sortColumnsOf } from './openApi/sortColumns.ts'
export * from './paging.ts'
export * from './privileges.ts'
export * from './parsing/faults.ts'
export * from './problem.ts'
export * from './product.ts'
export * from './text/quantityText.ts'
export * from './text/readableText.ts'
export * from './registryKinds.ts'
export * from './repo/impliedPrice.ts'
export * from './repo/repurchasePrice.ts'
export * from './scalars.ts'
export * from './server.ts'
export * from './signing.ts'
export * from './terms/cash.ts'
export * from './terms/dealMessage.ts'
export * from './terms/instrumentText.ts'
export * from './terms/offerText.ts'
export * from './terms/repoTerms.ts'
export * from './parsing/strictParse.ts'
