import { workflowConfig } from '@connex/contracts/deploy'
import { isApiAddress, SORT_COLUMNS, TenantStrings } from '@connex/protocol'
import type { TenantInvitation } from '@connex/protocol'
import {
  everyPage,
  inviteTenant,
  listDappControllers,
  listDapps,
  listInvitations,
  listTenants,
  registerTenant,
  setFourEyes,
  updateTenant,
} from '@connex/sdk'
import type { TenantChange } from '@connex/sdk'
import { CliError } from '../../CliError.ts'
import { command } from '../../command/Command.ts'
import { required, text, value, whole } from '../../command/Option.ts'
import { listOptions, listQuery } from '../../command/listOptions.ts'
import { connect, connectToSign } from '../../connection/connect.ts'
import { connectionOptions, proposingOptions } from '../../connection/connectionOptions.ts'
import { showSigned, signOrPropose } from '../../connection/sign.ts'
import { checkIdentifier, checkInvitedLei, forceOption } from '../../directory/identifiers.ts'
import { functionNameOf, selectorsNamed } from '../../directory/ledgerFunctions.ts'
import { TENANT_ROLES } from '../../directory/roles.ts'
import { listing } from '../../terminal/listing.ts'
import { table } from '../../terminal/table.ts'
import { findDapp } from './privilegeHolder.ts'

export const adminTenantsCommand = command({
  path: 'admin tenants',
  summary: "the platform's tenants and their servers",
  options: { ...listOptions(SORT_COLUMNS.tenants), ...connectionOptions },
  examples: ['admin tenants', 'admin tenants --filter bank --json'],
  async run(context) {
    const { client } = await connect(context)
    const { options, signal } = context
    return { ...(await listTenants(client, listQuery(options), { signal })), page: options.page ?? 1 }
  },
  show: (found) =>
    listing(
      found,
      [
        { title: 'Tenant', of: ({ name }) => name },
        { title: 'Address', of: ({ address }) => address },
        { title: 'Server', of: ({ apiUrl }) => apiUrl },
        { title: 'LEI', of: ({ lei }) => lei },
      ],
      'No tenants found.',
    ),
})

export const adminInviteTenantCommand = command({
  path: 'admin invite-tenant',
  summary: "invite a tenant to the platform, as the platform's operator",
  about:
    "Prints a token with which the tenant's first administrator accepts: connex admin accept. Then connex admin " +
    'register-tenant registers the tenant on the ledger.',
  positionals: { name: required(text('NAME', "the tenant's name", { of: TenantStrings.shape.name })) },
  options: connectionOptions,
  examples: ["admin invite-tenant 'Nordhafen Custody'"],
  async run(context) {
    const { client } = await connect(context)
    return inviteTenant(client, { name: context.positionals.name }, { signal: context.signal })
  },
  show: ({ id, name, token }) => `Invited: ${name}, invitation ${id}. Its token: ${token ?? ''}`,
})

const MANAGERS = ['AccountRegistryManager', 'EntryRegistryManager', 'ChainRegistryManager'] as const

export const adminRegisterTenantCommand = command({
  path: 'admin register-tenant',
  summary: "register a tenant that accepted its invitation on the ledger, as the platform's operator",
  about:
    'Creates a controller for every dApp, with one signature for each function, and funds the first administrator. ' +
    "Prints the tenant's address, which its server needs in HOSTED_TENANTS, and what to do next.",
  positionals: { invitation: required(text('NUMBER', "the invitation's number")) },
  options: { force: forceOption('an LEI'), ...proposingOptions },
  examples: ['admin register-tenant 3', 'admin register-tenant 3 --propose'],
  async run(context) {
    const { positionals, signal } = context
    const { client } = await connectToSign(context)
    const invited = await everyPage((page) => listInvitations(client, page, { signal }))
    const invitation = invited.find(({ id }) => id === positionals.invitation)
    if (invitation?.tenantAddr != null)
      throw CliError.of('invitationUsed', invitation.id, invitation.name, invitation.tenantAddr)
    if (invitation?.tenant) checkInvitedLei(context, invitation.tenant)
    const dapps = await everyPage((page) => listDapps(client, page, { signal }))
    const controllers = dapps.map(({ address, type, shortName }) => ({
      dapp: address,
      config: workflowConfig(
        type,
        MANAGERS.find((name) => name === shortName),
      ),
    }))
    const summary = registrationText(positionals.invitation, invitation)
    const done = await signOrPropose(context, client, summary, (sending) =>
      registerTenant(client, { id: positionals.invitation, controllers }, sending),
    )
    if (done.isDryRun || 'signaturesRequired' in done) return done
    const invitations = await everyPage((page) => listInvitations(client, page, { signal }))
    const registered = invitations.find(({ id }) => id === positionals.invitation)
    return { ...done, name: registered?.tenant?.name ?? '', tenantAddr: registered?.tenantAddr ?? null }
  },
  show: (answer) => showSigned(answer, showRegistered),
})

/** What the tenant's first administrator has typed: the operator signs it. */
function registrationText(number: string, invitation: TenantInvitation | undefined): string[] {
  const { name: invitedAs, tenant = null, adminAddr = null } = invitation ?? {}
  if (tenant === null) return [`You register the tenant of invitation ${number} on the ledger.`]
  const { name, api, lei } = tenant
  return [
    `You register ${name} on the ledger, of invitation ${number}.`,
    ...(invitedAs === name ? [] : [`It was invited as ${invitedAs}.`]),
    `Its server: ${api === '' ? 'none' : api}. Its LEI: ${lei === '' ? 'none' : lei}.`,
    ...(adminAddr === null
      ? []
      : [`Its first administrator: ${adminAddr}. Compare the address by another channel.`]),
  ]
}

function showRegistered({
  block,
  name,
  tenantAddr,
}: {
  block: number
  name: string
  tenantAddr: string | null
}) {
  const address = tenantAddr ?? 'the address that connex admin tenants shows'
  return [
    `${name} is registered, in block ${block}. Its address: ${address}`,
    '',
    'Next:',
    `- Its server hosts it: add the address to HOSTED_TENANTS, and its node account's address is what connex node key prints.`,
    `- Its administrator runs there: connex admin grant ADDRESS --as node`,
    `- You give it its role on each dApp: connex admin grant '${name}' --dapp AccountRegistryManager --as ${TENANT_ROLES.join('|')}`,
  ].join('\n')
}

const apiOption = value('URL', "the new address of your tenant's server", (typed) =>
  isApiAddress(typed, { allowHttp: true })
    ? { value: typed }
    : { expected: 'must be a URL such as https://connex.bank.example' },
)

export const adminUpdateTenantCommand = command({
  path: 'admin update-tenant',
  summary: "change your tenant's server or its LEI on the ledger",
  about:
    'Start the new server first: with your tenant in HOSTED_TENANTS, and its own address in PUBLIC_ORIGINS. Only the ' +
    "platform's operator can change a tenant's name.",
  options: {
    api: apiOption,
    lei: text('LEI', 'the new legal entity identifier', { of: TenantStrings.shape.lei }),
    force: forceOption('an LEI'),
    ...proposingOptions,
  },
  examples: [
    'admin update-tenant --api https://connex.nordhafen.example --dry-run',
    'admin update-tenant --lei 529900T8BM49AURSDO55',
  ],
  async run(context) {
    const change = changeOf(context.options)
    if (change.key === 'lei') checkIdentifier(context, 'LEI', change.value)
    const { client, me } = await connectToSign(context)
    const { name, apiUrl, lei } = me.tenant
    const before = change.key === 'api' ? apiUrl : lei
    if (before === change.value) throw CliError.of('tenantUnchanged', name, before)
    const summary = [
      `You change the ${CHANGED_TEXTS[change.key]} of ${name} on the ledger from ${before || 'none'} to ${change.value}.`,
      CONSEQUENCES[change.key],
    ]
    return signOrPropose(context, client, summary, async (sending) => ({
      ...change,
      ...(await updateTenant(client, change, sending)),
    }))
  },
  show: (answer) => showSigned(answer, ({ block }) => `Done, in block ${block}.`),
})

const CHANGED_TEXTS: Record<TenantChange['key'], string> = { api: 'server', lei: 'LEI' }
const CONSEQUENCES: Record<TenantChange['key'], string> = {
  api: "As soon as they index it, other tenants' servers send private data to the new address, and no longer to the old one.",
  lei: 'Every tenant can read it.',
}

/** Each change is a ledger transaction of its own. */
function changeOf({ api, lei }: { api: string | undefined; lei: string | undefined }): TenantChange {
  if (api !== undefined && lei === undefined) return { key: 'api', value: api }
  if (lei !== undefined && api === undefined) return { key: 'lei', value: lei }
  throw CliError.of('usage', 'Pass --api or --lei: one of them at a time.')
}

export const adminFourEyesCommand = command({
  path: 'admin four-eyes',
  summary: 'show the ledger functions that need several signatures, or set how many',
  about:
    'While a function needs more than one signature, a user proposes it, in the web client or with --propose, and a ' +
    'colleague approves it: see connex approvals.',
  options: {
    dapp: text('DAPP', 'the dApp, such as DeliveryManager'),
    function: text('NAME', 'the ledger function, such as createDelivery'),
    signatures: whole('NUMBER', 'how many users must sign, including the sender', { from: 1, to: 255 }),
    ...proposingOptions,
  },
  examples: [
    'admin four-eyes',
    'admin four-eyes --dapp DeliveryManager --function createDelivery --signatures 2',
  ],
  async run(context) {
    const { options, signal } = context
    const session = await connectToSign(context)
    const { client } = session
    if (options.signatures === undefined) {
      const controllers = await everyPage((page) => listDappControllers(client, page, { signal }))
      const rules = controllers.flatMap(({ type, dappAddress, workflowConfig }) =>
        workflowConfig
          .filter(({ signaturesRequired }) => signaturesRequired > 1)
          .map((rule) => ({ ...rule, type, dappAddress, function: functionNameOf(rule.functionSelector) })),
      )
      return { rules }
    }
    const { dapp: dappName, function: name, signatures: signaturesRequired } = options
    if (dappName === undefined || name === undefined)
      throw CliError.of('usage', '--signatures needs --dapp and --function.')
    const dapp = await findDapp(session, dappName, context)
    const controllers = await everyPage((page) => listDappControllers(client, page, { signal }))
    const rules = controllers.find(({ dappAddress }) => dappAddress === dapp.address)?.workflowConfig ?? []
    // Of one name, each dApp has functions of its own.
    const functionSelectors = selectorsNamed(name).filter((selector) =>
      rules.some(({ functionSelector }) => functionSelector === selector),
    )
    if (functionSelectors.length === 0)
      throw CliError.of('unknownName', `function of ${dapp.shortName}`, name, 'docs/contracts.md lists them.')
    const summary = [
      `${name} of ${dapp.shortName} will need ${signaturesRequired} signatures from your users.`,
    ]
    return signOrPropose(context, client, summary, (sending) =>
      setFourEyes(client, { dappAddr: dapp.address, functionSelectors, signaturesRequired }, sending),
    )
  },
  show: (answer) =>
    'rules' in answer
      ? table(
          answer.rules,
          [
            { title: 'dApp', of: ({ type }) => type },
            { title: 'Function', of: (rule) => rule.function ?? rule.functionSelector },
            {
              title: 'Signatures',
              of: ({ signaturesRequired }) => String(signaturesRequired),
              isRight: true,
            },
          ],
          'Every function needs one signature.',
        )
      : showSigned(answer, ({ block }: { block: number }) => `Done, in block ${block}.`),
})
