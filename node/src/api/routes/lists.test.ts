// What each tenant sees of what is on the ledger: filters, order, time, and the wall between tenants.
import { AccountNumber, legReference, RegistryId } from '@connex/protocol'
import type { CallQuery, DeliveryId, InstrumentId } from '@connex/protocol'
import {
  call,
  cancelTransfer,
  confirmAsRegistrar,
  confirmTransfer,
  createBurnRequest,
  createFopTransfer,
  createMintRequest,
  createRepoTransfer,
} from '@connex/sdk'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mint, openRegistry, startMarketFixture } from '../../../../testkit/src/fixtures/market.ts'
import type { MarketFixture, MarketParty, MarketRegistry } from '../../../../testkit/src/fixtures/market.ts'
import { untilIndexed } from '../../../../testkit/src/servers/testNode.ts'
import { testClient } from '../../../../testkit/src/servers/users.ts'

let market: MarketFixture
let registry: MarketRegistry
let instrumentId: InstrumentId
let mintBlock: number
let made: Record<'mint' | 'burn' | 'settled' | 'open' | 'canceled' | 'incoming' | 'repo', DeliveryId>
const account = (number: string) => AccountNumber.parse(number)

beforeAll(async () => {
  market = await startMarketFixture()
  const { instrumentId: created, ...opened } = await openRegistry(market, 'DE000CNX0017')
  instrumentId = created
  registry = opened
  const { alpenbank, rhone, registrar, ledger } = market
  await mint(market, registry, 1_000n)
  mintBlock = Number(await ledger.ledger.client.getBlockNumber({ cacheTime: 0 }))
  const own = { ...registry, account: account('11') }
  const terms = { description: 'Rebalancing', counterpartyAddr: rhone.address, quantity: 100n }
  const fop = async (direction: 'DELIVER' | 'RECEIVE') =>
    (await createFopTransfer(alpenbank.client, { ...own, ...terms, direction })).deliveryId
  made = {
    mint: (await createMintRequest(alpenbank.client, { ...own, quantity: 5n, description: 'More' }))
      .deliveryId,
    burn: (await createBurnRequest(alpenbank.client, { ...own, quantity: 7n, description: 'Less' }))
      .deliveryId,
    settled: await fop('DELIVER'),
    open: await fop('DELIVER'),
    canceled: await fop('DELIVER'),
    incoming: await fop('RECEIVE'),
    repo: (
      await createRepoTransfer(alpenbank.client, {
        ...own,
        ...terms,
        direction: 'DELIVER',
        reference: 'DESK-4711',
        terms: { purchaseDate: '2026-11-20', purchasePrice: '100.00', rate: '2.1', dayCount: 'ACT/360' },
      })
    ).deliveryId,
  }
  await confirmTransfer(rhone.client, { deliveryId: made.settled, accounts: { receive: account('33') } })
  await confirmAsRegistrar(registrar.client, made.settled)
  await cancelTransfer(alpenbank.client, { deliveryId: made.canceled })
  await untilIndexed(ledger, market.south.node)
}, 240_000)
afterAll(() => market.stop())

const transfers = async (member: MarketParty, query: CallQuery<'transfers'> = {}) => {
  const { items } = await call(member.client, 'transfers', { query })
  return items.map(
    ({ deliveryId }) => Object.keys(made).find((name) => made[name as 'mint'] === deliveryId) ?? 'first',
  )
}

describe('transfers', () => {
  test('the newest is first, and the first page has all', async () => {
    expect(await transfers(market.alpenbank)).toEqual([
      'repo',
      'incoming',
      'canceled',
      'open',
      'settled',
      'burn',
      'mint',
      'first',
    ])
  })

  test('the state is whose turn it is, seen from the viewer', async () => {
    const states = async (member: MarketParty) => {
      const { items } = await call(member.client, 'transfers')
      return Object.fromEntries(
        Object.entries(made).map(([name, id]) => [
          name,
          items.find(({ deliveryId }) => deliveryId === id)?.state,
        ]),
      )
    }
    expect(await states(market.alpenbank)).toEqual({
      mint: 'PENDING_CUSTODIAN',
      burn: 'PENDING_CUSTODIAN',
      settled: 'SETTLED',
      open: 'PENDING_COUNTERPARTY',
      canceled: 'CANCELED',
      incoming: 'PENDING_COUNTERPARTY',
      repo: 'PENDING_COUNTERPARTY',
    })
    expect(await states(market.rhone)).toMatchObject({
      mint: undefined,
      burn: undefined,
      open: 'PENDING',
      incoming: 'PENDING',
      repo: 'PENDING',
    })
    expect(await states(market.registrar)).toMatchObject({ mint: 'PENDING', burn: 'PENDING' })
  })

  test.each<[CallQuery<'transfers'>, string[]]>([
    [{ transferType: ['MINT'] }, ['mint', 'first']],
    [{ transferType: ['BURN', 'REPO'] }, ['repo', 'burn']],
    [{ state: ['SETTLED'] }, ['settled', 'first']],
    [{ state: ['CANCELED', 'PENDING_CUSTODIAN'] }, ['canceled', 'burn', 'mint']],
    [{ direction: 'RECEIVE' }, ['incoming', 'mint', 'first']],
    [{ filter: 'less' }, ['burn']],
    [{ filter: 'rhône' }, ['repo', 'incoming', 'canceled', 'open', 'settled']],
    [{ filter: '100%' }, []],
    [{ filter: 'desk-47' }, ['repo']],
    [{ reference: 'DESK-4711' }, ['repo']],
    [{ reference: 'DESK-47' }, []],
    [{ reference: 'DESK-4711', referenceType: 'deliveryLeg' }, []],
    [{ itemsPerPage: 2, page: 2 }, ['canceled', 'open']],
    [{ sortBy: 'createdAt', sortOrder: 'asc', itemsPerPage: 2 }, ['first', 'mint']],
    [{ sortBy: 'description', itemsPerPage: 1 }, ['first']],
    [{ sortBy: 'counterparty', sortOrder: 'desc', itemsPerPage: 2 }, ['repo', 'incoming']],
    [{ sortBy: 'custodian', itemsPerPage: 2 }, ['first', 'mint']],
    [{ filter: 'rhône', sortBy: 'counterparty', itemsPerPage: 2, page: 2 }, ['canceled', 'incoming']],
    [{ senderAccount: '11' as AccountNumber, transferType: ['FOP'] }, ['canceled', 'open', 'settled']],
    [{ receiverAccount: '33' as AccountNumber }, ['settled']],
  ])('%j', async (query, names) => {
    expect(await transfers(market.alpenbank, query)).toEqual(names)
  })

  test('the creator’s own id finds a transfer for its parties alone', async () => {
    expect(await transfers(market.rhone, { reference: 'DESK-4711' })).toEqual(['repo'])
    expect(await transfers(market.baltic, { reference: 'DESK-4711' })).toEqual([])
    expect(await transfers(market.baltic, { filter: 'DESK' })).toEqual([])
  })

  test('mint and burn requests have a requested asset, other transfers do not', async () => {
    const { items } = await call(market.alpenbank.client, 'transfers')
    const named = (id: DeliveryId) => {
      const { isin, account: number, quantity } = items.find(({ deliveryId }) => deliveryId === id)!
      return { isin, account: number, quantity }
    }
    expect(named(made.mint)).toEqual({ isin: 'DE000CNX0017', account: '11', quantity: '5' })
    expect(named(made.burn)).toEqual({ isin: 'DE000CNX0017', account: '11', quantity: '7' })
    expect(named(made.open)).toEqual({ isin: null, account: null, quantity: null })
  })

  test('what is searched for is counted over all pages', async () => {
    const found = (page: number) =>
      call(market.alpenbank.client, 'transfers', { query: { filter: 'rhône', itemsPerPage: 2, page } })
    expect(await found(1)).toMatchObject({ pageItemCount: 2, totalItemCount: 5 })
    expect(await found(3)).toMatchObject({ pageItemCount: 1, totalItemCount: 5 })
    expect(await found(9)).toMatchObject({ items: [], totalItemCount: 5 })
    const [item] = (await found(1)).items
    expect(item).not.toHaveProperty('found')
  })

  test('filters by party, custodian and registry', async () => {
    const { alpenbank, rhone, baltic, registrar } = market
    expect(await transfers(alpenbank, { transferId: [made.open, made.mint] })).toEqual(['open', 'mint'])
    expect(await transfers(alpenbank, { sender: rhone.address })).toEqual(['incoming'])
    expect(await transfers(alpenbank, { receiver: registrar.address })).toEqual(['burn'])
    expect(await transfers(alpenbank, { participant: rhone.address })).toHaveLength(5)
    expect(await transfers(alpenbank, { participant: baltic.address })).toEqual([])
    expect(await transfers(alpenbank, { registrarAddr: registrar.address })).toHaveLength(8)
    expect(await transfers(alpenbank, { registrarAddr: baltic.address })).toEqual([])
    expect(await transfers(alpenbank, { registryId: registry.registryId })).toHaveLength(8)
    expect(await transfers(alpenbank, { registryManagerAddr: registry.registryManagerAddr })).toHaveLength(8)
  })

  test('two deliveries of one block are distinct, and each page continues where the last one ended', async () => {
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) => transfers(market.alpenbank, { page, itemsPerPage: 2 })),
    )
    expect(pages.flat()).toEqual(await transfers(market.alpenbank))
  })

  test('a repo has its cash, and says that it is documented', async () => {
    const query = { transferId: [made.repo] }
    const [repo] = (await call(market.rhone.client, 'transfers', { query })).items
    expect(repo).toMatchObject({
      transferType: 'REPO',
      cashQuantity: '100.00',
      cashCurrency: 'EUR',
      deliver: null,
      receive: { quantity: '100' },
    })
    expect(repo!.legs.map(({ legType }) => legType)).toEqual(['DIGITAL', 'EXTERNAL'])
    expect(repo!.legs[1]).toMatchObject({ decimals: 2, instrumentId: null })
  })

  test('nobody else has any', async () => {
    for (const stranger of [market.fjord, market.baltic, market.issuer])
      expect(await call(stranger.client, 'transfers').catch(() => ({ items: [] }))).toMatchObject({
        items: [],
      })
  })
})

describe('deliveries', () => {
  test('carry counters, confirmations and votes as on the ledger', async () => {
    const query = { deliveryIds: [made.settled], deliveryState: ['SETTLED' as const] }
    const [settled] = (await call(market.rhone.client, 'deliveries', { query })).items
    expect(settled).toMatchObject({
      numLegs: 1,
      numLegsConfirmed: 1,
      numLegsDelivered: 1,
      creator: market.alpenbank.address,
    })
    expect(settled!.confirmations.map(({ role }) => role)).toEqual(['sender', 'receiver', 'registrar'])
    expect(settled!.closedAt).toBeGreaterThan(0)
    const [canceled] = (
      await call(market.alpenbank.client, 'deliveries', { query: { deliveryIds: [made.canceled] } })
    ).items
    expect(canceled).toMatchObject({ deliveryState: 'CANCELED', numLegsDelivered: 0 })
  })
})

describe('positions', () => {
  const positions = async (member: MarketParty, query: CallQuery<'positions'> = {}) =>
    (await call(member.client, 'positions', { query })).items.map(
      ({ account: number, quantity, earmarked, available }) =>
        `${number}: ${quantity} - ${earmarked} = ${available}`,
    )

  test('are the own, and a registrar’s are those that it keeps', async () => {
    // Earmarked: the burn's 7, the open transfer's 100, the repo's 100.
    expect(await positions(market.alpenbank)).toEqual(['11: 900 - 207 = 693'])
    expect(await positions(market.rhone)).toEqual(['33: 100 - 0 = 100'])
    expect(await positions(market.registrar)).toEqual(['11: 900 - 207 = 693', '33: 100 - 0 = 100'])
    expect(await positions(market.fjord)).toEqual([])
  })

  test('of another owner are shown to the registrar alone', async () => {
    expect(await positions(market.registrar, { owner: market.rhone.address })).toEqual(['33: 100 - 0 = 100'])
    expect(await positions(market.alpenbank, { owner: market.rhone.address })).toEqual([])
  })

  test('as they were at a block', async () => {
    expect(await positions(market.alpenbank, { asOfBlock: mintBlock })).toEqual(['11: 1000 - 0 = 1000'])
    expect(await positions(market.alpenbank, { asOfBlock: mintBlock - 1 })).toEqual([])
  })

  test('are filtered', async () => {
    const { alpenbank } = market
    expect(await positions(alpenbank, { account: account('12') })).toEqual([])
    expect(await positions(alpenbank, { ...registry })).toHaveLength(1)
    expect(await positions(alpenbank, { filter: 'meridian' })).toHaveLength(1)
    expect(await positions(alpenbank, { filter: 'hanseatic 2031' })).toHaveLength(1)
    expect(await positions(alpenbank, { excludeEarmarked: true })).toHaveLength(1)
    expect(await positions(market.registrar, { sortBy: 'quantity' })).toEqual([
      '33: 100 - 0 = 100',
      '11: 900 - 207 = 693',
    ])
  })
})

describe('instruments and registries', () => {
  test('have their volume and state', async () => {
    const { items } = await call(market.fjord.client, 'registryInstruments', {
      query: { registrarAddr: registry.registrarAddr, registryIds: [registry.registryId] },
    })
    expect(items).toMatchObject([
      { identifier: 'DE000CNX0017', registryState: 'REGISTERED', issueSize: '1000' },
    ])
    const { registryManagerAddr, registryId } = registry
    const one = { registryManagerAddr, registryId }
    const { totalIssuedAmount } = await call(market.fjord.client, 'totalIssuedAmount', { query: one })
    expect(totalIssuedAmount).toBe('1000')
    const none = { ...one, registryId: RegistryId.parse(made.open) }
    await expect(call(market.fjord.client, 'totalIssuedAmount', { query: none })).rejects.toMatchObject({
      status: 404,
    })
    const { registryManagers } = await call(market.fjord.client, 'registryManager')
    expect(registryManagers.find(({ address }) => address === registryManagerAddr)).toMatchObject({
      registrars: [market.registrar.address],
    })
  })

  test('leg managers show which legs can be used', async () => {
    const { items } = await call(market.alpenbank.client, 'legManagers')
    expect(
      items
        .filter(({ active }) => active)
        .map(({ registryType }) => registryType)
        .toSorted(),
    ).toEqual([
      'DIGITAL',
      'DIGITAL_WITH_COORDINATOR',
      'ERC20',
      'ERC721',
      'EXTERNAL',
      'HTLC',
      'TRADITIONAL',
      'TXC',
    ])
  })
})

describe('the caller’s tenant', () => {
  test('lists its controllers, each with how many must sign for what', async () => {
    const { items } = await call(market.alpenbank.client, 'dappControllers')
    expect(items.map(({ type }) => type)).toContain('delivery')
    for (const { tenantAddr, workflowConfig } of items) {
      expect(tenantAddr).toBe(market.alpenbank.address)
      for (const entry of workflowConfig)
        expect(entry).toMatchObject({
          functionSelector: expect.stringMatching(/^0x[0-9a-f]{8}$/) as string,
          signaturesRequired: 1,
        })
    }
    const query = { dappTypes: ['registry' as const] }
    const registries = (await call(market.alpenbank.client, 'dappControllers', { query })).items
    expect(new Set(registries.map(({ type }) => type))).toEqual(new Set(['registry']))
  })
})

describe('an instrument’s details', () => {
  test('are read by everybody, and stored by its issuer alone', async () => {
    const { issuer, fjord, alpenbank } = market
    const query = { instrumentIds: [instrumentId] }
    const [held] = (await call(issuer.client, 'instrumentDetails', { query })).items
    expect(held).toMatchObject({ instrumentId, status: 'SYNCED', details: { label: 'Hanseatic 2031' } })
    await expect(call(fjord.client, 'instrumentDetails', { query: {} as never })).rejects.toMatchObject({
      status: 400,
    })
    const body = { instrumentId, details: held!.details! }
    await expect(call(alpenbank.client, 'putInstrumentDetails', { body })).rejects.toMatchObject({
      status: 403,
    })
    expect(await call(issuer.client, 'putInstrumentDetails', { body })).toMatchObject({ status: 'SYNCED' })
  })
})

describe('as of a moment', () => {
  test('transfers and deliveries are as they were', async () => {
    const { alpenbank, ledger } = market
    const names = await transfers(alpenbank, { asOfBlock: mintBlock })
    expect(names).toEqual(['first'])
    expect(await transfers(alpenbank, { asOfBlock: mintBlock - 1, state: ['PENDING_CUSTODIAN'] })).toEqual([
      'first',
    ])
    expect(await transfers(alpenbank, { asOfBlock: 1 })).toEqual([])
    const { items } = await call(alpenbank.client, 'deliveries', { query: { asOfBlock: mintBlock - 1 } })
    expect(items).toMatchObject([{ deliveryState: 'PENDING', numLegsDelivered: 0, closedAt: null }])
    expect(items[0]?.confirmations.map(({ role }) => role)).not.toContain('registrar')
    const { timestamp } = await ledger.ledger.client.getBlock({ blockNumber: BigInt(mintBlock) })
    expect(await transfers(alpenbank, { asOfTime: Number(timestamp) })).toContain('first')
    expect(await transfers(alpenbank, { asOfTime: 1 })).toEqual([])
  })

  test.each<CallQuery<'transfers'>>([
    { asOfBlock: 1_000_000 },
    { asOfTime: 4_000_000_000 },
    { asOfBlock: 1, asOfTime: 1 },
    { reference: '' },
    { referenceType: 'leg' as never },
    { transferType: ['SWAP' as never] },
    { sortBy: 'salt' },
  ])('%j is refused', async (query) => {
    await expect(transfers(market.alpenbank, query)).rejects.toMatchObject({ status: 400 })
    await expect(call(market.alpenbank.client, 'registryTransfers', { query })).rejects.toMatchObject({
      status: 400,
    })
  })

  test('a participant is any party of a leg, and a reference leads back to its delivery', async () => {
    const { alpenbank, registrar } = market
    expect(await transfers(alpenbank, { participant: registrar.address })).toHaveLength(8)
    expect(await transfers(alpenbank, { reference: legReference(made.open, 0) })).toEqual(['open'])
  })
})

describe('accounts', () => {
  const put = (
    member: MarketParty,
    accountNum: string,
    more: { category?: string; accountName?: string } = {},
  ) => {
    const { registryManagerAddr, registrarAddr } = registry
    const body = { registryManagerAddr, registrarAddr, accountNum, accountName: 'Own', ...more }
    return call(member.client, 'setAssetAccount', { body })
  }

  test('R108 R109 R125 R126 the names that a tenant gives are its own', async () => {
    const { alpenbank, registrar, rhone } = market
    await expect(call(market.issuer.client, 'assetAccounts')).rejects.toMatchObject({
      status: 401,
      detail: 'Missing privileges to get asset accounts',
    })
    await expect(put(market.issuer, '11')).rejects.toMatchObject({
      status: 401,
      detail: 'Missing privileges to set an asset account',
    })
    for (const number of ['0', '-1', 'x', '12', '33'])
      await expect(put(alpenbank, number)).rejects.toMatchObject({
        status: 400,
        detail: 'Account number must be higher than 0 OR Asset account already exists',
      })
    expect(await put(alpenbank, '11', { category: 'Trading' })).toMatchObject({
      accountName: 'Own',
      category: 'Trading',
    })
    await expect(put(alpenbank, '11', { accountName: 'Ours' })).rejects.toMatchObject({
      status: 400,
      detail: 'Account number must be higher than 0 OR Asset account already exists',
    })
    expect((await call(alpenbank.client, 'assetAccounts')).items).toMatchObject([
      {
        accountNum: '11',
        accountName: 'Own',
        category: 'Trading',
        ownerAddr: alpenbank.address,
        entityId: `${registry.registryManagerAddr}:${registry.registrarAddr}:11`,
        auditId: expect.stringMatching(/^[0-9]+$/) as unknown,
      },
    ])
    expect((await call(rhone.client, 'assetAccounts')).items).toMatchObject([
      { accountNum: '33', accountName: null },
    ])
    const numbers = async (member: MarketParty, query: CallQuery<'registryAccounts'> = {}) =>
      (await call(member.client, 'registryAccounts', { query })).items.map(({ accountNum }) => accountNum)
    expect(await numbers(registrar)).toEqual(['11', '22', '33'])
    expect(await numbers(alpenbank)).toEqual(['11'])
    expect(await numbers(alpenbank, { tenantAddr: rhone.address })).toEqual([])
    expect(await numbers(registrar, { tenantAddr: rhone.address })).toEqual(['33'])
  })
})

test('the same lists are plain arrays on v5', async () => {
  const five = {
    ...market.alpenbank,
    client: await testClient(market.north.node.url, market.alpenbank.user, 5),
  }
  expect(await transfers(five)).toEqual(await transfers(market.alpenbank))
  expect(await call(five.client, 'positions')).toEqual(await call(market.alpenbank.client, 'positions'))
})
