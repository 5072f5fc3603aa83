// Acts that two users sign: what an approver reads of them, and what forbids an approval, on a real server and the real ledger.
import { accountRegistryManagerAbi, instrumentManagerAbi, privilegeManagerAbi } from '@connex/contracts'
import { AccountNumber } from '@connex/protocol'
import type { Address, InstrumentId, PrivilegeName } from '@connex/protocol'
import type { Abi } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openRegistry, mint, startMarketFixture } from '../../../testkit/src/fixtures/market.ts'
import type { MarketFixture, MarketParty, MarketRegistry } from '../../../testkit/src/fixtures/market.ts'
import { newUser, testClient } from '../../../testkit/src/servers/users.ts'
import type { Client } from '../client/client.ts'
import { call } from '../http/call.ts'
import { createInstrument } from '../instruments/instruments.ts'
import { dappOf } from '../ledger/controller.ts'
import { selectorsOf } from '../ledger/contractCall.ts'
import type { SendOptions } from '../ledger/transaction.ts'
import { grantPrivileges, setFourEyes } from '../platform/privileges.ts'
import { acceptInvitation, createUser } from '../platform/users.ts'
import { configureAccount, forceTransfer } from '../registries/assets.ts'
import { suspendRegistry, unsuspendRegistry } from '../registries/lifecycle.ts'
import { approveProposal } from './approve.ts'
import { readProposal } from './readProposal.ts'
import { sendForApproval } from './sendForApproval.ts'
import { rejectWorkflow } from './workflows.ts'

let market: MarketFixture
let registry: MarketRegistry & { instrumentId: InstrumentId }
beforeAll(async () => {
  market = await startMarketFixture()
  registry = await openRegistry(market, 'DE000CNX0025')
  await mint(market, registry, 1_000_000n)
})
afterAll(() => market.stop())

const north = () => market.north.node.database.kysely

const admin = (party: MarketParty) => testClient(market.north.node.url, party.admin)

/** Two users of the tenant have to sign for these functions. */
async function requireTwo(party: MarketParty, dappAddr: Address, abi: Abi, ...names: string[]) {
  const functionSelectors = names.flatMap((name) => selectorsOf(abi, name))
  await setFourEyes(await admin(party), { dappAddr, functionSelectors, signaturesRequired: 2 })
}

async function colleagueOf(party: MarketParty, ...privileges: PrivilegeName[]): Promise<Client> {
  const user = newUser()
  const administrator = await admin(party)
  const { invitationToken } = await createUser(administrator, {
    userAddr: user.address,
    name: 'M. Brunner',
    privileges: ['user.DAPP_USER', ...privileges],
  })
  const client = await testClient(market.north.node.url, user)
  await acceptInvitation(client, { token: invitationToken })
  return client
}

async function propose(client: Client, act: (options: SendOptions) => Promise<unknown>) {
  const { workflow } = await sendForApproval(client, act)
  if (workflow === undefined) throw new Error('nothing was proposed')
  return workflow
}

const sentencesIn = async (client: Client, workflowId: string) => {
  const { calls, doubts } = await readProposal(client, workflowId)
  return {
    sentences: calls.flatMap((one) => (one.functionName === undefined ? one.sentences : [])),
    doubts: doubts.map(({ code }) => code),
  }
}

async function approve(client: Client, workflowId: string) {
  const reviewed = await readProposal(client, workflowId)
  return approveProposal(client, { workflowId, reviewed })
}

describe('a registrar’s suspension', () => {
  let second: Client
  const suspension = () => ({ ...registry, reason: 'Corporate action' })
  beforeAll(async () => {
    const { registrar } = market
    await requireTwo(registrar, registry.registryManagerAddr, accountRegistryManagerAbi, 'suspendRegistry')
    second = await colleagueOf(registrar, 'registry.REGISTRAR_REGISTRATION')
  })

  test('is read with its reason, approved, and only then shared with the issuer', async () => {
    const { registrar, issuer } = market
    const workflow = await propose(registrar.client, (how) =>
      suspendRegistry(registrar.client, suspension(), how),
    )
    expect(workflow).toMatchObject({
      entity: 'instrument',
      entityId: registry.registryId,
      action: 'suspendRegistry',
    })
    expect(await sentencesIn(second, workflow.workflowId)).toEqual({
      sentences: [
        'You suspend the registry of DE000CNX0025: nothing can be moved or earmarked, but canceling still works.',
        'The reason: “Corporate action”',
      ],
      doubts: [],
    })
    const reasonsOf = async (client: Client) => (await call(client, 'comments', { query: {} })).items
    expect(await reasonsOf(issuer.client)).toEqual([])
    const { sent } = await approve(second, workflow.workflowId)
    expect(sent?.block).toBeGreaterThan(0)
    expect(await reasonsOf(issuer.client)).toMatchObject([{ text: 'Corporate action' }])
    await unsuspendRegistry(registrar.client, suspension())
  })

  test('cannot be approved without its reason', async () => {
    const { client } = market.registrar
    const { workflowId } = await propose(client, (how) => suspendRegistry(client, suspension(), how))
    await north().deleteFrom('private_records').where('status', '=', 'PENDING').execute()
    expect(await sentencesIn(second, workflowId)).toMatchObject({ doubts: ['dataMissing'] })
    await expect(approve(second, workflowId)).rejects.toMatchObject({ code: 'dataMissing' })
    await rejectWorkflow(client, { workflowId })
  })

  test('cannot be rejected by a user who could not sign it', async () => {
    const { client } = market.registrar
    const { workflowId } = await propose(client, (how) => suspendRegistry(client, suspension(), how))
    const other = await colleagueOf(market.registrar, 'delivery.BACKOFFICE')
    await expect(rejectWorkflow(other, { workflowId })).rejects.toMatchObject({ status: 403 })
    await rejectWorkflow(second, { workflowId })
  })
})

describe('an issuer’s new instrument', () => {
  let second: Client
  const bond = (how: SendOptions) =>
    createInstrument(
      market.issuer.client,
      {
        instrumentType: 'BOND',
        identifierType: 'ISIN',
        identifier: 'DE000CNX0033',
        decimals: 2,
        details: { label: 'Hanseatic 2034', couponRate: '3.25' },
      },
      how,
    )
  beforeAll(async () => {
    const { issuer } = market
    const manager = await dappOf(issuer.client, 'instrument')
    await requireTwo(issuer, manager, instrumentManagerAbi, 'createInstrumentV2')
    second = await colleagueOf(issuer, 'instrument.BACKOFFICE')
  })

  test('cannot be approved where the server has other details than those signed', async () => {
    const { workflowId, entityId } = await propose(market.issuer.client, bond)
    const rows = north()
      .updateTable('instrument_details')
      .where('instrument_id', '=', entityId as InstrumentId)
    const other = { salt: `0x${'00'.repeat(32)}`, label: 'Hanseatic 2034', couponRate: '9.25' }
    await rows.set({ details: JSON.stringify(other) }).execute()
    expect(await sentencesIn(second, workflowId)).toMatchObject({ doubts: ['dataDiffers'] })
    await rejectWorkflow(second, { workflowId })
  })

  test('is read with its details, and exists once it is approved', async () => {
    const workflow = await propose(market.issuer.client, bond)
    expect(workflow).toMatchObject({ entity: 'instrument', action: 'createInstrumentV2' })
    expect(await sentencesIn(second, workflow.workflowId)).toEqual({
      sentences: [
        'You create the instrument DE000CNX0033 of Hanseatic Issuance, with 2 decimals.',
        'Label: Hanseatic 2034',
        'Coupon rate: 3.25',
      ],
      doubts: [],
    })
    await approve(second, workflow.workflowId)
    const query = { instrumentIds: [workflow.entityId as InstrumentId] }
    const { items } = await call(market.alpenbank.client, 'instruments', { query })
    expect(items).toMatchObject([{ identifier: 'DE000CNX0033', label: 'Hanseatic 2034' }])
  })
})

test('two administrators grant a privilege together, as a batch that is not about deliveries', async () => {
  const { alpenbank } = market
  const first = await admin(alpenbank)
  const second = await colleagueOf(alpenbank, 'user.TENANT_ADMIN')
  const clerk = await colleagueOf(alpenbank)
  const platform = await dappOf(first, 'platform')
  await requireTwo(alpenbank, platform, privilegeManagerAbi, 'grantRevokeMultiple')
  const userAddr = clerk.signer!.address
  const workflow = await propose(first, (how) =>
    grantPrivileges(first, { userAddr, privileges: ['delivery.BACKOFFICE'] }, how),
  )
  expect(workflow).toMatchObject({ entity: 'delivery', entityId: platform, action: 'batchTransaction' })
  expect(await sentencesIn(second, workflow.workflowId)).toEqual({
    sentences: [`You grant M. Brunner (${userAddr}) the privileges: delivery.BACKOFFICE.`],
    doubts: [],
  })
  const { workflowId } = workflow
  await expect(rejectWorkflow(alpenbank.client, { workflowId })).rejects.toMatchObject({
    status: 403,
    problem: { needs: ['user.TENANT_ADMIN'] },
  })
  await approve(second, workflowId)
  expect((await call(clerk, 'me')).user.privileges).toContain('delivery.BACKOFFICE')
})

describe('a registrar’s position handling', () => {
  let second: Client
  beforeAll(async () => {
    const { registrar } = market
    const names = ['configureAccount', 'forcedTransfer']
    await requireTwo(registrar, registry.registryManagerAddr, accountRegistryManagerAbi, ...names)
    second = await colleagueOf(
      registrar,
      'registry.SHARED_POSITION_HANDLING',
      'registry.REGISTRAR_REGISTRATION',
    )
  })

  test('opens an account with two signatures', async () => {
    const { client } = market.registrar
    const account = AccountNumber.parse('44')
    const { workflowId } = await propose(client, (how) =>
      configureAccount(client, { ...registry, ownerAddr: market.baltic.address, account }, how),
    )
    expect(await sentencesIn(second, workflowId)).toEqual({
      sentences: ['You open or change account 44 of Baltic Trust Bank.'],
      doubts: [],
    })
    const { sent } = await approve(second, workflowId)
    expect(sent?.block).toBeGreaterThan(0)
  })

  test('moves by force with two signatures and its reason', async () => {
    const { client } = market.registrar
    const workflow = await propose(client, (how) =>
      forceTransfer(
        client,
        {
          ...registry,
          fromAddr: market.alpenbank.address,
          fromAccount: AccountNumber.parse('11'),
          toAddr: market.baltic.address,
          toAccount: AccountNumber.parse('22'),
          quantity: 50_000n,
          reason: 'Court order 12 O 3/26',
        },
        how,
      ),
    )
    expect(workflow).toMatchObject({ entity: 'forced_transfer', action: 'forcedTransfer' })
    expect(await sentencesIn(second, workflow.workflowId)).toEqual({
      sentences: [
        'You move 500.00 DE000CNX0025 by force from account 11 of Alpenbank to account 22 of Baltic Trust Bank.',
        'The reason: “Court order 12 O 3/26”',
      ],
      doubts: [],
    })
    await approve(second, workflow.workflowId)
  })
})
