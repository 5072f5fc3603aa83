import {
  encodeAbiParameters,
  encodeFunctionData,
  keccak256,
  padHex,
  stringToHex,
  toFunctionSignature,
  zeroAddress,
} from 'viem'
import type { Abi, Address, Hex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  accountRegistryManagerAbi,
  chainRegistryManagerAbi,
  deliveryManagerAbi,
  entryRegistryManagerAbi,
  instrumentManagerAbi,
  legTypes,
  privilegeManagerAbi,
  privileges,
  registrationAbi,
} from '../../generated/index.ts'
import { callWith, changing, openMatrixFixture } from './matrixFixture.ts'
import type { MatrixFixture } from './matrixFixture.ts'

/**
 * Everybody holds every privilege of a party. The outsider has no part in anything; the maker answers for the instrument
 * and the keeper keeps its registries; of a delivery, which the taker has created, the giver is the sender.
 */
const roles = ['outsider', 'maker', 'keeper', 'giver', 'taker'] as const
type Role = (typeof roles)[number]
type Row = Partial<Record<Role, string>>

const word = (name: string): Hex => padHex(stringToHex(name), { dir: 'right', size: 32 })
const ids = { instrument: word('bond'), chain: word('chain') }

let fixture: MatrixFixture
let tenants: Record<Role, Address>
let known: Record<string, unknown>

beforeAll(async () => {
  fixture = await openMatrixFixture()
  tenants = {
    outsider: fixture.tenant.tenant,
    maker: (await fixture.onboard('Hanseatic Issuance')).tenant,
    keeper: (await fixture.onboard('Meridian Registrars')).tenant,
    giver: (await fixture.onboard('Baltic Trust Bank')).tenant,
    taker: (await fixture.onboard('Rhône Capital')).tenant,
  }
  await grant()
  await prepare()
}, 300_000)

afterAll(() => fixture.stop())

const act = (from: Address, to: Address, abi: Abi, functionName: string, args: unknown[]) =>
  fixture.act({ from, to, data: encodeFunctionData({ abi, functionName, args }) })

async function grant(): Promise<void> {
  const { contracts, operator } = fixture.deployment
  const wanted = /^(instrument\.ISSUER|registry\.(REGISTRAR|ISSUER|INVESTOR|CUSTODIAN|ONRAMPER))$/
  const ofParties = Object.entries(privileges).filter(([name]) => wanted.test(name))
  for (const name of [
    'InstrumentManager',
    'AccountRegistryManager',
    'EntryRegistryManager',
    'ChainRegistryManager',
  ] as const)
    for (const holder of Object.values(tenants))
      for (const [, privilege] of ofParties)
        await act(
          operator.tenant,
          await fixture.privilegeManagerOf(contracts[name]),
          privilegeManagerAbi,
          'grant',
          [holder, privilege, zeroAddress],
        )
}

/** An instrument, a registry of it at each manager, a chain, an account of the taker's, and a delivery to it. */
async function prepare(): Promise<void> {
  const {
    InstrumentManager,
    AccountRegistryManager,
    EntryRegistryManager,
    ChainRegistryManager,
    DeliveryManager,
  } = fixture.deployment.contracts
  const { maker, keeper, giver, taker } = tenants
  const terms = {
    identifierType: 1,
    identifier: word('DE000CNX0001'),
    instrumentType: 1,
    issuer: maker,
    privateDataFp: word('terms'),
    creationMark: 0,
  }
  const registryId = keccak256(
    encodeAbiParameters(
      [{ type: 'address' }, { type: 'address' }, { type: 'bytes32' }],
      [keeper, InstrumentManager, ids.instrument],
    ),
  )
  const account = { owner: taker, accountNum: 1n }
  const details = { valid: true, omnibus: false, terminateOnReceive: false }
  const leg = {
    legType: legTypes.indexOf('DIGITAL'),
    sender: giver,
    receiver: taker,
    registrar: keeper,
    txCoordinator: zeroAddress,
    assetManager: AccountRegistryManager,
    assetId: registryId,
    quantity: 5n,
    senderData: '0x' as Hex,
    receiverData: encodeAbiParameters([{ type: 'uint256' }], [1n]),
  }
  await act(maker, InstrumentManager, instrumentManagerAbi, 'createInstrument', [ids.instrument, terms])
  for (const manager of [AccountRegistryManager, EntryRegistryManager, ChainRegistryManager]) {
    const request = [InstrumentManager, ids.instrument, 1]
    await act(keeper, manager, registrationAbi, 'requestInstrumentRegistration', request)
    await act(maker, manager, registrationAbi, 'confirmInstrumentRegistrationAndPrepareRegistry', [
      registryId,
    ])
  }
  const chain = [registryId, ids.chain, [keeper], keeper]
  await act(keeper, ChainRegistryManager, chainRegistryManagerAbi, 'createChain', chain)
  await act(keeper, AccountRegistryManager, accountRegistryManagerAbi, 'configureAccount', [account, details])
  const deliveryId = await fixture.deliveryIdOf(taker, word('private'), [leg])
  const delivery = [deliveryId, word('private'), [leg], 0n]
  await act(taker, DeliveryManager, deliveryManagerAbi, 'createDelivery', delivery)
  known = {
    'bytes32 instrumentId': ids.instrument,
    'bytes32 registryId': registryId,
    'bytes32 custodyChainId': ids.chain,
    'bytes32 deliveryId': deliveryId,
    'tuple[] legs': [leg],
    'bytes[] data': ['0x'],
  }
}

/** What each role meets at every function that is about something that is there. */
async function rowsOf(abi: Abi, to: Address): Promise<Record<string, Row>> {
  const functions = changing(abi).filter(({ inputs }) =>
    inputs.some(({ type, name }) => `${type} ${name}` in known),
  )
  const rows = functions.map((): Row => ({}))
  for (const role of roles) {
    const calls = functions.map((item) => ({ from: tenants[role], to, data: callWith(item, known) }))
    const outcomes = await fixture.outcomes(calls)
    rows.forEach((row, index) => {
      if (role === 'outsider' || outcomes[index] !== row.outsider) row[role] = outcomes[index] ?? ''
    })
  }
  return Object.fromEntries(functions.map((item, index) => [toFunctionSignature(item), rows[index] ?? {}]))
}

test('P21: in what exists, each call meets its parties as the table says, and outsiders change nothing', async () => {
  const { contracts } = fixture.deployment
  const table = {
    InstrumentManager: await rowsOf(instrumentManagerAbi, contracts.InstrumentManager),
    AccountRegistryManager: await rowsOf(accountRegistryManagerAbi, contracts.AccountRegistryManager),
    EntryRegistryManager: await rowsOf(entryRegistryManagerAbi, contracts.EntryRegistryManager),
    ChainRegistryManager: await rowsOf(chainRegistryManagerAbi, contracts.ChainRegistryManager),
    DeliveryManager: await rowsOf(deliveryManagerAbi, contracts.DeliveryManager),
  }
  await expect(`${JSON.stringify(table, null, 2)}\n`).toMatchFileSnapshot('parties.json')
  const open = Object.entries(table).flatMap(([name, rows]) =>
    Object.entries(rows).flatMap(([signature, row]) => (row.outsider === '' ? [`${name}.${signature}`] : [])),
  )
  expect(open).toEqual([])
}, 300_000)
