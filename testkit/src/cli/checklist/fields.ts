import { openApiDocument } from '@connex/protocol'
import { describe, expect, test } from 'vitest'
import type { ChecklistClient, Json } from './client.ts'

/** A row's call, and the fields that the first of its items has. */
type Row = { id: string; user: string; path: string; fields: string; at?: string }

const ROWS: readonly Row[] = [
  {
    id: 'P013',
    user: 'a.keller',
    path: '/transfer/transfers',
    fields: 'deliveryId transferType state registrarAddr registryManagerAddr counterpartyAddr',
  },
  {
    id: 'P021',
    user: 'a.keller',
    path: '/registry-manager/positions',
    fields: 'identifier registryManagerAddr registrarAddr account quantity earmarked',
  },
  {
    id: 'P020',
    user: 'a.keller',
    path: '/registry-manager/instruments',
    fields: 'identifier label instrumentType issueSize registryState description',
  },
  { id: 'P025', user: 'a.keller', path: '/platform/tenants', fields: 'address name connexApiUrl' },
  {
    id: 'P026',
    user: 'a.keller',
    path: '/platform/tenants',
    fields: 'address type dappAddress',
    at: 'dappControllers',
  },
  {
    id: 'P027',
    user: 'a.keller',
    path: '/platform/tenants',
    fields:
      'lei apiUrl auditIds details invitations templates businessPartners defaultedTenants recoveryNominations isHostedHere confirmer',
  },
  { id: 'P028', user: 'a.keller', path: '/platform/dapps', fields: 'address shortName privileges' },
  {
    id: 'P030',
    user: 'a.keller',
    path: '/platform/tenants/users',
    fields: 'userAddr userId auditIds invitationToken viewPresets',
  },
  {
    id: 'P033',
    user: 'a.keller',
    path: '/delivery-manager/leg-managers',
    fields: 'registryType active deliveryLegManager',
  },
  {
    id: 'P034',
    user: 'a.keller',
    path: '/platform/tenants/accounts',
    fields: 'accountNum ownerAddr category internalIdentifier accountName entityId auditId',
  },
  {
    id: 'P035',
    user: 'a.keller',
    path: '/platform/dapp-controllers',
    fields: 'functionSelector signaturesRequired',
    at: 'workflowConfig',
  },
  {
    id: 'P037',
    user: 'a.keller',
    path: '/delivery-manager/deliveries',
    fields: 'deliveryId deliveryManagerAddr deliveryState auditIds',
  },
  {
    id: 'P037',
    user: 'a.keller',
    path: '/delivery-manager/deliveries',
    fields: 'legIdx legEntityId sender receiver txCoordinator registrar',
    at: 'legs',
  },
  {
    id: 'P039',
    user: 'a.keller',
    path: '/instrument-manager/instruments',
    fields:
      'instrumentId instrumentManagerAddr instrumentState assetClass issuerAddr revision entityId identifier internalIdentifier',
  },
]

export function fieldRows(walk: () => ChecklistClient): void {
  test.each<Row>(ROWS)('$id as $user: $path has $fields', async ({ user, path, fields, at }) => {
    const { status, json } = await walk().request(user, path)
    expect(status).toBe(200)
    const items =
      at === undefined ? json['items'] : [...(json['items'] ?? [])].flatMap((item) => [...(item[at] ?? [])])
    expect(Object.keys(items?.[0] ?? {})).toEqual(expect.arrayContaining(fields.split(' ')))
  })

  objectRows(walk)
  filterRows(walk)
}

function objectRows(walk: () => ChecklistClient): void {
  describe('reads of one object', () => {
    test('P022 P029 who am I tells tenant, user, status, lock and privileges', async () => {
      const { json } = await walk().request('a.keller', '/platform/me')
      expect(json['user']).toMatchObject({ status: 'ACTIVE', lockExpiration: null, instancePrivileges: [] })
      expect(json['tenant']).toMatchObject({ name: 'Alpenbank' })
      const { json: locked } = await walk().requestSigned('l.riegel', '/platform/me')
      expect(locked['user']?.['lockExpiration']).toBeGreaterThan(Date.now() / 1000)
    })

    test('P031 the platform tells its address and the refund threshold', async () => {
      const { json } = await walk().request('a.keller', '/platform')
      expect(json['address']).toBe(walk().description.contracts['PlatformManager']?.toLowerCase())
      expect(BigInt(json['refundThreshold'] ?? 0)).toBeGreaterThanOrEqual(48_000_000n)
    })

    test('P032 the ledger account is what the ledger says', async () => {
      const { json } = await walk().request('a.keller', '/dlt/eth/account')
      const of = async (method: string) => {
        const params = [walk().addressOf('a.keller'), 'latest']
        const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
        const headers = { 'content-type': 'application/json' }
        const answer = await fetch(walk().description.ledger.rpcUrl, { method: 'POST', body, headers })
        return BigInt(((await answer.json()) as { result: string }).result)
      }
      expect(BigInt(json['balance'] ?? -1)).toBe(await of('eth_getBalance'))
      expect(BigInt(json['nonce'] ?? -1)).toBe(await of('eth_getTransactionCount'))
    })

    test('P015 P016 P017 a transfer tells what goes, what comes, and the cash of a repo', async () => {
      const { json } = await walk().request('a.keller', '/transfer/transfers?transfer-type=REPO')
      const repo = json['items']?.[0]
      expect(Object.keys(repo ?? {})).toEqual(
        expect.arrayContaining([
          'deliver',
          'receive',
          'description',
          'direction',
          'cashQuantity',
          'cashCurrency',
        ]),
      )
      expect(repo?.['cashCurrency']).toBe('EUR')
      expect(repo?.['cashQuantity']).toMatch(/^\d+\.\d\d$/)
    })

    test('P036 A017 a list is a page on v6, and a plain array with its total on v5', async () => {
      const path = '/registry-manager/positions?items-per-page=2'
      const v6 = await walk().request('a.keller', path)
      expect(Object.keys(v6.json).toSorted()).toEqual(['items', 'pageItemCount', 'totalItemCount'])
      const v5 = await walk().request('a.keller', path, { version: 5 })
      expect(v5.json).toEqual(v6.json['items'])
      expect(v5.headers.get('x-total-count')).toBe(String(v6.json['totalItemCount']))
    })
  })
}

function filterRows(walk: () => ChecklistClient): void {
  describe('filters', () => {
    narrows(walk, 'P041', 'a.keller', '/registry-manager/instruments', (first) => ({
      'registry-manager-addr': [first['registryManagerAddr'], NOBODY],
      'registrar-addr': [first['registrarAddr'], NOBODY],
      'instrument-manager-addr': [first['instrumentManagerAddr'], NOBODY],
      'registry-state': ['REGISTERED', 'IMPORTING'],
      'asset-class': ['DIGITAL', 'TRADITIONAL'],
      'instrument-ids': [first['instrumentId'], WORD],
      'registry-ids': [first['registryId'], WORD],
      'instrument-issuer': [first['issuerAddr'], NOBODY],
      'instrument-revision': [first['revision'], 77],
      'entity-id': [first['registryId'], WORD],
      'from-block': [1, 999_999_999],
      identifier: [first['identifier'], 'XX0000000000'],
    }))
    narrows(walk, 'P043', 'a.keller', '/transfer/transfers', (first) => ({
      participant: [first['counterpartyAddr'], NOBODY],
      'transfer-id': [first['deliveryId'], WORD],
      'transfer-type': [first['transferType'], undefined],
      'asset-class': ['DIGITAL', undefined],
      reference: [first['deliveryId'], 'nothing-of-the-kind'],
    }))
    narrows(walk, 'P044', 'a.keller', '/registry-manager/positions', (first) => ({
      owner: [first['owner'], NOBODY],
      account: [first['account'], '999999999'],
      'registry-manager-addr': [first['registryManagerAddr'], NOBODY],
      'registrar-addr': [first['registrarAddr'], NOBODY],
      'registry-id': [first['registryId'], WORD],
      'accounts-filter': ['owned', 'shared'],
      'asset-class': ['DIGITAL', 'TRADITIONAL'],
      'query-type': ['accounts', 'chains'],
      'exclude-earmarked': ['true', undefined],
      'is-redeemable': ['false', 'true'],
      filter: [first['identifier'], 'zzzzzz'],
    }))
  })
}

/** Each filter by two values: one that some rows have, and one that none has. */
type FilterCases = (
  first: Json,
) => Record<string, readonly [there: string | number | undefined, notThere: string | number | undefined]>

const NOBODY = `0x${'5a'.repeat(20)}`
const WORD = `0x${'5a'.repeat(32)}`

function narrows(
  walk: () => ChecklistClient,
  id: string,
  user: string,
  path: string,
  cases: FilterCases,
): void {
  const total = async (filtered: string): Promise<number> => {
    const { status, json } = await walk().request(user, filtered)
    expect([filtered, status]).toEqual([filtered, 200])
    return Number(json['totalItemCount'])
  }
  test(`${id} each filter of ${path} keeps what is there, and leaves nothing of what is not`, async () => {
    const { json } = await walk().request(user, path)
    const first = json['items']?.[0]
    if (first === undefined) throw new Error(`${path} is empty`)
    const all = Number(json['totalItemCount'])
    for (const [name, [there, notThere]] of Object.entries(cases(first))) {
      const found = await total(`${path}?${name}=${there}`)
      expect([name, found > 0 && found <= all]).toEqual([name, true])
      if (notThere !== undefined)
        expect([name, await total(`${path}?${name}=${notThere}`)]).toEqual([name, 0])
    }
  })
}

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
