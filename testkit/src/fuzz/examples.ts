// For each call that wants something particular: a request that is answered well in the fuzzer's world. What is not named
// here is answered well without any query or body.
import { tenantAbi } from '@connex/contracts'
import { controllerFor } from '@connex/contracts/deploy'
import { Address, GAS_LIMIT, HexData, fingerprintOf, freshSalt, randomBytes32 } from '@connex/protocol'
import type { Fingerprint, WorkflowBatch } from '@connex/protocol'
import { encodeFunctionData, stringToHex, toHex } from 'viem'
import { sign } from 'viem/accounts'
import type { Hex } from 'viem'
import { nowSeconds } from '../../../node/src/storage/engine/database.ts'
import type { Example, Examples } from './fuzzer.ts'
import { OWN_ACCOUNT } from '../fixtures/business.ts'
import type { Business, Partners } from '../fixtures/business.ts'
import { newUser } from '../servers/users.ts'
import type { TestUser } from '../servers/users.ts'
import { sendableBatch, signBatch, signOnboarding, signOneCall } from '../servers/batches.ts'
import type { TestLedger } from '../ledger/testLedger.ts'

type ExampleContext = Partners & { operatorUser: TestUser; ledger: TestLedger; business: Business }

/** In rounds: what was made in the first one is used up there, and ended in the second one where it is made again. */
export function fuzzExamples(context: ExampleContext): readonly Examples[] {
  const workflows = ofWorkflows(context)
  const { createUser, inviteTenant, ...platform } = ofPlatform(context)
  const first: Examples = {
    ...ofDeliveries(context),
    ...ofActs(context),
    ...ofPreparing(context),
    ...ofInstruments(context),
    ...ofRegistries(context),
    createUser,
    inviteTenant,
    ...platform,
    ...workflows,
    ...ofLedger(context),
  }
  const userAddr = newUser().address
  const second: Examples = {
    createUser: () => ({ body: { userAddr, name: 'Never came' } }),
    deleteUserRegistration: () => ({ query: { 'user-addr': userAddr } }),
    inviteTenant,
    deleteInvitation: (answered) => ({
      user: context.operatorUser,
      query: { id: answered('inviteTenant').id },
    }),
    createWorkflow: workflows.createWorkflow,
    rejectWorkflow: (answered) => ({ body: { workflowId: answered('createWorkflow').workflowId } }),
  }
  return [first, second, ofProposals(context)]
}

const some = (text: string) => ({ salt: freshSalt(), text })

function ofDeliveries({ business, partner, registrar, ledger }: ExampleContext): Examples {
  const { deliveryId, repoId, details } = business
  const manager = ledger.deployment.contracts.AccountRegistryManager.toLowerCase()
  const query = { 'delivery-ids': deliveryId }
  const wellKnown = { comment: some('Late by a day') }
  const days = { from: '2026-11-23', to: '2026-12-03' }
  return {
    putDeliveryDetails: () => ({ body: { deliveryId: repoId, details } }),
    deliveryDetails: () => ({ query }),
    putDeliveryComment: () => ({ body: { deliveryId, ...wellKnown } }),
    deliveryComments: () => ({ query }),
    putInternalComment: () => ({ body: { deliveryId, ...wellKnown } }),
    internalComments: () => ({ query }),
    putDealMessage: () => ({
      body: {
        message: {
          salt: freshSalt(),
          v: 1,
          kind: 'RECALL',
          openingDeliveryId: deliveryId,
          lots: [{ lot: 'P1', quantity: '300000000' }],
          date: '2026-11-30',
        },
      },
    }),
    dealMessages: () => ({ query: { 'opening-delivery-ids': deliveryId } }),
    putHtlcSecret: () => ({ body: { deliveryId, legIdx: 1, secret: freshSalt() } }),
    htlcSecrets: () => ({ query }),
    putExternalAuditLog: () => ({
      body: { deliveryId, log: { system: 'ledger desk', text: 'Seen', at: 1 } },
    }),
    putComment: () => ({ body: { type: 'reason', ...wellKnown, sharedWith: [partner.address] } }),
    retrySync: () => ({ body: { ids: [] } }),
    resendSync: () => ({ body: { destinationTenantAddr: partner.address } }),
    deskSummary: () => ({ query: days }),
    dueEvents: () => ({ query: days }),
    dealRequests: () => ({ query: { party: 'YOU' } }),
    custodianSummaries: () => ({ query: { custodians: `${manager}:${registrar.address}` } }),
  }
}

function ofPreparing({ business, able, registrar, partner, ledger }: ExampleContext): Examples {
  const { deliveryId, owedId, repoId, registryId, instrumentId } = business
  const asset = {
    registryManagerAddr: ledger.deployment.contracts.AccountRegistryManager.toLowerCase(),
    registrarAddr: registrar.address,
    registryId,
    account: String(OWN_ACCOUNT),
    quantity: '1',
  }
  const terms = { direction: 'DELIVER', counterpartyAddr: partner.address, description: 'Rebalancing' }
  return {
    prepareTransfer: () => ({ body: { transferType: 'FOP', ...asset, ...terms } }),
    prepareReturn: () => ({
      body: { deliveryId: repoId, accounts: { deliver: '33', receive: String(OWN_ACCOUNT) } },
    }),
    prepareSubstitution: () => ({
      body: {
        deliveryId: repoId,
        out: { P1: '40' },
        in: [{ ...asset, quantity: '40' }],
        prices: [{ instrumentId, clean: '99.1' }],
      },
    }),
    prepareConfirmation: () => ({
      body: { deliveryId: owedId, accounts: { deliver: String(OWN_ACCOUNT) } },
    }),
    prepareCancel: () => ({ body: { deliveryId, reason: 'Wrong quantity' } }),
    prepareRefund: async () => {
      await ledger.rpc('anvil_setBalance', able.user.address, toHex(2n * GAS_LIMIT))
      return { body: {} }
    },
    publishSignature: async (answered) => {
      const { unsignedTransaction, signingHash } = answered('prepareCancel')
      const signature = await sign({ hash: signingHash as Hex, privateKey: able.user.key, to: 'hex' })
      return { body: { unsignedTransaction, signature } }
    },
  }
}

/** Beside transfers. */
function ofActs({ business: { registryId }, able, registrar, partner, ledger }: ExampleContext): Examples {
  const registryManagerAddr = ledger.deployment.contracts.AccountRegistryManager.toLowerCase()
  const registry = { registryManagerAddr, registryId }
  return {
    prepareAdministration: () => ({
      body: {
        act: 'grantPrivileges',
        userAddr: newUser().address,
        privileges: ['user.DAPP_USER', 'delivery.BACKOFFICE'],
      },
    }),
    prepareInstrument: () => ({
      body: {
        act: 'createInstrument',
        instrumentType: 'BOND',
        identifierType: 'ISIN',
        identifier: 'DE000CNX0033',
        decimals: 2,
        details: { label: 'Hanseatic 2033', payoutType: 'FIXED_COUPON', couponRate: '2.5' },
      },
    }),
    prepareRegistry: () => ({
      user: registrar.user,
      body: { act: 'suspendRegistry', ...registry, reason: 'Corporate action' },
    }),
    prepareActProposal: () => ({
      user: registrar.user,
      body: { act: 'suspendRegistry', ...registry, reason: 'Corporate action' },
    }),
    preparePosition: () => ({
      user: registrar.user,
      body: {
        act: 'forceTransfer',
        ...registry,
        fromAddr: able.address,
        fromAccount: String(OWN_ACCOUNT),
        toAddr: partner.address,
        toAccount: '22',
        quantity: '10',
        reason: 'By order of a court',
      },
    }),
  }
}

/** The buyer of the repo returns it, which two of its users must sign. */
function ofProposals({ business: { repoId }, buyer }: ExampleContext): Examples {
  const { user, admin } = buyer
  return {
    prepareProposal: () => ({ user, body: { return: { deliveryId: repoId } } }),
    createWorkflow: async (answered) => {
      const { workflow } = answered('prepareProposal')
      return { user, body: { ...workflow, signature: await signBatch(user, workflow.batch) } }
    },
    prepareApproval: (answered) => ({
      user: admin,
      body: { workflowId: answered('createWorkflow').workflowId },
    }),
    confirmWorkflow: async (answered) => {
      const { workflow } = answered('prepareProposal')
      const signature = await signBatch(admin, workflow.batch)
      return { user: admin, body: { workflowId: answered('createWorkflow').workflowId, signature } }
    },
    prepareExecution: (answered) => ({
      user: admin,
      body: { workflowId: answered('createWorkflow').workflowId },
    }),
    prepareRejection: (answered) => ({ user, body: { workflowId: answered('createWorkflow').workflowId } }),
  }
}

function ofInstruments({ business: { instrumentId }, ledger }: ExampleContext): Examples {
  const { contracts } = ledger.deployment
  const details = { salt: freshSalt(), label: 'Hanseatic 2031' }
  const config = { columns: ['identifier'] }
  const draft = { instrumentType: 'BOND', identifierType: 'ISIN', identifier: 'DE000CNX0033', decimals: 2 }
  return {
    putInstrumentDetails: () => ({ body: { instrumentId: freshSalt(), details } }),
    instrumentDetails: () => ({ query: { 'instrument-ids': instrumentId } }),
    putDraft: () => ({ body: { ...draft, details } }),
    deleteDraft: (answered) => ({ query: { 'draft-id': answered('putDraft').draftId } }),
    putInternalIdentifier: () => ({ body: { instrumentId, internalIdentifier: 'H-31' } }),
    uploadDocument: () => ({
      bytes: uploadOf({ salt: freshSalt(), name: 'a.txt', mediaType: 'text/plain' }),
    }),
    downloadDocument: (answered) => {
      const { fingerprint, contentFp } = answered('uploadDocument')
      return { params: { fingerprint, contentFp } }
    },
    putInstrumentConfig: () => ({
      body: { dappAddress: contracts.InstrumentManager.toLowerCase(), config },
    }),
    putRegistryConfig: () => ({
      body: { dappAddress: contracts.AccountRegistryManager.toLowerCase(), config },
    }),
  }
}

function uploadOf(metadata: object): NonNullable<Example['bytes']> {
  const boundary = 'boundary-of-a-test'
  const part = (name: string, text: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`
  const whole = `${part('metadata', JSON.stringify(metadata))}${part('file', 'bytes')}--${boundary}--\r\n`
  return {
    data: new TextEncoder().encode(whole),
    contentType: `multipart/form-data; boundary=${boundary}`,
  }
}

function ofRegistries({
  business: { registryId },
  able,
  registrar,
  partner,
  ledger,
}: ExampleContext): Examples {
  const { EntryRegistryManager, AccountRegistryManager } = ledger.deployment.contracts
  const registryManagerAddr = EntryRegistryManager.toLowerCase()
  const registry = { registryManagerAddr, registryId }
  const query = { 'registry-manager-addr': registryManagerAddr, 'registry-id': registryId }
  const account = String(OWN_ACCOUNT)
  const entry = () => ({ salt: freshSalt(), owner: able.address, account, quantity: '100' })
  const { user } = registrar
  const entries = () => ({ user, body: { ...registry, entries: [entry()] } })
  const issued = entry()
  const fingerprint: Fingerprint = fingerprintOf(issued)
  const reason = some('Not of this register')
  return {
    setAssetAccount: () => ({
      body: {
        accountNum: account,
        registryManagerAddr: AccountRegistryManager.toLowerCase(),
        registrarAddr: registrar.address,
        accountName: 'House account',
      },
    }),
    totalIssuedAmount: () => ({ query }),
    registryNonce: () => ({
      query: { 'registry-manager-addr': registryManagerAddr, 'tenant-addr': able.address },
    }),
    issueEntries: () => ({ user, body: { ...registry, entries: [issued] } }),
    importEntries: entries,
    onRampEntries: entries,
    reorgEntries: () => ({ user, body: { ...registry, deleted: [fingerprint], entries: [entry()] } }),
    terminateEntry: () => ({ user, body: { ...registry, registryEntryFingerprint: fingerprint, reason } }),
    registryEntryDetails: () => ({ user, query: { 'registry-entry-fingerprints': fingerprint } }),
    proposeSet: () => ({ query }),
    proposeSetFrom: () => ({ body: registry }),
    putRegistrationReason: () => ({ user, body: { ...registry, reason } }),
    registrationReasons: () => ({ user, query: { fingerprints: fingerprintOf(reason) } }),
    unregister: () => ({ user, body: { ...registry, reason: some('It has run out') } }),
    putForcedTransfer: () => ({
      user,
      body: {
        ...registry,
        data: {
          salt: freshSalt(),
          fromAddr: able.address,
          toAddr: partner.address,
          quantity: '1',
          reason: 'By order of a court',
        },
      },
    }),
    forcedTransfer: (answered) => ({ user, params: { entity_id: answered('putForcedTransfer').entityId } }),
  }
}

function ofPlatform({ able, partner, operatorUser, ledger }: ExampleContext) {
  const [newcomer, founder] = [newUser(), newUser()]
  const tenant = { name: 'Nordhafen Custody', api: 'https://nord.example', lei: '5'.repeat(20) }
  return {
    createUser: () => ({ body: { userAddr: newcomer.address, name: 'Newcomer' } }),
    confirmUserRegistration: (answered) => ({
      user: newcomer,
      body: { token: answered('createUser').invitationToken },
    }),
    updateUser: () => ({ body: { userAddr: newcomer.address, name: 'No newcomer any more' } }),
    inviteTenant: () => ({ user: operatorUser, body: { name: tenant.name } }),
    confirmInvitation: (answered) => ({
      user: founder,
      body: { token: answered('inviteTenant').token, tenant },
    }),
    registerTenant: async (answered) => {
      const { id, registrationReference } = answered('inviteTenant')
      const wanted = { tenant, admin: founder.address, registrationReference: registrationReference as Hex }
      return {
        user: operatorUser,
        body: { id, rawTransaction: await signOnboarding(ledger, operatorUser, wanted) },
      }
    },
    updateTenant: async () => {
      const controller = controllerFor(able.access.controllers, ledger.deployment.contracts.PlatformManager)
      const change = { target: able.access.tenant, data: leiOf('1'.repeat(20)) }
      return { body: { rawTransaction: await signOneCall(ledger, able.user, controller, change) } }
    },
    putTenantDetails: () => ({ body: { city: 'Hamburg' } }),
    putHostedHere: () => ({ body: { tenantAddr: able.address, isHostedHere: true } }),
    putViewPreset: () => ({ body: { view: 'holdings', preset: { rows: 50 } } }),
    deleteViewPreset: () => ({ query: { view: 'holdings' } }),
    putDefaultedTenant: () => ({ body: { tenantAddr: partner.address, reason: 'Overdue' } }),
    deleteDefaultedTenant: () => ({ query: { 'tenant-addr': partner.address } }),
    putTemplate: () => ({ body: { name: 'Overnight', type: 'repo', content: {} } }),
    deleteTemplate: (answered) => ({ query: { 'template-id': answered('putTemplate').templateId } }),
    addBusinessPartner: () => ({ body: { tenantAddr: partner.address } }),
    putEoaData: () => ({ body: { eoaAddress: newcomer.address, data: { device: 'card' } } }),
  } satisfies Examples
}

const leiOf = (lei: string): Hex =>
  encodeFunctionData({
    abi: tenantAbi,
    functionName: 'setString',
    args: [stringToHex('lei', { size: 32 }), lei],
  })

function ofWorkflows({ able, ledger }: ExampleContext) {
  const controller = controllerFor(able.access.controllers, ledger.deployment.contracts.PlatformManager)
  const batch: WorkflowBatch = {
    controllerAddr: Address.parse(controller),
    calls: [{ target: able.address, data: HexData.parse(leiOf('2'.repeat(20))) }],
    nonce: randomBytes32(),
    deadline: nowSeconds() + 86_400,
    sender: null,
  }
  return {
    createWorkflow: async () => {
      const signature = await signBatch(able.user, batch)
      const about = { entity: 'delivery', entityId: 'lei', action: 'batchTransaction' }
      return { body: { ...about, batch, signature } }
    },
    revokeWorkflow: (answered) => ({ body: { workflowId: answered('createWorkflow').workflowId } }),
    confirmWorkflow: async (answered) => ({
      body: {
        workflowId: answered('createWorkflow').workflowId,
        signature: await signBatch(able.user, batch),
        rawTransaction: await sendableBatch(ledger, able.user, batch, []),
      },
    }),
  } satisfies Examples
}

function ofLedger({ able, ledger }: ExampleContext): Examples {
  const { contracts } = ledger.deployment
  const controller = controllerFor(able.access.controllers, contracts.PlatformManager)
  return {
    rpc: () => ({ body: { method: 'eth_blockNumber' } }),
    publishRawTx: async () => {
      const change = { target: able.access.tenant, data: leiOf('3'.repeat(20)) }
      return { body: { rawTransaction: await signOneCall(ledger, able.user, controller, change) } }
    },
  }
}
