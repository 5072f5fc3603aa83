// Logs that no contract of the deployment writes in a test: of code that is replaced, of decimals that change, and of managers
// that are of no kind known here.
import {
  accountRegistryManagerAbi,
  chainRegistryManagerAbi,
  dappFactoryAbi,
  earmarkProtocolsAbi,
  entryRegistryManagerAbi,
  instrumentManagerAbi,
  registrationAbi,
  registryStates,
  upgradableAbi,
} from '@connex/contracts'
import { Address, Bytes32, TxHash, ZERO_ADDRESS } from '@connex/protocol'
import { encodeAbiParameters, encodeEventTopics, zeroAddress, zeroHash } from 'viem'
import type { Abi, AbiEvent } from 'viem'
import { expect, test } from 'vitest'
import type { ContractKind } from '../storage/schema/ledgerTables.ts'
import { foldBatch } from './foldBatch.ts'
import { gatherEvents } from './gatherEvents.ts'
import type { Log } from './ledger.ts'

const address = (digit: string) => Address.parse(`0x${digit.repeat(40)}`)
const word = (digit: string) => Bytes32.parse(`0x${digit.repeat(64)}`)
const manager = address('a')

let numLogs = 0

function logOf(abi: Abi, eventName: string, args: Readonly<Record<string, unknown>>): Log {
  const event = abi.find((item): item is AbiEvent => item.type === 'event' && item.name === eventName)
  if (event === undefined) throw new Error(`There is no event ${eventName}.`)
  const open = event.inputs.filter((input) => input.indexed !== true)
  numLogs += 1
  return {
    address: manager,
    topics: encodeEventTopics({ abi, eventName, args }).map(String),
    data: encodeAbiParameters(
      open,
      open.map((input) => args[input.name ?? '']),
    ),
    block: numLogs,
    blockHash: word('b'),
    at: numLogs,
    logIndex: 0,
    txHash: TxHash.parse(word('c')),
  }
}

function fold(kind: ContractKind, ...logs: Log[]) {
  const contracts = new Map([[manager, { kind, owner: manager, since: 0 }]])
  const { events } = gatherEvents(logs, contracts, new Map())
  return foldBatch(events, {
    rows: new Map(),
    legs: [],
    confirmations: [],
    receiving_accounts: [],
    cancel_votes: [],
  })
}

const current = (folded: ReturnType<typeof fold>, table: string) =>
  folded.entries.filter((entry) => entry.table === table).map((entry) => entry.current)

const registry = {
  registryType: 1,
  registryState: registryStates.indexOf('IMPORTING'),
  instrumentManager: address('1'),
  registrar: address('2'),
  instrumentRegistrar: address('3'),
  instrumentId: word('4'),
  instrumentRevision: 1,
}
const registryId = word('5')
const prepared = () => logOf(registrationAbi, 'RegistryPrepared', { registryId, registry })

test.each([
  'platformManager',
  'instrumentManager',
  'registryManager',
  'deliveryManager',
  'legManager',
] as const)('a %s runs the code of its last upgrade or rollback', (kind) => {
  const change = (name: string, to: string, version: bigint) =>
    logOf(upgradableAbi, name, { from: zeroAddress, to, version })
  const upgraded = change('ManagerUpgraded', address('2'), 2n)
  expect(current(fold(kind, upgraded), 'implementations')).toEqual([
    { dapp: manager, implementation: address('2'), version: '2', is_rollback: false },
  ])
  const back = change('ManagerRolledBack', address('1'), 1n)
  expect(current(fold(kind, upgraded, back), 'implementations')).toEqual([
    { dapp: manager, implementation: address('1'), version: '1', is_rollback: true },
  ])
})

test('an announced upgrade is there until it is withdrawn or made', () => {
  const announced = logOf(upgradableAbi, 'UpgradeAnnounced', {
    implementation: address('2'),
    by: address('3'),
    isRollback: false,
    codeHash: word('4'),
    migrationHash: word('5'),
    effectiveFrom: 700n,
    effectiveUntil: 900n,
  })
  const rows = (...logs: Log[]) => current(fold('legManager', ...logs), 'announced_upgrades')
  expect(rows(announced)).toEqual([
    {
      dapp: manager,
      implementation: address('2'),
      announced_by: address('3'),
      code_hash: word('4'),
      migration_hash: word('5'),
      is_rollback: false,
      effective_from: 700,
      effective_until: 900,
    },
  ])
  const gone = { implementation: address('2'), by: address('3') }
  expect(rows(announced, logOf(upgradableAbi, 'UpgradeWithdrawn', gone))).toEqual([undefined])
  const made = { from: zeroAddress, to: address('2'), version: 2n }
  expect(rows(announced, logOf(upgradableAbi, 'ManagerUpgraded', made))).toEqual([undefined])
})

test('an earmark protocol is there from its announcement until it is withdrawn', () => {
  const protocol = address('2')
  const announced = { protocol, by: address('3'), activeFrom: 700n }
  const log = logOf(earmarkProtocolsAbi, 'EarmarkProtocolAnnounced', announced)
  expect(current(fold('registryManager', log), 'earmark_protocols')).toEqual([
    { registry_manager: manager, protocol, announced_by: address('3'), active_from: 700 },
  ])
  const withdrawn = logOf(earmarkProtocolsAbi, 'EarmarkProtocolWithdrawn', { protocol, by: address('3') })
  expect(current(fold('registryManager', log, withdrawn), 'earmark_protocols')).toEqual([undefined])
})

test('a factory sets a dApp’s code once', () => {
  const made = (implementation: string) =>
    logOf(dappFactoryAbi, 'DappCreated', { dapp: address('d'), implementation })
  expect(current(fold('dappFactory', made(address('1')), made(address('2'))), 'implementations')).toEqual([
    { dapp: address('d'), implementation: address('1'), version: null, is_rollback: false },
  ])
})

test('decimals of an unknown instrument change nothing', () => {
  const changed = logOf(instrumentManagerAbi, 'InstrumentDecimalsChanged', {
    instrumentId: word('4'),
    decimals: 6,
  })
  expect(fold('instrumentManager', changed).entries).toEqual([])
})

test('a registry is imported and exported, with the reasons', () => {
  const folded = fold(
    'registryManager',
    prepared(),
    logOf(accountRegistryManagerAbi, 'AssetsImported', {
      registryId,
      receiver: address('6'),
      receiverAccount: 7n,
      quantity: 8n,
    }),
    logOf(registrationAbi, 'RegistryImportFinished', { registryId }),
    logOf(registrationAbi, 'RegistryExportStarted', { registryId, reasonFp: word('9') }),
    logOf(accountRegistryManagerAbi, 'AssetsMarkedForExport', {
      registryId,
      owner: address('6'),
      accountNum: 7n,
      quantity: 5n,
    }),
  )
  expect(current(folded, 'registries')).toMatchObject([{ state: 'EXPORTING' }])
  expect(folded.appended.get('registry_changes')).toMatchObject([
    { state: 'IMPORTING' },
    { state: 'REGISTERED' },
    { state: 'EXPORTING', reason_fp: word('9') },
  ])
  expect(folded.appended.get('movements')).toMatchObject([
    { kind: 'IMPORTED', receiver: address('6'), receiver_account: '7', sender: ZERO_ADDRESS, quantity: '8' },
    { kind: 'MARKED_FOR_EXPORT', sender: address('6'), sender_account: '7', quantity: '5' },
  ])
})

test('of an unknown kind of registry manager the shared events are indexed', () => {
  const unknown: Log = { ...prepared(), topics: [word('e')], data: '0x' }
  const folded = fold('registryManager', unknown, prepared())
  expect(current(folded, 'registries')).toMatchObject([{ state: 'IMPORTING', registrar: address('2') }])
})

test('an event with other indexed parameters is a different event', () => {
  const log = prepared()
  const [first = ''] = log.topics
  const folded = fold('registryManager', {
    ...log,
    topics: [first],
    data: `${registryId}${log.data.slice(2)}`,
  })
  expect(folded.entries).toEqual([])
})

test('events of a registry that was never prepared make no rows, and stop nothing', () => {
  const account = { owner: address('6'), accountNum: 7n, balance: 1n, earmarked: 0n }
  const folded = fold(
    'registryManager',
    logOf(accountRegistryManagerAbi, 'AccountChanged', { registryId, ...account }),
    logOf(chainRegistryManagerAbi, 'ChainAccountChanged', {
      registryId,
      custodyChainId: word('8'),
      ...account,
    }),
    logOf(entryRegistryManagerAbi, 'EntriesReserved', {
      registryId,
      movementRef: zeroHash,
      owner: address('6'),
      earmarkedBy: address('7'),
      fingerprints: [word('9')],
    }),
  )
  expect(folded.entries).toEqual([])
})
