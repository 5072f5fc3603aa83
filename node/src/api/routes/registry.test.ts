// Entries of a register, sets of them, custody chains, confirmers and nominations, all as the ledger has them.
import {
  deliveryManagerAbi,
  entryRegistryManagerAbi,
  legTypes,
  privilegeManagerAbi,
  registrationAbi,
} from '@connex/contracts'
import { AccountNumber, Address, Bytes32, fingerprintOf, Quantity, RegistryId } from '@connex/protocol'
import type { CallQuery, Fingerprint, RegistryEntryDetails } from '@connex/protocol'
import { call } from '@connex/sdk'
import { encodeAbiParameters, keccak256, toHex, zeroAddress, zeroHash } from 'viem'
import type { Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startRegistriesFixture } from '../../../../testkit/src/fixtures/registries.ts'
import type { RegistriesFixture, RegistryParty } from '../../../../testkit/src/fixtures/registries.ts'
import { deliveryId } from '../../../../testkit/src/ledger/legs.ts'
import { encodeCall, signCall } from '../../../../testkit/src/ledger/actions.ts'

let platform: RegistriesFixture
let manager: Address
let key: { registryManagerAddr: Address; registryId: RegistryId }
const named = new Map<Fingerprint, string>()
const made = new Map<string, Fingerprint>()
/** The block after which nothing but this had happened. */
const blocks = { issued: 0, reorganised: 0 }

function details(desk: RegistryParty, name: string, quantity: number, account = '11'): RegistryEntryDetails {
  const own: RegistryEntryDetails = {
    salt: Bytes32.parse(keccak256(toHex(name))),
    owner: desk.tenantAddr,
    account: AccountNumber.parse(account),
    quantity: Quantity.parse(String(quantity)),
  }
  const fingerprint = fingerprintOf(own)
  named.set(fingerprint, name)
  made.set(name, fingerprint)
  return own
}

const fp = (name: string): Fingerprint => made.get(name)!
const names = (fingerprints: readonly Fingerprint[]) => fingerprints.map((one) => named.get(one) ?? one)

const entries = (by: RegistryParty, name: string, ...args: unknown[]) =>
  platform.sendAs(by, manager, encodeCall(entryRegistryManagerAbi, name, [key.registryId, ...args]))

async function issue(owner: RegistryParty, all: RegistryEntryDetails[]): Promise<void> {
  await call(platform.registrar.client, 'issueEntries', { body: { ...key, entries: all } })
  await entries(platform.registrar, 'issue', all.map(fingerprintOf), owner.tenantAddr)
}

/** Baltic is promised an entry: its owner's side is given, so it is held. */
async function promise(fingerprint: Fingerprint): Promise<void> {
  const { fixture: world, alpenbank, baltic, registrar } = platform
  const data = encodeAbiParameters([{ type: 'bytes32[]' }], [[fingerprint as Hex]])
  const leg = {
    legType: legTypes.indexOf('DIGITAL'),
    sender: alpenbank.tenantAddr,
    receiver: baltic.tenantAddr,
    registrar: registrar.tenantAddr,
    txCoordinator: zeroAddress,
    assetManager: manager,
    assetId: key.registryId,
    quantity: 0n,
    senderData: data,
    receiverData: '0x',
  }
  const privateDataFp = keccak256(toHex('promise'))
  const args = [deliveryId(alpenbank.tenantAddr, privateDataFp, [leg]), privateDataFp, [leg], 0n]
  const { DeliveryManager } = world.ledger.deployment.contracts
  await platform.sendAs(alpenbank, DeliveryManager, encodeCall(deliveryManagerAbi, 'createDelivery', args))
}

beforeAll(async () => {
  platform = await startRegistriesFixture()
  const { alpenbank, baltic, registrar, registryId, fixture: world } = platform
  manager = Address.parse(world.ledger.deployment.contracts.EntryRegistryManager)
  key = { registryManagerAddr: manager, registryId }
  await issue(alpenbank, [
    details(alpenbank, 'seventy', 70),
    details(alpenbank, 'thirty', 30),
    details(alpenbank, 'held', 60),
    details(alpenbank, 'redeemable', 10),
    details(alpenbank, 'elsewhere', 25, '100'),
  ])
  await issue(baltic, [details(baltic, 'forty', 40, '22')])
  // This server has no details of this one, and false details of the next one.
  await entries(registrar, 'issue', [keccak256(toHex('untold'))], alpenbank.tenantAddr)
  await call(registrar.client, 'issueEntries', { body: { ...key, entries: [details(baltic, 'false', 5)] } })
  await entries(registrar, 'issue', [fp('false')], alpenbank.tenantAddr)
  blocks.issued = await platform.untilIndexed()
  await entries(alpenbank, 'markAsRedeemable', [fp('redeemable')])
  await promise(fp('held'))
  await call(alpenbank.client, 'reorgEntries', {
    body: {
      ...key,
      deleted: [fp('thirty')],
      entries: [details(alpenbank, 'twenty', 20), details(alpenbank, 'ten', 10)],
    },
  })
  await entries(alpenbank, 'reorg', [fp('thirty')], [fp('twenty'), fp('ten')])
  // Sent as if it were new, so that its quantity is not compared: more is created than deleted.
  await call(registrar.client, 'issueEntries', {
    body: { ...key, entries: [details(baltic, 'fifty', 50, '22')] },
  })
  await entries(registrar, 'forcedReorg', baltic.tenantAddr, [fp('forty')], [fp('fifty')], keccak256('0x01'))
  blocks.reorganised = await platform.untilIndexed()
}, 120_000)
afterAll(() => platform.stop())

const list = async (desk: RegistryParty, query: CallQuery<'registryEntries'> = {}) =>
  (await call(desk.client, 'registryEntries', { query })).items

const listed = async (desk: RegistryParty, query: CallQuery<'registryEntries'> = {}) =>
  names((await list(desk, query)).map(({ registryEntryFingerprint }) => registryEntryFingerprint)).toSorted()

const untold = keccak256(toHex('untold'))
const ALPENBANKS = ['seventy', 'thirty', 'held', 'redeemable', 'elsewhere', 'false', 'twenty', 'ten', untold]
const BALTICS = ['forty', 'fifty']

describe('entries', () => {
  test('are shown to their owner and to the registrar, and to nobody else', async () => {
    const { issuer, baltic, alpenbank, registrar } = platform
    expect(await listed(issuer)).toEqual([])
    expect(await listed(baltic)).toEqual(BALTICS.toSorted())
    expect(await listed(alpenbank)).toEqual(ALPENBANKS.toSorted())
    expect(await listed(registrar)).toEqual([...ALPENBANKS, ...BALTICS].toSorted())
  })

  test('carry what the ledger says, and what their owner knows beside it', async () => {
    const { alpenbank, registrar, issuer } = platform
    const [entry] = await list(alpenbank, { fingerprints: [fp('redeemable')] })
    expect(entry).toMatchObject({
      ...key,
      registrarAddr: registrar.tenantAddr,
      identifier: 'DE000CNX0017',
      entryType: 'REDEEMABLE',
      owner: alpenbank.tenantAddr,
      issuer: issuer.tenantAddr,
      issuerOrDepositary: issuer.tenantAddr,
      earmarkedBy: null,
      earmarkReference: null,
      isRedeemable: true,
      account: '11',
      details: { quantity: '10' },
      isConserved: null,
    })
    const [held] = await list(alpenbank, { fingerprints: [fp('held')] })
    const onLedger = await platform.fixture.ledger.ledger.client.readContract({
      address: manager as Hex,
      abi: entryRegistryManagerAbi,
      functionName: 'registryEntries',
      args: [key.registryId as Hex, fp('held') as Hex],
    })
    expect(held?.earmarkedBy).toBe(onLedger.earmarkedBy.toLowerCase())
    expect(held?.earmarkReference).toMatch(/^0x(?!0{64})/)
  })

  test('without details, or with false ones, are listed without their private half', async () => {
    const withoutDetails = { fingerprints: [untold, fp('false')] } as never
    for (const entry of await list(platform.alpenbank, withoutDetails))
      expect(entry).toMatchObject({ details: null, account: null, entryType: 'ISSUED' })
  })

  test('that came of others say whether they are as much, where all of them are known', async () => {
    const { alpenbank, registrar } = platform
    const conserved = async (desk: RegistryParty, name: string) =>
      (await list(desk, { fingerprints: [fp(name)] })).map(({ isConserved }) => isConserved)
    expect(await conserved(alpenbank, 'twenty')).toEqual([true])
    expect(await conserved(registrar, 'ten')).toEqual([true])
    expect(await conserved(registrar, 'fifty')).toEqual([false])
    expect(await conserved(registrar, 'seventy')).toEqual([null])
  })

  test('are narrowed by each filter', async () => {
    const { alpenbank, baltic, registrar, issuer } = platform
    const [held] = await list(alpenbank, { fingerprints: [fp('held')] })
    const { earmarkedBy, earmarkReference } = held!
    const other = RegistryId.parse(platform.fixture.registryIds[1])
    const cases: [CallQuery<'registryEntries'>, string[]][] = [
      [{ fingerprints: [fp('ten'), fp('forty')] }, ['ten', 'forty']],
      [{ owner: baltic.tenantAddr }, BALTICS],
      [{ owner: issuer.tenantAddr }, []],
      [{ issuer: issuer.tenantAddr }, [...ALPENBANKS, ...BALTICS]],
      [{ issuer: registrar.tenantAddr }, []],
      [{ earmarked: true }, ['held']],
      [{ earmarked: false, owner: baltic.tenantAddr }, BALTICS],
      [{ earmarkedBy: earmarkedBy! }, ['held']],
      [{ earmarkedBy: baltic.tenantAddr }, []],
      [{ earmarkReference: earmarkReference! }, ['held']],
      [{ earmarkReference: fp('ten') }, []],
      [{ accountsFilter: 'shared' }, [...ALPENBANKS, ...BALTICS]],
      [{ accountsFilter: 'owned' }, []],
      [{ fromBlock: blocks.issued + 1, entryType: ['ISSUED'] }, ['held', 'twenty', 'ten', 'fifty']],
      [{ fromBlock: blocks.reorganised + 1 }, []],
      [{ entryType: ['TERMINATED', 'REDEEMABLE'] }, ['thirty', 'forty', 'redeemable']],
      [{ registryId: other }, []],
      [{ registrarAddr: issuer.tenantAddr }, []],
      [{ registryManagerAddr: registrar.tenantAddr }, []],
      [{ filter: fp('ten').slice(2, 20) }, ['ten']],
      [{ sortBy: 'quantity', sortOrder: 'asc', itemsPerPage: 2 }, ['redeemable', 'ten']],
    ]
    for (const [query, found] of cases)
      expect([query, await listed(registrar, query)]).toEqual([query, found.toSorted()])
    expect(await listed(alpenbank, { accountsFilter: 'owned' })).toEqual(ALPENBANKS.toSorted())
    expect(await listed(alpenbank, { accountsFilter: 'shared' })).toEqual([])
  })

  test('as of a block or a time are as they were', async () => {
    const { baltic, fixture: world } = platform
    const { timestamp } = await world.ledger.ledger.client.getBlock({ blockNumber: BigInt(blocks.issued) })
    const before = (await list(baltic, { asOfBlock: blocks.issued })).map(({ entryType }) => entryType)
    expect(before).toEqual(['ISSUED'])
    expect(await list(baltic, { asOfBlock: 1 })).toEqual([])
    // Another block may bear the same second, but none before the first entry.
    expect(await list(baltic, { asOfTime: Number(timestamp) - 3600 })).toEqual([])
    expect((await listed(baltic, { asOfTime: Math.floor(Date.now() / 1000) })).toSorted()).toEqual(
      BALTICS.toSorted(),
    )
  })

  test.each<[CallQuery<'registryEntries'>]>([
    [{ asOfBlock: 1_000_000 }],
    [{ asOfTime: 4_000_000_000 }],
    [{ asOfBlock: 1, asOfTime: 1 }],
    [{ earmarked: 'perhaps' as never }],
    [{ entryType: ['OTHER' as never] }],
    [{ accountsFilter: 'mine' as never }],
    [{ owner: 'nobody' as never }],
  ])('%j is refused', async (query) => {
    await expect(list(platform.baltic, query)).rejects.toMatchObject({ status: 400 })
  })
})

describe('a proposed set', () => {
  const propose = async (desk: RegistryParty, more: Partial<CallQuery<'proposeSet'>> = {}) => {
    const found = await call(desk.client, 'proposeSet', { query: { ...key, ...more } })
    return [names(found.registryEntryFingerprints).toSorted(), found.quantity]
  }
  const quantity = (amount: number) => Quantity.parse(String(amount))

  test('is refused if the available entries are not enough, or the registry does not exist', async () => {
    const { alpenbank, issuer } = platform
    await expect(propose(alpenbank, { quantity: quantity(126) })).rejects.toMatchObject({ status: 400 })
    await expect(propose(issuer, { quantity: quantity(1) })).rejects.toMatchObject({ status: 400 })
    for (const other of [
      { registryId: RegistryId.parse(fp('ten')) },
      { registrarAddr: issuer.tenantAddr },
      { registryManagerAddr: issuer.tenantAddr },
    ])
      await expect(propose(alpenbank, other)).rejects.toMatchObject({
        status: 404,
        detail: 'Related instrument or registry not found.',
      })
    await expect(propose(alpenbank, { algorithm: 'best' as never })).rejects.toMatchObject({ status: 400 })
  })

  test('has no entry that is earmarked, marked, ended, unknown or another’s', async () => {
    const { alpenbank, registrar } = platform
    const available = [['seventy', 'twenty', 'ten', 'elsewhere'].toSorted(), '125']
    expect(await propose(alpenbank)).toEqual(available)
    expect(await propose(registrar, { owner: alpenbank.tenantAddr })).toEqual(available)
    expect(await propose(registrar)).toEqual([[], '0'])
    expect(await propose(platform.baltic, { owner: alpenbank.tenantAddr })).toEqual([[], '0'])
  })

  test('is greedy by default: the fewest entries; or minimal: the least over', async () => {
    const { alpenbank, registrar } = platform
    const wanted = { quantity: quantity(30), registrarAddr: registrar.tenantAddr }
    expect(await propose(alpenbank, wanted)).toEqual([['seventy'], '70'])
    expect(await propose(alpenbank, { ...wanted, algorithm: 'greedy' })).toEqual([['seventy'], '70'])
    expect(await propose(alpenbank, { ...wanted, algorithm: 'minimal' })).toEqual([['ten', 'twenty'], '30'])
  })

  test('may be of those marked for redemption alone, or of one account', async () => {
    const { alpenbank } = platform
    expect(await propose(alpenbank, { redeemableOnly: true })).toEqual([['redeemable'], '10'])
    expect(await propose(alpenbank, { account: AccountNumber.parse('100') })).toEqual([['elsewhere'], '25'])
  })

  test('requested with a body may span several accounts and leave entries out', async () => {
    const { alpenbank } = platform
    const accounts = ['100', '11'].map((account) => AccountNumber.parse(account))
    const body = { ...key, accounts, quantity: quantity(46), algorithm: 'minimal' as const }
    const found = await call(alpenbank.client, 'proposeSetFrom', { body })
    expect([names(found.registryEntryFingerprints).toSorted(), found.quantity]).toEqual([
      ['elsewhere', 'ten', 'twenty'],
      '55',
    ])
    const less = { ...body, without: [fp('seventy'), fp('elsewhere')] }
    await expect(call(alpenbank.client, 'proposeSetFrom', { body: less })).rejects.toMatchObject({
      status: 400,
    })
    const rest = await call(alpenbank.client, 'proposeSetFrom', {
      body: { ...key, without: [fp('seventy'), fp('elsewhere')] },
    })
    expect(rest.quantity).toBe('30')
  })
})

describe('positions', () => {
  const positions = async (desk: RegistryParty, query: CallQuery<'positions'> = {}) => {
    const wanted = { registryId: key.registryId, sortBy: 'quantity', ...query }
    const { items } = await call(desk.client, 'positions', { query: wanted })
    return items.map(
      ({ account, quantity, earmarked, redeemable, custodyChainId }) =>
        `${account ?? 'all'}: ${quantity} - ${earmarked}, ${redeemable}${custodyChainId === null ? '' : ' by chain'}`,
    )
  }
  const AS_ACCOUNTS = ['11: 1000 - 0, 0', '100: 1000 - 0, 0']
  const AS_CHAINS = ['11: 1000 - 0, 0 by chain', '100: 1000 - 0, 0 by chain']
  const AS_ENTRIES = ['100: 25 - 0, 0', '11: 170 - 60, 10']

  test('are those of accounts, of custody chains and of known entries', async () => {
    const { alpenbank } = platform
    expect(await positions(alpenbank, { queryType: 'accounts' })).toEqual(AS_ACCOUNTS)
    expect(await positions(alpenbank, { queryType: 'chains' })).toEqual(AS_ACCOUNTS)
    expect(await positions(alpenbank, { queryType: 'entries' })).toEqual(AS_ENTRIES)
    const all = await positions(alpenbank)
    expect(all.toSorted()).toEqual([...AS_ACCOUNTS, ...AS_ACCOUNTS, ...AS_ENTRIES].toSorted())
    expect(await positions(alpenbank, { queryType: 'all' })).toEqual(all)
  })

  test('are summed up to the requested level', async () => {
    const { alpenbank, registrar } = platform
    const byChain = await positions(alpenbank, { aggregationType: 'chain' })
    expect(byChain.toSorted()).toEqual([...AS_ACCOUNTS, ...AS_CHAINS, ...AS_ENTRIES].toSorted())
    expect(await positions(alpenbank, { aggregationType: 'owner' })).toEqual([
      'all: 195 - 60, 10',
      'all: 2000 - 0, 0',
      'all: 2000 - 0, 0',
    ])
    const byRegistry = { aggregationType: 'registry' } as const
    expect(await positions(registrar, byRegistry)).toEqual([
      'all: 245 - 60, 10',
      'all: 6000 - 0, 0',
      'all: 6000 - 0, 0',
    ])
    expect(await positions(registrar, { ...byRegistry, owner: alpenbank.tenantAddr })).toEqual([
      'all: 195 - 60, 10',
      'all: 2000 - 0, 0',
      'all: 2000 - 0, 0',
    ])
  })

  test('are the same in their usual order, which is found a registry after the other, page by page', async () => {
    const { alpenbank, registrar } = platform
    const keyOf = (item: object) => JSON.stringify(item)
    const filters: CallQuery<'positions'>[] = [
      {},
      { registryId: key.registryId },
      { queryType: 'entries' },
      { queryType: 'chains' },
      { excludeEarmarked: true },
      { isRedeemable: true },
      { accountsFilter: 'shared' },
      { assetClass: 'TRADITIONAL' },
    ]
    for (const desk of [alpenbank, registrar])
      for (const query of filters) {
        const list = async (more: CallQuery<'positions'>) =>
          (await call(desk.client, 'positions', { query: { ...query, ...more } })).items.map(keyOf)
        const whole = await list({ sortBy: 'account' })
        expect([query, (await list({})).toSorted()]).toEqual([query, whole.toSorted()])
        const backwards = await list({ sortBy: 'identifier', sortOrder: 'desc' })
        expect([query, backwards.toReversed()]).toEqual([query, await list({})])
        const [first, second] = [await list({ itemsPerPage: 2 }), await list({ itemsPerPage: 2, page: 2 })]
        expect([...first, ...second]).toEqual((await list({})).slice(0, 4))
      }
  })

  test('over one custody chain are listed alone', async () => {
    const { alpenbank, fixture: world } = platform
    const [filled, , empty] = world.chains.map(({ chainId }) => Bytes32.parse(chainId))
    expect(await positions(alpenbank, { custodyChainId: filled })).toEqual(AS_CHAINS)
    expect(await positions(alpenbank, { custodyChainId: empty })).toEqual([])
    expect(await positions(alpenbank, { custodyChainId: filled, queryType: 'entries' })).toEqual([])
  })

  test('are filtered by account, owner, what is available and what is marked for redemption', async () => {
    const { alpenbank, baltic } = platform
    const entriesOnly = { queryType: 'entries' } as const
    const account = AccountNumber.parse('100')
    expect(await positions(alpenbank, { ...entriesOnly, account })).toEqual(['100: 25 - 0, 0'])
    expect(await positions(alpenbank, { ...entriesOnly, owner: baltic.tenantAddr })).toEqual([])
    expect(await positions(alpenbank, { ...entriesOnly, accountsFilter: 'shared' })).toEqual([])
    expect(await positions(alpenbank, { isRedeemable: true })).toEqual(['11: 170 - 60, 10'])
    expect(await positions(alpenbank, { ...entriesOnly, isRedeemable: false })).toEqual(['100: 25 - 0, 0'])
    expect(await positions(alpenbank, { ...entriesOnly, excludeEarmarked: true })).toEqual(AS_ENTRIES)
    expect(await positions(alpenbank, { ...entriesOnly, assetClass: 'TRADITIONAL' })).toEqual([])
    expect(await positions(alpenbank, { filter: 'nothing like it' })).toEqual([])
  })

  test('as of a block are those of then', async () => {
    const entriesOnly = { queryType: 'entries' } as const
    expect(await positions(platform.alpenbank, { ...entriesOnly, asOfBlock: blocks.issued })).toEqual([
      '100: 25 - 0, 0',
      '11: 170 - 0, 0',
    ])
    expect(await positions(platform.alpenbank, { asOfBlock: 1 })).toEqual([])
  })

  test.each<[CallQuery<'positions'>]>([
    [{ queryType: 'other' as never }],
    [{ aggregationType: 'none' as never }],
    [{ custodyChainId: '0x12' as never }],
    [{ isRedeemable: 'yes' as never }],
    [{ account: '0' as never }],
    [{ asOfBlock: 10_000_000 }],
    [{ sortBy: 'salt' }],
  ])('%j is refused', async (query) => {
    await expect(positions(platform.alpenbank, query)).rejects.toMatchObject({ status: 400 })
  })
})

describe('custody chains', () => {
  test('are listed for their custodians, with the quantity over them', async () => {
    const { fixture: world, registrar, alpenbank, issuer } = platform
    const [filled, , empty] = world.chains.map(({ chainId }) => Bytes32.parse(chainId))
    const chains = async (desk: RegistryParty, query: CallQuery<'custodyChains'> = {}) =>
      (await call(desk.client, 'custodyChains', { query })).items
    expect(await chains(issuer)).toEqual([])
    expect(await chains(registrar)).toHaveLength(4)
    // A bank's are those over which it holds something.
    expect((await chains(alpenbank)).map(({ identifier }) => identifier)).toEqual([
      'DE000CNX0017',
      'DE000CNX0025',
    ])
    const [chain] = await chains(alpenbank, { custodyChainId: filled })
    expect(chain).toMatchObject({
      custodyChainId: filled,
      registryId: platform.registryId,
      registrarAddr: registrar.tenantAddr,
      transferAgentAddr: registrar.tenantAddr,
      custodians: [registrar.tenantAddr],
      onramped: '6000',
      offramped: '0',
    })
    const holding = (...where: string[]) => chains(registrar, { where })
    const whole = String(6000 / 10 ** (chain?.decimals ?? 0))
    expect(await holding(`onramped:at-least:${whole}`, `onramped:at-most:${whole}`)).toContainEqual(chain)
    expect(await holding(`onramped:at-least:${whole}1`)).toEqual([])
    expect(await holding('offramped:at-least:1')).toEqual([])
    expect(await chains(alpenbank, { custodyChainId: empty })).toEqual([])
    expect(await chains(registrar, { registryId: platform.registryId })).toHaveLength(2)
    expect(await chains(registrar, { registryManagerAddr: manager })).toEqual([])
    await expect(chains(registrar, { custodyChainId: '0x1' as never })).rejects.toMatchObject({ status: 400 })
  })
})

describe('who agrees that a registry ends', () => {
  const nonce = async (tenantAddr: Address, registryManagerAddr = manager) =>
    (await call(platform.issuer.client, 'registryNonce', { query: { registryManagerAddr, tenantAddr } }))
      .nonce

  test('is listed, and its nonce is the ledger’s', async () => {
    const { registrar, issuer, fixture: world } = platform
    expect((await call(registrar.client, 'registryConfirmerAccounts')).items).toEqual([])
    expect(await nonce(registrar.tenantAddr)).toBe('0')
    await platform.sendAs(
      registrar,
      manager,
      encodeCall(registrationAbi, 'setConfirmer', [registrar.member.user.address]),
    )
    const second = world.registryIds[1] as Hex
    const hash = await world.ledger.ledger.client.readContract({
      address: manager as Hex,
      abi: registrationAbi,
      functionName: 'hashUnregister',
      args: [second, registrar.tenantAddr as Hex, 0n, zeroHash],
    })
    const signature = (await registrar.member.user.sign?.({ hash })) ?? '0x'
    const parts = {
      r: `0x${signature.slice(2, 66)}`,
      s: `0x${signature.slice(66, 130)}`,
      v: Number(`0x${signature.slice(130, 132)}`),
    }
    const end = encodeCall(registrationAbi, 'unregisterAsIssuer', [second, 0n, parts, zeroHash])
    await platform.sendAs(issuer, manager, end)
    await platform.untilIndexed()
    const query = { registryManagerAddr: manager, tenantAddr: registrar.tenantAddr }
    for (const request of [{}, query])
      expect((await call(issuer.client, 'registryConfirmerAccounts', { query: request })).items).toEqual([
        { ...query, confirmer: registrar.user.address },
      ])
    const others = { query: { tenantAddr: issuer.tenantAddr } }
    expect((await call(issuer.client, 'registryConfirmerAccounts', others)).items).toEqual([])
    expect(await nonce(registrar.tenantAddr)).toBe('1')
    expect(await nonce(issuer.tenantAddr)).toBe('0')
  })

  test('an unknown tenant or registry manager has no nonce', async () => {
    const { registrar, issuer } = platform
    await expect(nonce(manager)).rejects.toMatchObject({ status: 404 })
    await expect(nonce(registrar.tenantAddr, issuer.tenantAddr)).rejects.toMatchObject({ status: 404 })
    await expect(nonce('0x1' as never)).rejects.toMatchObject({ status: 400 })
  })
})

test('a tenant reads its own nominations, with their status', async () => {
  const { fixture: world, alpenbank, baltic } = platform
  const { PlatformManager } = world.ledger.deployment.contracts
  const manage = async (name: string, ...args: unknown[]) => {
    const data = encodeCall(privilegeManagerAbi, name, args)
    const { member } = alpenbank
    const raw = await signCall(world.ledger, member, PlatformManager, data, member.privilegeManager)
    await world.ledger.rpc('eth_sendRawTransaction', raw)
    await world.ledger.rpc('anvil_mine', '0x1')
    await platform.untilIndexed()
  }
  const nominations = async (desk: RegistryParty, query: CallQuery<'nominations'> = {}) =>
    (await call(desk.client, 'nominations', { query })).items
  await manage('nominateAdmin', baltic.user.address)
  const nominated = {
    privilegeManagerAddr: alpenbank.member.privilegeManager.toLowerCase(),
    nominee: baltic.user.address,
    nominator: alpenbank.tenantAddr,
  }
  expect(await nominations(alpenbank)).toMatchObject([
    { ...nominated, status: 'NOMINATED', canceledBy: null },
  ])
  expect(await nominations(alpenbank, { status: ['COMMITTED', 'CANCELLED'] })).toEqual([])
  await manage('revokeNomination')
  expect(await nominations(alpenbank, { status: ['CANCELLED'] })).toMatchObject([
    { ...nominated, status: 'CANCELLED', canceledBy: alpenbank.tenantAddr },
  ])
  expect(await nominations(baltic)).toEqual([])
  await expect(nominations(alpenbank, { status: ['CANCELED' as never] })).rejects.toMatchObject({
    status: 400,
  })
})
