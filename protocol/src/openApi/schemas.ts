// The schemas that have a name in the OpenAPI document, so that generated clients have a `Transfer` and a `Position`.
import * as z from 'zod/mini'
import { AdministrationAct, Privilege } from '../api/acts/administration.ts'
import {
  NewBurn,
  NewCancel,
  NewConfirmation,
  NewFop,
  NewMint,
  NewRepo,
  NewReturn,
  NewSecLend,
  NewSubstitution,
  NewTransfer,
} from '../api/acts/deliveries.ts'
import { InstrumentAct } from '../api/acts/instruments.ts'
import { PositionAct } from '../api/acts/positions.ts'
import { RegistryAct } from '../api/acts/registries.ts'
import { DeliveryComment } from '../api/desk/comments.ts'
import { StoredDealMessage } from '../api/desk/dealMessages.ts'
import { ExternalAuditLog, HtlcSecret } from '../api/desk/deliveries.ts'
import { AssetAccount, LedgerAssetAccount } from '../api/desk/positions.ts'
import { DocumentMetadata, StoredDocument } from '../api/documents.ts'
import { ChangeEvent } from '../api/events.ts'
import { Fees } from '../api/fees.ts'
import { DappConfig, InstrumentDraft } from '../api/instruments.ts'
import { AuditEntry, SyncOperation } from '../api/operations.ts'
import {
  ACTS,
  PreparedAct,
  PreparedApproval,
  PreparedActProposal,
  PreparedProposal,
  PreparedTransaction,
  StoredData,
  UnsignedTransaction,
} from '../api/prepare.ts'
import { CustodyChain, ForcedTransfer, ForcedTransferData } from '../api/registrars.ts'
import { EoaData } from '../api/tenants.ts'
import { PlatformUser, UserRegistration, ViewPreset } from '../api/users.ts'
import { DealDetails } from '../deals/dealDetails.ts'
import { DeliveryOfDeal } from '../deals/dealDelivery.ts'
import { CancelVote, Confirmation, Delivery, DeliveryDetails, DeliveryLeg } from '../entities/delivery.ts'
import {
  CounterpartySummary,
  CustodianSummary,
  DueEvent,
  DueSide,
  PositionTotal,
  TransferTotals,
} from '../entities/desk.ts'
import { DealRequest } from '../entities/dealRequest.ts'
import { DeskSummary, DueDay, WaitingGroup } from '../entities/deskSummary.ts'
import {
  DocumentReference,
  Instrument,
  InstrumentDetails,
  RegistryInstrument,
} from '../entities/instrument.ts'
import { Position, PositionSum } from '../entities/position.ts'
import { SaltedText, WrittenText } from '../entities/privateText.ts'
import { ProposedSet, RegistryEntry, RegistryEntryDetails } from '../entities/registryEntry.ts'
import {
  BusinessPartner,
  Dapp,
  DappController,
  DefaultedTenant,
  Nomination,
  PlatformTenant,
  Template,
  Tenant,
  TenantDetails,
  TenantInvitation,
  TenantStrings,
  WorkflowConfig,
} from '../entities/tenant.ts'
import { Transfer, TransferAsset, TransferType } from '../entities/transfer.ts'
import { User } from '../entities/user.ts'
import { Task, Workflow, WorkflowBatch } from '../entities/workflow.ts'
import { ENUMERATIONS } from '../enumerations.ts'
import { DealEvent } from '../terms/dealEvent.ts'
import { LoanTerms, MarginTerms } from '../terms/loanTerms.ts'
import { RepoTerms } from '../terms/repoTerms.ts'

/** `GrantPrivilegesAct` */
const ACT_SCHEMAS = Object.fromEntries(
  Object.entries(ACTS).map(([name, schema]) => [
    `${name.charAt(0).toUpperCase()}${name.slice(1)}Act`,
    schema,
  ]),
)

const SCHEMAS: Readonly<Record<string, z.ZodMiniType>> = {
  ...ENUMERATIONS,
  ...ACT_SCHEMAS,
  AdministrationAct,
  AssetAccount,
  AuditEntry,
  BusinessPartner,
  CancelVote,
  ChangeEvent,
  Confirmation,
  CounterpartySummary,
  CustodianSummary,
  CustodyChain,
  Dapp,
  DappConfig,
  DappController,
  DealDetails,
  DealEvent,
  DefaultedTenant,
  Delivery,
  DeliveryComment,
  DeliveryDetails,
  DeliveryLeg,
  DeliveryOfDeal,
  DealRequest,
  DeskSummary,
  DocumentMetadata,
  DocumentReference,
  DueDay,
  DueEvent,
  DueSide,
  EoaData,
  ExternalAuditLog,
  Fees,
  ForcedTransfer,
  ForcedTransferData,
  HtlcSecret,
  Instrument,
  InstrumentAct,
  InstrumentDetails,
  InstrumentDraft,
  LedgerAssetAccount,
  LoanTerms,
  MarginTerms,
  NewBurn,
  NewCancel,
  NewConfirmation,
  NewFop,
  NewMint,
  NewRepo,
  NewReturn,
  NewSecLend,
  NewSubstitution,
  NewTransfer,
  Nomination,
  PlatformTenant,
  PlatformUser,
  Position,
  PositionAct,
  PositionSum,
  PositionTotal,
  PreparedAct,
  PreparedApproval,
  PreparedActProposal,
  PreparedProposal,
  PreparedTransaction,
  Privilege,
  ProposedSet,
  RegistryAct,
  RegistryEntry,
  RegistryEntryDetails,
  RegistryInstrument,
  RepoTerms,
  SaltedText,
  StoredData,
  StoredDealMessage,
  StoredDocument,
  SyncOperation,
  Task,
  Template,
  Tenant,
  TenantDetails,
  TenantInvitation,
  TenantStrings,
  Transfer,
  TransferAsset,
  TransferTotals,
  TransferType,
  UnsignedTransaction,
  User,
  UserRegistration,
  ViewPreset,
  WaitingGroup,
  Workflow,
  WorkflowBatch,
  WorkflowConfig,
  WrittenText,
}

const names = z.registry<{ id: string }>()
for (const [id, schema] of Object.entries(SCHEMAS)) names.add(schema, { id })

type JsonObject = { [key: string]: unknown }

export type Schemas = {
  /** As JSON Schema; what has a name is a reference. */
  of: (schema: z.ZodMiniType, io: 'input' | 'output') => JsonObject
  /** Gives an object a name of its own, if it has none: a reference. */
  named: (name: string, json: JsonObject) => JsonObject
  /** Everything that was referred to. */
  components: () => JsonObject
}

/** The schemas of one document. `createSchemas().of(Transfer, 'output')` → { $ref: '#/components/schemas/Transfer' } */
export function createSchemas(): Schemas {
  const components: Record<string, JsonObject> = {}

  /** A request may allow what an answer never has: then it gets a name beside. */
  function place(id: string, json: JsonObject): string {
    const known = components[id]
    const name = known === undefined || JSON.stringify(known) === JSON.stringify(json) ? id : `${id}Input`
    components[name] = json
    return name
  }

  return {
    of(schema, io) {
      const made = z.toJSONSchema(schema, { io, unrepresentable: 'any', metadata: names }) as JsonObject
      const { $schema: _dialect, $defs = {}, ...json } = opened(made)
      const places = new Map<string, string>()
      const relocated = (value: unknown): unknown =>
        mapped(value, (id) => `#/components/schemas/${places.get(id) ?? id}`)
      // What others refer to comes last.
      for (const [id, one] of Object.entries($defs as JsonObject).toReversed())
        places.set(id, place(id, relocated(one) as JsonObject))
      return relocated(json) as JsonObject
    },
    named(name, json) {
      if (json['type'] !== 'object' || Object.keys(json['properties'] ?? {}).length === 0) return json
      return { $ref: `#/components/schemas/${place(name, json)}` }
    },
    components: () => components,
  }
}

/** Objects are open: a newer server may answer more. (What a request has beyond its schema is refused.) */
function opened(json: JsonObject): JsonObject {
  const open = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(open)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value)
        .filter(([key, one]) => key !== 'additionalProperties' || one !== false)
        .map(([key, one]) => [key, open(one)]),
    )
  }
  return open(json) as JsonObject
}

function mapped(value: unknown, place: (id: string) => string): unknown {
  if (Array.isArray(value)) return value.map((one) => mapped(one, place))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) =>
      key === '$ref' && typeof one === 'string'
        ? [key, place(one.replace('#/$defs/', ''))]
        : [key, mapped(one, place)],
    ),
  )
}
