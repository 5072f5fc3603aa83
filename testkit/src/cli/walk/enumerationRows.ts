import { openApiDocument } from '@connex/protocol'
import { expect, test } from 'vitest'
import type { ChecklistClient } from './openWalk.ts'

type EnumerationRow = readonly [id: string, name: string, values: string]

/** As the specification writes them, letter by letter. */
const ENUMERATIONS: readonly EnumerationRow[] = [
  ['P047', 'WorkflowEntity', 'instrument, delivery, delivery_leg, forced_transfer'],
  ['P048', 'TaskEntity', 'instrument, delivery, delivery_leg, forced_transfer, registry'],
  ['P049', 'WorkflowState', 'PENDING, CONFIRMED, EXECUTED, REJECTED, ABORTED'],
  ['P050', 'TaskStatus', 'PENDING, CONFIRMED, EXECUTED, REJECTED, ABORTED, UNSTARTED, WAITING'],
  [
    'P051',
    'AuditAction',
    'EXECUTE, CREATE_DRAFT, UPDATE_DRAFT, PROPOSE_DRAFT, WORKFLOW_START, WORKFLOW_CONFIRM, WORKFLOW_EXECUTE, WORKFLOW_REJECT, WORKFLOW_REVOKE, WORKFLOW_ABORT, CREATE, DELETE',
  ],
  ['P053', 'AuditSource', 'INTERNAL, ON-CHAIN, PROPOSE'],
  ['P054', 'DeliveryAction', 'NONE, CREATE, CANCEL, SETTLE'],
  ['P055', 'DeliveryState', 'NONE, CREATED, PENDING, CANCELED, SETTLED'],
  ['P056', 'DeliveryLegState', 'NONE, CREATED, DELIVERED, CONFIRMED, PARTIALY_CONFIRMED'],
  ['P057', 'DeliveryCommentType', 'INTERNAL, PRIVATE'],
  [
    'P058',
    'LegType',
    'NONE, EXTERNAL, HTLC, TRADITIONAL, DIGITAL, DIGITAL_WITH_COORDINATOR, ERC20, ERC721, TXC',
  ],
  [
    'P059',
    'DeliveryWorkflowAction',
    'confirmDelivery, batchTransaction, confirmLegDelivery, reportExternalDelivery, confirmAndLockLeg, unlockAndDeliverLeg, confirmExternalDelivery',
  ],
  ['P060', 'DeliveryDirection', 'DELIVER, RECEIVE'],
  ['P061', 'SourceType', 'EXTERNAL'],
  ['P062', 'EntryAction', 'MINT, BURN, TRANSFER'],
  ['P063', 'InstrumentState', 'NONE, CREATED, REGISTERED, EXPIRED, DRAFT'],
  ['P064', 'InstrumentType', 'NONE, BOND, FUND, PRIVATE'],
  ['P065', 'IdentifierType', 'NONE, ISIN, WKN, DOCUMENT_REFERENCE'],
  ['P066', 'PayoutType', 'ZERO_BOND, IMMO_PAYOUT, FIXED_COUPON, FUND, FLOATER, OTHER'],
  ['P067', 'SecuritisationType', 'BEARER_BOND, REGISTERED_BOND, OTHER'],
  ['P068', 'InstrumentAction', 'NONE, CREATE, EOL'],
  ['P069', 'AssetClass', 'NONE, DIGITAL, TRADITIONAL'],
  ['P070', 'CreationMark', 'NONE, TO_IMPORT'],
  ['P071', 'PriceQuotation', 'PRICE_IN_PERCENT, PRICE_PER_UNIT'],
  ['P072', 'IssueCurrency', 'EUR, USD, GBP, CHF, JPY, SEK, NKK, DKK'],
  [
    'P073',
    'InstrumentWorkflowAction',
    'createInstrument, createInstrumentRevision, createPrivateInstrument, createInstrumentWithDepositary, createPrivateInstrumentWithDepositary, createInstrumentV2, createInstrumentRevisionV2, createPrivateInstrumentV2, createInstrumentWithDepositaryV2, createPrivateInstrumentWithDepositaryV2, createTraditionalInstrument',
  ],
  [
    'P074',
    'RegistryWorkflowAction',
    'requestInstrumentRegistration, confirmInstrumentRegistrationAndPrepareRegistry, suspendRegistry, unsuspendRegistry, deregister, finishImport, startExporting',
  ],
  ['P075', 'RegistrationRequestAction', 'NONE, REQUEST, CONFIRM, REJECT, CANCEL'],
  ['P076', 'RegistrationRequestState', 'NONE, REQUESTED, CONFIRMED, REJECTED, CANCELED, DEREGISTERED'],
  ['P077', 'RegistryType', 'NONE, DIGITAL'],
  ['P078', 'RegistrationType', 'NONE, MIXED_HOLDINGS'],
  ['P079', 'RegistryState', 'NONE, REGISTERED, DEREGISTERED, SUSPENDED, IMPORTING, EXPORTING'],
  [
    'P080',
    'RegistryEntryAction',
    'NONE, ISSUE, TRANSFER, REORG_DELETE, REORG_CREATE, TERMINATE_ENTRY, FORCED_TRANSFER, IMPORT, EXPORT, PREPARE_ENTRY, TERMINATE_PREPARED_ENTRY, MARK_AS_REDEEMABLE',
  ],
  ['P081', 'TransferAgentEntryAction', 'NONE, ONRAMP, TRANSFER, REORG_DELETE, REORG_CREATE, OFFRAMP'],
  ['P082', 'EarmarkAction', 'NONE, EARMARK, UNEARMARK'],
  ['P083', 'RegistryAction', 'NONE, CREATE, UPDATE, UNREGISTER, SUSPEND, UNSUSPEND, FINISH_IMPORT, EXPORT'],
  ['P084', 'AccountAction', 'NONE, CONFIG'],
  ['P086', 'AccountsFilter', 'all, owned, shared'],
  ['P087', 'ProposeSetAlgorithm', 'greedy, minimal'],
  ['P088', 'CustomFieldType', 'text'],
  ['P089', 'ReferenceType', 'deliveryLeg, assetAccount, any'],
  ['P090', 'NominationStatus', 'NOMINATED, COMMITTED, CANCELLED'],
  ['P091', 'NominationAction', 'NOMINATE, COMMIT, CANCEL'],
  ['P092', 'WalletExpirationStatus', 'ACTIVE, EXPIRED, EXPIRING, INACTIVE_USER, EXCLUDED'],
  ['P093', 'UserStatus', 'INVITED, REJECTED, INACTIVE, ACTIVE, DELETED'],
  ['P094', 'TenantState', 'INVITED, REJECTED, INACTIVE, ACTIVE, DELETED, CONFIRMED'],
  ['P096', 'SyncStatus', 'PENDING, SYNCED, REQUEST_FAILED, FINGERPRINT_MISMATCH, NO_ELIGIBLE_TENANTS'],
  ['P098', 'TransferState', 'PENDING, PENDING_COUNTERPARTY, PENDING_CUSTODIAN, SETTLED, CANCELED'],
]

export function enumerationRows(walk: () => ChecklistClient): void {
  test.each(ENUMERATIONS)(
    '%s %s is published with exactly its values in their order',
    async (_, name, values) => {
      const { json } = await walk().requestUnsigned('/openapi.json')
      expect(json['components']?.['schemas']?.[name]?.['enum']).toEqual(values.split(', '))
    },
  )

  test('P085 the seven kinds of comments of registries', async () => {
    const { json } = await walk().requestUnsigned('/openapi.json')
    expect(json['components']?.['schemas']?.['RegistryCommentType']?.['enum']).toHaveLength(7)
    expect(Object.keys(openApiDocument(6).paths).length).toBe(Object.keys(json['paths'] ?? {}).length)
  })
}
