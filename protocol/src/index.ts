// The one door of the treaty.
export * from './api/index.ts'
export type { CallAnswer, CallBody, CallParams, CallQuery, Me } from './api/calls.ts'
export { LEDGER_METHODS } from './api/ledger.ts'
export { ChangeEvent, Topic } from './api/events.ts'
export { AuditAction, AuditEntry, AuditSource } from './api/audit.ts'
export { DeliveryComment } from './api/comments.ts'
export { ExternalAuditLog, HtlcSecret } from './api/deliveryRecords.ts'
export { DappConfig, DocumentMetadata, InstrumentDraft, StoredDocument } from './api/instrumentRecords.ts'
export { TenantInvitation, TenantStrings, UserRegistration } from './api/onboarding.ts'
export { Nomination, NominationAction, NominationStatus } from './api/platformFacts.ts'
export {
  AccountsFilter,
  EntryType,
  ProposeSetAlgorithm,
  ProposedSet,
  RegistryEntry,
} from './api/registryEntries.ts'
export { CustodyChain } from './api/registryFacts.ts'
export { ForcedTransfer, ForcedTransferData } from './api/registryRecords.ts'
export {
  BusinessPartner,
  DefaultedTenant,
  EoaData,
  Template,
  TenantDetails,
  ViewPreset,
} from './api/tenantRecords.ts'
export { OWN_RECORDS, PlatformTenant } from './api/platformTenant.ts'
export { AssetAccount, PlatformUser } from './api/platform.ts'
export { LedgerAssetAccount } from './api/registry.ts'
export { ReferenceType } from './api/transfers.ts'
export { SyncEvent, SyncOperation, SyncStatus } from './api/sync.ts'
export * from './clientConfig.ts'
export * from './endpoint.ts'
export * from './entities/actions.ts'
export * from './entities/batchDigest.ts'
export * from './entities/delivery.ts'
export * from './entities/deliveryDetails.ts'
export * from './entities/instrument.ts'
export * from './entities/instrumentTerms.ts'
export * from './entities/owes.ts'
export * from './entities/position.ts'
export * from './entities/privateText.ts'
export * from './entities/proposeSet.ts'
export * from './entities/registryEntry.ts'
export * from './entities/repoTerms.ts'
export * from './entities/tenant.ts'
export * from './entities/transfer.ts'
export * from './entities/transferActions.ts'
export * from './entities/transferState.ts'
export * from './entities/transitions.ts'
export * from './entities/turnsOf.ts'
export * from './entities/walletExpirationStatus.ts'
export * from './entities/workflow.ts'
export { ENUMERATIONS } from './enumerations.ts'
export * from './errors.ts'
export * from './fingerprint.ts'
export * from './identifiers.ts'
export * from './legReference.ts'
export * from './openApi.ts'
export * from './paging.ts'
export * from './condition.ts'
export * from './privileges.ts'
export * from './problem.ts'
export * from './product.ts'
export * from './quantityText.ts'
export * from './scalars.ts'
export * from './signing.ts'
export * from './version.ts'
