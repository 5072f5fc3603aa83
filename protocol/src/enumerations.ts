// Every enumeration of the specification by name, with exactly its values in its order, as the published document has them.
import {
  creationMarks,
  registrationRequestStates,
  registrationTypes,
  registryEntryActions,
  registryTypes,
} from '@connex/contracts'
import * as z from 'zod/mini'
import { AuditAction, AuditSource, SyncStatus } from './api/operations.ts'
import { ReferenceType } from './api/desk/transfers.ts'
import { Currency } from './terms/cash.ts'
import { DeliveryLegState, DeliveryState, LegType } from './entities/delivery.ts'
import {
  AssetClass,
  CustomFieldType,
  IdentifierType,
  InstrumentState,
  InstrumentType,
  PayoutType,
  PriceQuotation,
  RegistryState,
  SecuritisationType,
} from './entities/instrument.ts'
import { AccountsFilter } from './entities/position.ts'
import { DeliveryCommentType, RegistryCommentType } from './entities/privateText.ts'
import { ProposeSetAlgorithm } from './entities/registryEntry.ts'
import { NominationAction, NominationStatus, TenantState } from './entities/tenant.ts'
import { Direction, TransferState } from './entities/transfer.ts'
import { UserStatus, WalletExpirationStatus } from './entities/user.ts'
import {
  DELIVERY_WORKFLOW_ACTIONS,
  INSTRUMENT_WORKFLOW_ACTIONS,
  REGISTRY_WORKFLOW_ACTIONS,
  TaskEntity,
  TaskStatus,
  WorkflowEntity,
  WorkflowState,
} from './entities/workflow.ts'

export const DeliveryAction = z.enum(['NONE', 'CREATE', 'CANCEL', 'SETTLE'])
export type DeliveryAction = z.infer<typeof DeliveryAction>

export const InstrumentAction = z.enum(['NONE', 'CREATE', 'EOL'])
export type InstrumentAction = z.infer<typeof InstrumentAction>

export const RegistrationRequestAction = z.enum(['NONE', 'REQUEST', 'CONFIRM', 'REJECT', 'CANCEL'])
export type RegistrationRequestAction = z.infer<typeof RegistrationRequestAction>

export const RegistryAction = z.enum([
  'NONE',
  'CREATE',
  'UPDATE',
  'UNREGISTER',
  'SUSPEND',
  'UNSUSPEND',
  'FINISH_IMPORT',
  'EXPORT',
])
export type RegistryAction = z.infer<typeof RegistryAction>

export const TransferAgentEntryAction = z.enum([
  'NONE',
  'ONRAMP',
  'TRANSFER',
  'REORG_DELETE',
  'REORG_CREATE',
  'OFFRAMP',
])
export type TransferAgentEntryAction = z.infer<typeof TransferAgentEntryAction>

export const EarmarkAction = z.enum(['NONE', 'EARMARK', 'UNEARMARK'])
export type EarmarkAction = z.infer<typeof EarmarkAction>

export const AccountAction = z.enum(['NONE', 'CONFIG'])
export type AccountAction = z.infer<typeof AccountAction>

/** What a client does with entries. */
export const EntryAction = z.enum(['MINT', 'BURN', 'TRANSFER'])
export type EntryAction = z.infer<typeof EntryAction>

/** The source of an asset that is in no registry of the platform. */
export const SourceType = z.enum(['EXTERNAL'])
export type SourceType = z.infer<typeof SourceType>

export const ENUMERATIONS = {
  WorkflowEntity,
  TaskEntity,
  WorkflowState,
  TaskStatus,
  AuditAction,
  AuditSource,
  DeliveryAction,
  DeliveryState,
  DeliveryLegState,
  DeliveryCommentType,
  LegType,
  DeliveryWorkflowAction: z.enum(DELIVERY_WORKFLOW_ACTIONS),
  DeliveryDirection: Direction,
  SourceType,
  EntryAction,
  InstrumentState,
  InstrumentType,
  IdentifierType,
  PayoutType,
  SecuritisationType,
  InstrumentAction,
  AssetClass,
  CreationMark: z.enum(creationMarks),
  PriceQuotation,
  IssueCurrency: Currency,
  InstrumentWorkflowAction: z.enum(INSTRUMENT_WORKFLOW_ACTIONS),
  RegistryWorkflowAction: z.enum(REGISTRY_WORKFLOW_ACTIONS),
  RegistrationRequestAction,
  RegistrationRequestState: z.enum(registrationRequestStates),
  RegistryType: z.enum(registryTypes),
  RegistrationType: z.enum(registrationTypes),
  RegistryState,
  RegistryEntryAction: z.enum(registryEntryActions),
  TransferAgentEntryAction,
  EarmarkAction,
  RegistryAction,
  AccountAction,
  RegistryCommentType,
  AccountsFilter,
  ProposeSetAlgorithm,
  CustomFieldType,
  ReferenceType,
  NominationStatus,
  NominationAction,
  WalletExpirationStatus,
  UserStatus,
  TenantState,
  SyncStatus,
  TransferState,
} as const
