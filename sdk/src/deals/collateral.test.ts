// What a bank is warned of, or refused, before securities come into a deal: two servers and two custodians on a real ledger.
import { privilegeManagerAbi, privileges } from '@connex/contracts'
import { controllerFor, delegate } from '@connex/contracts/deploy'
import type { DeliveryId } from '@connex/protocol'
import { collateralDoubtText } from '@connex/protocol/substitutions'
import type { CollateralDoubt } from '@connex/protocol/substitutions'
import { encodeFunctionData, zeroAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  dayFromNow,
  ELEVEN,
  nominal,
  openBankRepo,
  settleByAll,
  TWENTY_TWO,
} from '../../../testkit/src/fixtures/bankDeals.ts'
import { startExchangeFixture } from '../../../testkit/src/fixtures/exchange.ts'
import type { MarketBond } from '../../../testkit/src/fixtures/exchange.ts'
import { mint, openRegistry } from '../../../testkit/src/fixtures/market.ts'
import type { MarketFixture, MarketParty } from '../../../testkit/src/fixtures/market.ts'
import { until } from '../../../testkit/src/machine.ts'
import { untilIndexed } from '../../../testkit/src/servers/testNode.ts'
import { testClient } from '../../../testkit/src/servers/users.ts'
import type { Client } from '../client/client.ts'
import { listDapps, listTenants } from '../platform/queries.ts'
import { updateTenant } from '../platform/tenants.ts'
import { suspendRegistry, unsuspendRegistry } from '../registries/lifecycle.ts'
import { listRegistryInstruments } from '../registries/queries.ts'
import { cancelTransfer } from '../transfers/cancelTransfer.ts'
import { confirmTransfer } from '../transfers/confirmTransfer.ts'
import {
  createSubstitution,
  findSubstitutionDoubts,
  previewSubstitution,
  proposeSubstitution,
} from '../transfers/createSubstitution.ts'
import { createFopTransfer, createRepoTransfer } from '../transfers/createTransfer.ts'
import type { SubstitutionParameters } from '../transfers/substitutionDelivery.ts'
import { waitForTransfer } from '../transfers/waitForTransfer.ts'
import { doubtText } from '../workflows/doubts.ts'
import { findProposalTests } from '../workflows/proposalTests.ts'
import { readProposal } from '../workflows/readProposal.ts'
import { sendForApproval } from '../workflows/sendForApproval.ts'
import { getDeal } from './deals.ts'

let market: MarketFixture
/** What is sold; what matures before the repo ends; what another custodian keeps. */
let [bond, note, bill]: [MarketBond, MarketBond, MarketBond] = [] as never
let [alpen, baltic]: [Client, Client] = [] as never
let depository: MarketParty
let opening: DeliveryId
beforeAll(async () => {
  const exchange = await startExchangeFixture({
    minted: { bond: 10_000_000, note: 20_000_000, bill: 20_000_000 },
    maturityDate: dayFromNow(5),
  })
  ;({ market, depository, alpen, baltic, bond, note, bill } = exchange)
  opening = await openBankRepo(market, bond)
})
afterAll(() => market.stop())

/** A million of the bond against as much of others, at one price. */
const exchange = (...given: MarketBond[]): SubstitutionParameters => ({
  deliveryId: opening,
  out: { P1: nominal(1_000_000 * given.length) },
  in: given.map(({ instrumentId: _instrument, ...registry }) => ({
    ...registry,
    account: ELEVEN,
    quantity: nominal(1_000_000),
  })),
  prices: [bond, note, bill].map(({ instrumentId }) => ({ instrumentId, clean: '100', date: dayFromNow(0) })),
})
const textOf = (doubt: CollateralDoubt) => collateralDoubtText(doubt, { nameOf: () => 'Alpenbank' })

describe('a custodian that cannot confirm', () => {
  const seen = (registry: MarketBond, state: string) =>
    until('the state of the registry', async () => {
      const found = await Promise.all(
        [alpen, baltic].map((client) =>
          listRegistryInstruments(client, { registryIds: [registry.registryId] }),
        ),
      )
      return found.every(({ items }) => items[0]?.registryState === state)
    })
  const suspended = async (registry: MarketBond, custodian: MarketParty, run: () => Promise<void>) => {
    const { instrumentId: _instrument, registrarAddr: _registrar, ...target } = registry
    await suspendRegistry(custodian.client, { ...target, reason: 'Corporate action' })
    try {
      await seen(registry, 'SUSPENDED')
      await run()
    } finally {
      await unsuspendRegistry(custodian.client, { ...target, reason: 'It is over' })
      await seen(registry, 'REGISTERED')
    }
  }

  test('refuses a substitution whose incoming registry is suspended, and publishes nothing', () =>
    suspended(bill, depository, async () => {
      const refused = {
        code: 'custodianUnusable',
        message:
          'A custodian cannot confirm this now: Harbour Depository has suspended its registry of DE000CNX0033. Choose other securities, or wait until it can.',
        refusal: { fault: 'SUSPENDED' },
      }
      await expect(createSubstitution(alpen, exchange(bill))).rejects.toMatchObject(refused)
      await expect(proposeSubstitution(alpen, exchange(note, bill))).rejects.toMatchObject(refused)
      await expect(previewSubstitution(alpen, exchange(bill))).rejects.toMatchObject(refused)
      expect((await getDeal(alpen, opening)).deliveries).toHaveLength(1)
    }))

  test('refuses a substitution whose outgoing registry is suspended', () =>
    suspended(bond, market.registrar, async () => {
      await expect(createSubstitution(alpen, exchange(bill))).rejects.toMatchObject({
        code: 'custodianUnusable',
        message: /Meridian Registrars has suspended its registry of DE000CNX0017/,
      })
    }))

  test('refuses the confirmation of a pending substitution', async () => {
    const { deliveryId } = await createSubstitution(alpen, exchange(bill))
    await waitForTransfer(baltic, deliveryId)
    const accounts = { deliver: TWENTY_TWO, receive: TWENTY_TWO }
    await suspended(bill, depository, async () => {
      await expect(confirmTransfer(baltic, { deliveryId, accounts })).rejects.toMatchObject({
        code: 'custodianUnusable',
      })
    })
    await cancelTransfer(alpen, { deliveryId })
  })

  test('refuses a proposal to create one, by the client of its approver', async () => {
    const { workflow } = await sendForApproval(alpen, (approval) =>
      createSubstitution(alpen, exchange(bill), approval),
    )
    await suspended(bill, depository, async () => {
      const { doubts, isApprovable } = await readProposal(alpen, workflow?.workflowId ?? '')
      expect(isApprovable).toBe(false)
      expect(doubts.map(doubtText).join('\n')).toMatch(/^This proposal no longer fits .* has suspended/)
    })
  })

  test('refuses a custodian that has lost the privilege of a registrar', async () => {
    const { ledger, deployment, operatorUser } = market.ledger
    const dapp = deployment.contracts.AccountRegistryManager
    const { items } = await listDapps(alpen, { dappTypes: ['registry'] })
    const manager = items.find(({ address }) => address === bill.registryManagerAddr)
    expect(manager?.privileges['registry.REGISTRAR']).toContainEqual({ address: depository.address })
    const setRegistrar = async (granted: boolean) => {
      const target = await ledger.client.readContract({
        address: dapp,
        abi: [
          {
            type: 'function',
            name: 'privilegeManager',
            stateMutability: 'view',
            inputs: [],
            outputs: [{ type: 'address' }],
          },
        ] as const,
        functionName: 'privilegeManager',
      })
      const privilege = privileges['registry.REGISTRAR']
      const changes = [{ privilege, instance: zeroAddress, granted }]
      const data = encodeFunctionData({
        abi: privilegeManagerAbi,
        functionName: 'grantRevokeBatch',
        args: [[{ holder: depository.access.tenant, changes }]],
      })
      const controller = controllerFor(deployment.operator.controllers, dapp)
      await delegate(ledger, operatorUser, 'change a registrar', controller, [{ target, data }])
      await untilIndexed(market.ledger, market.north.node)
    }
    await setRegistrar(false)
    await expect(createSubstitution(alpen, exchange(bill))).rejects.toMatchObject({
      message:
        /Harbour Depository, the custodian of DE000CNX0033, has lost the privilege of a registrar\. Choose/,
    })
    await setRegistrar(true)
    await expect(proposeSubstitution(alpen, exchange(bill))).resolves.toMatchObject({ doubts: [] })
  })
})

describe('what is in doubt', () => {
  test('securities that mature before the deal ends: their giver, its approver and the holder read it', async () => {
    const text = `DE000CNX0025 matures on ${dayFromNow(5)}, before the deal ends on ${dayFromNow(7)}. It must be substituted again before it matures.`
    const { doubts } = await proposeSubstitution(alpen, exchange(note, bill))
    expect(doubts.map(textOf)).toEqual([text])
    const { workflow } = await sendForApproval(alpen, (approval) =>
      createSubstitution(alpen, exchange(note), approval),
    )
    const [proposed] = await findProposalTests(alpen, await readProposal(alpen, workflow?.workflowId ?? ''))
    expect(proposed?.doubts).toEqual(doubts)

    const { deliveryId } = await createSubstitution(alpen, exchange(note))
    await waitForTransfer(baltic, deliveryId)
    const event = { deliveryId, openingDeliveryId: opening }
    expect((await findSubstitutionDoubts(baltic, event)).map(textOf)).toEqual([text])
    const accounts = { deliver: TWENTY_TWO, receive: TWENTY_TWO }
    const confirming = await sendForApproval(baltic, (approval) =>
      confirmTransfer(baltic, { deliveryId, accounts }, approval),
    )
    const id = confirming.workflow?.workflowId ?? ''
    expect(await findProposalTests(baltic, await readProposal(baltic, id))).toMatchObject([{ doubts }])
    await cancelTransfer(alpen, { deliveryId })
    expect(await findSubstitutionDoubts(baltic, { deliveryId: opening, openingDeliveryId: opening })).toEqual(
      [],
    )
  })

  test('securities that their giver needs before the deal ends: only its own client knows', async () => {
    const spare = await openRegistry(market, 'DE000CNX0041')
    await mint(market, spare, nominal(10_000_000))
    const moved = { ...spare, quantity: nominal(10_000_000) }
    const gone = await createFopTransfer(alpen, {
      ...moved,
      account: ELEVEN,
      direction: 'DELIVER',
      counterpartyAddr: market.baltic.address,
      description: 'To sell back',
    })
    await settleByAll(market, gone.deliveryId)
    const lent = await createRepoTransfer(baltic, {
      ...moved,
      account: TWENTY_TWO,
      direction: 'DELIVER',
      counterpartyAddr: market.alpenbank.address,
      description: 'Three days',
      terms: {
        purchaseDate: dayFromNow(0),
        repurchaseDate: dayFromNow(3),
        purchasePrice: '10000000.00',
        rate: '2',
        dayCount: 'ACT/360',
      },
    })
    await settleByAll(market, lent.deliveryId)
    const parameters = { ...exchange(spare), acceptUntested: true }
    const { doubts, moves } = await previewSubstitution(alpen, parameters)
    expect(moves).toHaveLength(2)
    expect(doubts.map(textOf)).toEqual([
      `From ${dayFromNow(3)} on, you will be short of 1,000,000.00 DE000CNX0041: more must go out than is certain to be available.`,
    ])
    const { deliveryId } = await createSubstitution(alpen, parameters)
    await waitForTransfer(baltic, deliveryId)
    const event = { deliveryId, openingDeliveryId: opening }
    expect(await findSubstitutionDoubts(baltic, event)).toEqual([])
    // What is earmarked for it counts once.
    expect(await findSubstitutionDoubts(alpen, event)).toMatchObject(
      doubts.map(({ asset: _asset, ...doubt }) => doubt),
    )
    await cancelTransfer(alpen, { deliveryId })
  })

  test('securities that a tenant with the LEI of their giver has issued', async () => {
    expect((await proposeSubstitution(alpen, exchange(bill))).doubts).toEqual([])
    const value = '5299000J2N45DDNE4Y28'
    for (const { admin } of [market.alpenbank, market.issuer])
      await updateTenant(await testClient(market.north.node.url, admin), { key: 'lei', value })
    for (const client of [alpen, baltic])
      await until('the LEI', async () => {
        const { items } = await listTenants(client, { itemsPerPage: 500 })
        return items.filter(({ lei }) => lei === value).length === 2
      })
    const doubt = { code: 'ownIssue', giver: market.alpenbank.address }
    expect((await proposeSubstitution(alpen, exchange(bill))).doubts).toMatchObject([doubt])
    const { deliveryId } = await createSubstitution(alpen, exchange(bill))
    await waitForTransfer(baltic, deliveryId)
    const event = { deliveryId, openingDeliveryId: opening }
    expect(await findSubstitutionDoubts(baltic, event)).toMatchObject([doubt])
    await cancelTransfer(alpen, { deliveryId })
  })
})
