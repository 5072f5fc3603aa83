// Written by script/generate.ts from the contracts. Do not edit.
export const deliveryStates = [
  "NONE",
  "CREATED",
  "PENDING",
  "CANCELED",
  "SETTLED",
] as const

export const deliveryLegStates = [
  "NONE",
  "CREATED",
  "DELIVERED",
  "CONFIRMED",
  "PARTIALY_CONFIRMED",
] as const

export const entryTypes = [
  "NONE",
  "PREPARED",
  "ISSUED",
  "REDEEMABLE",
  "EXPORTING",
  "TERMINATED",
] as const

export const registryEntryActions = [
  "NONE",
  "ISSUE",
  "TRANSFER",
  "REORG_DELETE",
  "REORG_CREATE",
  "TERMINATE_ENTRY",
  "FORCED_TRANSFER",
  "IMPORT",
  "EXPORT",
  "PREPARE_ENTRY",
  "TERMINATE_PREPARED_ENTRY",
  "MARK_AS_REDEEMABLE",
] as const

export const instrumentStates = [
  "NONE",
  "CREATED",
  "REGISTERED",
  "EXPIRED",
  "DRAFT",
] as const

export const instrumentTypes = [
  "NONE",
  "BOND",
  "FUND",
  "PRIVATE",
] as const

export const identifierTypes = [
  "NONE",
  "ISIN",
  "WKN",
  "DOCUMENT_REFERENCE",
] as const

export const assetClasses = [
  "NONE",
  "DIGITAL",
  "TRADITIONAL",
] as const

export const creationMarks = [
  "NONE",
  "TO_IMPORT",
] as const

export const legTypes = [
  "NONE",
  "EXTERNAL",
  "HTLC",
  "TRADITIONAL",
  "DIGITAL",
  "DIGITAL_WITH_COORDINATOR",
  "ERC20",
  "ERC721",
  "TXC",
] as const

export const legRoles = [
  "NONE",
  "SENDER",
  "RECEIVER",
  "REGISTRAR",
  "COORDINATOR",
] as const

export const registryTypes = [
  "NONE",
  "DIGITAL",
] as const

export const registrationTypes = [
  "NONE",
  "MIXED_HOLDINGS",
] as const

export const registryStates = [
  "NONE",
  "REGISTERED",
  "DEREGISTERED",
  "SUSPENDED",
  "IMPORTING",
  "EXPORTING",
] as const

export const registrationRequestStates = [
  "NONE",
  "REQUESTED",
  "CONFIRMED",
  "REJECTED",
  "CANCELED",
  "DEREGISTERED",
] as const

export const nominationStatuses = [
  "NONE",
  "NOMINATED",
  "COMMITTED",
  "CANCELLED",
] as const
