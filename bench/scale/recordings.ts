// What the chain is made of: on a real ledger, every kind of act happens twice, and the second time has to be the first with
// other names.
import { accountRegistryManagerAbi, deliveryManagerAbi } from '@connex/contracts'
import {
  AccountNumber,
  Address,
  Fingerprint,
  freshSalt,
  isinCheckDigit,
  legReference,
} from '@connex/protocol'
import { contractCall } from '../../sdk/src/ledger/contractCall.ts'
import { dappOf } from '../../sdk/src/ledger/controller.ts'
import { accountData, deliveryIdOf, digitalLeg } from '../../sdk/src/ledger/legs.ts'
import { asciiWord, hex } from '../../sdk/src/ledger/scalars.ts'
import { registerBond } from '../../testkit/src/fixtures/registry.ts'
import { joinTenant } from '../../testkit/src/fixtures/tenants.ts'
import { until } from '../../testkit/src/machine.ts'
import { openSending } from '../market/deliveries.ts'
import type { Send } from '../market/deliveries.ts'
import type { BenchFixture } from '../market/fixture.ts'
import { createTemplate, holdingsAfter, renderBlock, word } from './templates.ts'
import type { Holdings, Names, RecordedLog, Recording } from './templates.ts'

export const ACTS = ['joining', 'registry', 'account', 'issue', 'settled', 'canceled'] as const
export type ActName = (typeof ACTS)[number]

export type Recordings = {
  chainId: number
  platformManager: string
  /** The real blocks with logs, and the last block. */
  real: { number: number; logs: RecordedLog[] }[]
  head: number
  acts: Record<ActName, Recording>
  /** The holdings before each act. */
  holdings: Record<ActName, [string, { balance: string; earmarked: string }][]>
  /** Of the real tenants that trade in the chain too. */
  traders: string[]
}

/** Of 14 letters and digits: as long as every other. */
export const nameOfTenant = (index: number): string => `Bank ${String(index).padStart(9, '0')}`

/** `isinOf(7)` → an ISIN with a right check digit */
export function isinOf(index: number): string {
  const body = `XX${String(index).padStart(9, '0')}`
  return `${body}${isinCheckDigit(body)}`
}

type RpcLog = RecordedLog & { blockNumber: string }
type Act = { names: Names; quantity?: bigint }

export async function recordActs(market: BenchFixture): Promise<Recordings> {
  const { ledger, members } = market
  const head = async () => Number(await ledger.rpc('eth_blockNumber'))
  const logsFrom = async (from: number, to: number): Promise<RpcLog[]> => {
    const range = { fromBlock: `0x${from.toString(16)}`, toBlock: `0x${to.toString(16)}` }
    return (await ledger.rpc('eth_getLogs', range)) as RpcLog[]
  }
  const acts = {} as Record<ActName, Recording>
  const holdings = {} as Recordings['holdings']
  const record = async (act: () => Promise<Act>): Promise<[Recording, Holdings]> => {
    const before = await head()
    const { names, quantity = 1n } = await act()
    const blocks = inBlocks(await logsFrom(before + 1, await head())).map(({ logs }) => logs)
    if (blocks.length === 0) throw new Error('An act left nothing on the ledger.')
    return [{ blocks, names, quantity: String(quantity) }, holdingsAfter(await logsFrom(0, before))]
  }
  const sendOn = await openSending(market)
  const both = actsOf(market, async (party, calls) => {
    const txHash = await sendOn(party, calls)
    await until('its block', async () => (await ledger.rpc('eth_getTransactionReceipt', txHash)) !== null)
    return txHash
  })
  for (const name of ACTS) {
    const [first, heldBefore] = await record(() => both[name](0))
    const [second, heldThen] = await record(() => both[name](1))
    requireAlike(name, { first, heldBefore }, { second, heldThen })
    acts[name] = first
    holdings[name] = [...heldBefore].map(([account, { balance, earmarked }]) => [
      account,
      { balance: String(balance), earmarked: String(earmarked) },
    ])
  }
  const end = await head()
  return {
    chainId: ledger.chainId,
    platformManager: Address.parse(ledger.deployment.contracts.PlatformManager),
    real: inBlocks(await logsFrom(0, end)),
    head: end,
    acts,
    holdings,
    traders: [members.alpenbank.address, members.rhone.address],
  }
}

function inBlocks(logs: readonly RpcLog[]): Recordings['real'] {
  const blocks = new Map<number, RecordedLog[]>()
  for (const { address, topics, data, blockNumber } of logs) {
    const block = blocks.get(Number(blockNumber)) ?? []
    blocks.set(Number(blockNumber), [...block, { address, topics, data }])
  }
  return [...blocks].map(([number, of]) => ({ number, logs: of }))
}

/** The first recording with the second's names has to be the second, to the byte. */
function requireAlike(
  act: ActName,
  { first, heldBefore }: { first: Recording; heldBefore: Holdings },
  { second, heldThen }: { second: Recording; heldThen: Holdings },
): void {
  const holdingOf = (account: string) => {
    const held = heldThen.get(account) ?? { balance: 0n, earmarked: 0n }
    heldThen.set(account, held)
    return held
  }
  const rendered = createTemplate(first, heldBefore).map((logs) =>
    renderBlock(logs, second.names, BigInt(second.quantity), holdingOf).map(({ json }) => `{${json}}`),
  )
  const real = second.blocks.map((logs) =>
    logs.map(({ address, topics, data }) => JSON.stringify({ address, topics, data })),
  )
  rendered.forEach((logs, block) =>
    logs.forEach((json, index) => {
      if (json !== real[block]?.[index])
        throw new Error(`${act}: a log has more of its own than its names.\n${json}\n${real[block]?.[index]}`)
    }),
  )
  if (rendered.flat().length !== real.flat().length)
    throw new Error(`${act}: the second time has other logs.`)
}

/** Every act by its index: 0 or 1. */
function actsOf(market: BenchFixture, send: Send): Record<ActName, (index: number) => Promise<Act>> {
  return {
    joining: (index) => join(market, index),
    registry: (index) => openRegistry(market, index),
    account: async (index) => {
      const owner = market.members[index === 0 ? 'alpenbank' : 'rhone'].address
      const account = { owner: hex(owner), accountNum: ACCOUNTS[index] ?? 0n }
      const details = { valid: true, omnibus: false, terminateOnReceive: false }
      await send('registrar', [
        contractCall(accountRegistryManagerAbi, managerOf(market), 'configureAccount', [account, details]),
      ])
      return { names: { tenant: word(owner), account: word(account.accountNum) } }
    },
    issue: (index) => issue(market, send, index),
    settled: (index) => deliver(market, send, { index, isSettled: true }),
    canceled: (index) => deliver(market, send, { index, isSettled: false }),
  }
}

/** Large enough to be no other number in a log. */
const ACCOUNTS = [7_000_001n, 7_000_002n]
const ISSUED = [900_000_017n, 900_000_029n]
const DELIVERED = [1_000_003n, 1_000_033n]

const managerOf = ({ ledger }: BenchFixture): Address =>
  Address.parse(ledger.deployment.contracts.AccountRegistryManager)

async function join({ ledger, node }: BenchFixture, index: number): Promise<Act> {
  const name = nameOfTenant(index)
  const place = { url: node.url, nodeAccount: NODE_ACCOUNT } as never
  const joined = await joinTenant(ledger, place, {
    name,
    user: ['registry.SHARED_POSITION_HANDLING', 'delivery.BACKOFFICE'],
    registry: ['registry.INVESTOR'],
  })
  const controllers = joined.access.controllers.map(
    ({ address }, number) => [`controller${number}`, word(address)] as const,
  )
  return {
    names: {
      name: asciiWord(name).slice(2),
      tenant: word(joined.access.tenant),
      privilegeManager: word(joined.access.privilegeManager),
      admin: word(joined.admin.address),
      user: word(joined.user.address),
      ...Object.fromEntries(controllers),
    },
  }
}

/** Of the new tenants' server, which nobody runs. */
const NODE_ACCOUNT = Address.parse(`0x${'c0'.repeat(20)}`)

async function openRegistry(market: BenchFixture, index: number): Promise<Act> {
  const { issuer, registrar } = market.members
  const identifier = isinOf(index)
  const { instrumentId, registryId } = await registerBond(
    { issuer: issuer.client, registrar: registrar.client, registryManagerAddr: managerOf(market) },
    { identifier, decimals: 2, label: `Bond ${identifier}`, accounts: [] },
  )
  const details = await market.database.kysely
    .selectFrom('instruments')
    .select('private_data_fp')
    .where('instrument_id', '=', instrumentId)
    .executeTakeFirstOrThrow()
  return {
    names: {
      identifier: asciiWord(identifier).slice(2),
      details: details.private_data_fp.slice(2),
      instrument: instrumentId.slice(2),
      registry: registryId.slice(2),
    },
  }
}

async function issue(market: BenchFixture, send: Send, index: number): Promise<Act> {
  const { members, registry } = market
  const owner = members[index === 0 ? 'alpenbank' : 'rhone'].address
  const quantity = ISSUED[index] ?? 0n
  const to = { owner: hex(owner), accountNum: ACCOUNTS[index] ?? 0n }
  const args = [hex(registry.registryId), to, quantity] as const
  await send('registrar', [contractCall(accountRegistryManagerAbi, managerOf(market), 'issue', args)])
  const supply = await market.ledger.ledger.client.readContract({
    address: hex(managerOf(market)),
    abi: accountRegistryManagerAbi,
    functionName: 'totalSupplyOf',
    args: [hex(registry.registryId)],
  })
  return {
    names: {
      registry: registry.registryId.slice(2),
      tenant: word(owner),
      account: word(to.accountNum),
      quantity: word(quantity),
      supply: word(supply),
    },
    quantity,
  }
}

/** From Alpenbank to Rhône. */
async function deliver(
  { members, registry }: BenchFixture,
  send: Send,
  { index, isSettled }: { index: number; isSettled: boolean },
): Promise<Act> {
  const { alpenbank, rhone } = members
  const manager = await dappOf(alpenbank.client, 'delivery')
  const quantity = DELIVERED[index] ?? 0n
  const [senderAccount, receiverAccount] = ACCOUNTS.map((account) => AccountNumber.parse(String(account)))
  const leg = digitalLeg({
    ...registry,
    sender: alpenbank.address,
    receiver: rhone.address,
    quantity,
    senderAccount,
  })
  const privateDataFp = Fingerprint.parse(freshSalt())
  const id = deliveryIdOf({ creator: alpenbank.address, privateDataFp, legs: [leg], valueDate: 0 })
  const createArgs = [hex(id), hex(privateDataFp), [leg], 0n] as const
  await send('alpenbank', [contractCall(deliveryManagerAbi, manager, 'createDelivery', createArgs)])
  if (isSettled) {
    const received = [hex(id), [leg], [accountData(receiverAccount)]] as const
    await send('rhone', [contractCall(deliveryManagerAbi, manager, 'confirmAsReceiver', received)])
    const confirmed = [hex(id), [leg], ['0x']] as const
    await send('registrar', [contractCall(deliveryManagerAbi, manager, 'confirmDelivery', confirmed)])
  } else {
    const canceled = [hex(id), [leg], `0x${'0'.repeat(64)}`] as const
    await send('alpenbank', [contractCall(deliveryManagerAbi, manager, 'cancelDelivery', canceled)])
  }
  return {
    names: {
      delivery: id.slice(2),
      details: privateDataFp.slice(2),
      leg: legReference(id, 0).slice(2),
      registry: registry.registryId.slice(2),
      sender: word(alpenbank.address),
      receiver: word(rhone.address),
      senderAccount: word(ACCOUNTS[0] ?? 0n),
      receiverAccount: word(ACCOUNTS[1] ?? 0n),
      quantity: word(quantity),
    },
    quantity,
  }
}
