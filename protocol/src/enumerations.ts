// Every enumeration of the specification under a name, with exactly its values in its order, as the published document has them.
import {
  creationMarks,
  registrationRequestStates,
  registrationTypes,
  registryEntryActions,
  registryTypes,
} from '@connex/contracts'
import * as z from 'zod/mini'
import { AuditAction, AuditSource } from './api/audit.ts'
import { ProposeSetAlgorithm } from './api/registryEntries.ts'
import { SyncStatus } from './api/sync.ts'
import { ReferenceType } from './api/transfers.ts'
import * as actions from './entities/actions.ts'
import { DeliveryLegState, DeliveryState, LegType } from './entities/delivery.ts'
import { Currency } from './entities/deliveryDetails.ts'
import {
  AssetClass,
  IdentifierType,
  InstrumentState,
  InstrumentType,
  RegistryState,
} from './entities/instrument.ts'
import {
  CustomFieldType,
  PayoutType,
  PriceQuotation,
  SecuritisationType,
} from './entities/instrumentTerms.ts'
import { NominationAction, NominationStatus } from './entities/nomination.ts'
import { AccountsFilter } from './entities/position.ts'
import { DeliveryCommentType, RegistryCommentType } from './entities/privateText.ts'
import { TenantState, UserStatus, WalletExpirationStatus } from './entities/tenant.ts'
import { Direction } from './entities/transfer.ts'
import { TransferState } from './entities/transferState.ts'
import {
  DELIVERY_WORKFLOW_ACTIONS,
  INSTRUMENT_WORKFLOW_ACTIONS,
  REGISTRY_WORKFLOW_ACTIONS,
  TaskEntity,
  TaskStatus,
  WorkflowEntity,
  WorkflowState,
} from './entities/workflow.ts'

export const ENUMERATIONS = {
  WorkflowEntity,
  TaskEntity,
  WorkflowState,
  TaskStatus,
  AuditAction,
  AuditSource,
  DeliveryAction: actions.DeliveryAction,
  DeliveryState,
  DeliveryLegState,
  DeliveryCommentType,
  LegType,
  DeliveryWorkflowAction: z.enum(DELIVERY_WORKFLOW_ACTIONS),
  DeliveryDirection: Direction,
  SourceType: actions.SourceType,
  EntryAction: actions.EntryAction,
  InstrumentState,
  InstrumentType,
  IdentifierType,
  PayoutType,
  SecuritisationType,
  InstrumentAction: actions.InstrumentAction,
  AssetClass,
  CreationMark: z.enum(creationMarks),
  PriceQuotation,
  IssueCurrency: Currency,
  InstrumentWorkflowAction: z.enum(INSTRUMENT_WORKFLOW_ACTIONS),
  RegistryWorkflowAction: z.enum(REGISTRY_WORKFLOW_ACTIONS),
  RegistrationRequestAction: actions.RegistrationRequestAction,
  RegistrationRequestState: z.enum(registrationRequestStates),
  RegistryType: z.enum(registryTypes),
  RegistrationType: z.enum(registrationTypes),
  RegistryState,
  RegistryEntryAction: z.enum(registryEntryActions),
  TransferAgentEntryAction: actions.TransferAgentEntryAction,
  EarmarkAction: actions.EarmarkAction,
  RegistryAction: actions.RegistryAction,
  AccountAction: actions.AccountAction,
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
