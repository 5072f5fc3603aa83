// What signing an act does, in sentences, read back from its bytes: neither the request nor a form can alter them.
import { privilegeName, ZERO_ADDRESS } from '@connex/protocol'
import { wordText } from '../ledger/scalars.ts'
import type { ActNames } from './actNames.ts'
import { functionNameOf } from '../ledger/calls/namedCalls.ts'
import type { NamedCall } from '../ledger/calls/namedCalls.ts'
import { REGISTRY_SENTENCES } from './registrySentences.ts'
import type { Sentence } from './registrySentences.ts'

/**
 * What one call does, a sentence or more; undefined where no sentence is about this function. Pure.
 *
 * @example
 * const sentences = actSentences(call, await loadActNames(client, [call]))
 */
export function actSentences(call: NamedCall, names: ActNames): string[] | undefined {
  const sentence = SENTENCES[call.functionName]
  try {
    return sentence?.(requiring(call.args), names, call)
  } catch (error) {
    if (error instanceof MissingArgument) return undefined
    throw error
  }
}

class MissingArgument extends Error {}

/** Several contracts have functions of one name that take different things: a sentence is about those that take what it names. */
const requiring = (args: NamedCall['args']): NamedCall['args'] =>
  new Proxy(args, {
    get: (all, name) => {
      if (!(name in all)) throw new MissingArgument(String(name))
      return all[String(name)]
    },
  })

type Change = { privilege: string; instance: string; granted: boolean }
type Rule = { functionSelector: string; privilege: string; signaturesRequired: number }
type Terms = { identifierType: number; identifier: `0x${string}`; issuer: string }

const listOf = (names: readonly string[]): string => names.join(', ')

/** One for what is granted and one for what is revoked, on each dApp. */
function privilegesText(holder: string, changes: readonly Change[], names: ActNames): string[] {
  const groups = Map.groupBy(changes, ({ granted, instance }) => `${granted} ${instance.toLowerCase()}`)
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    const where = first.instance === ZERO_ADDRESS ? '' : ` on ${names.of(first.instance)}`
    const list = listOf(group.map(({ privilege }) => privilegeName(privilege) ?? privilege))
    return [
      first.granted
        ? `You grant ${holder} the privileges${where}: ${list}.`
        : `You revoke the privileges of ${holder}${where}: ${list}.`,
    ]
  })
}

const ruleText = ({ functionSelector, privilege, signaturesRequired }: Rule): string =>
  `${functionNameOf(functionSelector) ?? functionSelector} needs ${signaturesRequired} ${signaturesRequired === 1 ? 'signature' : 'signatures'} of users with ${privilegeName(privilege) ?? privilege}.`

const STRINGS: Readonly<Record<string, string>> = { api: 'server', lei: 'LEI' }

function createdText(args: NamedCall['args'], names: ActNames): string[] {
  const { identifier, issuer, identifierType } = args['terms'] as Terms
  const shown = identifierType === 3 ? identifier : wordText(identifier)
  const whitelist = 'whitelist' in args ? (args['whitelist'] as string[]) : undefined
  return [
    `You create the instrument ${shown} of ${names.of(issuer)}, with ${String(args['decimals'])} decimals.`,
    ...(whitelist === undefined ? [] : [`Only these may hold it: ${listOf(whitelist.map(names.of))}.`]),
    ...('depositary' in args ? [`${names.of(args['depositary'])} answers its registrations.`] : []),
  ]
}

const revisedText: Sentence = (args, { instrument }) => [
  `You publish a new revision of ${instrument(args['instrumentId'])}${'decimals' in args ? `, with ${args['decimals'] as number} decimals` : ''}. Registrations that were requested for the former one must be requested again.`,
]

/** By the contract's function. */
const SENTENCES: Readonly<Record<string, Sentence>> = {
  ...REGISTRY_SENTENCES,

  grantRevokeMultiple: ({ holder, changes }, names) =>
    privilegesText(names.of(holder), changes as Change[], names),
  refundEOA: ({ user }, { of }) => [`The platform tops up the coins of ${of(user)}.`],
  updateConfig: ({ config }) => (config as Rule[]).map(ruleText),
  setRecoverer: ({ recoverer }, { of }) =>
    recoverer === ZERO_ADDRESS
      ? [
          'Your tenant has no recoverer then: if its only administrator loses the key, nobody can appoint another one.',
        ]
      : [`From seven days from now, ${of(recoverer)} can nominate an administrator of your tenant.`],
  nominateAdmin: ({ nominee }, { of }) => [
    `You nominate ${of(nominee)} as an administrator, who may commit a day later, for 30 days.`,
  ],
  revokeNomination: () => ['You withdraw the pending nomination of an administrator.'],
  commitNomination: () => ['Your wallet becomes an administrator of the tenant that nominated it.'],
  rejectNomination: () => ['Your wallet declines the nomination as an administrator.'],
  setString: ({ key, value }) => {
    const name = wordText(key as `0x${string}`)
    return [`You change the ${STRINGS[name] ?? name} of your tenant to ${String(value) || 'none'}.`]
  },

  onboard: ({ data, admin, controllers }, { of }) => [
    `You register the tenant ${(data as { name: string }).name} with ${(controllers as unknown[]).length} controllers.`,
    `Its first administrator is ${of(admin)}, whose wallet is funded.`,
  ],
  blacklist: ({ accounts }, { of }) => [
    `You blacklist ${listOf((accounts as string[]).map(of))}: from now on they can do nothing.`,
  ],
  unblacklist: ({ accounts }, { of }) => [
    `You take ${listOf((accounts as string[]).map(of))} off the blacklist.`,
  ],
  setRefundLimits: ({ refundThreshold, refundLimit }) => [
    `Users below ${String(refundThreshold)} wei are refunded, up to ${String(refundLimit)} wei.`,
  ],
  announceUpgrade: ({ newImplementation }, { of }, { to }) => [
    `You announce the code at ${of(newImplementation)} for ${of(to)}. It can be executed seven days later, for 30 days.`,
  ],
  announceRollback: (_, { of }, { to }) => [
    `You announce a return of ${of(to)} to its former code. It can be executed seven days later, for 30 days.`,
  ],
  withdrawUpgrade: (_, { of }, { to }) => [`You withdraw the change announced for ${of(to)}.`],
  upgrade: ({ newImplementation }, { of }, { to }) => [
    `You replace the code of ${of(to)} with the code at ${of(newImplementation)}.`,
  ],
  rollback: (_, { of }, { to }) => [`You replace the code of ${of(to)} with its former code.`],
  cancelExpired: ({ deliveryId }) => [
    `You cancel the expired delivery ${String(deliveryId)} in place of its registrar: it ends, and nothing stays earmarked.`,
  ],

  createInstrumentV2: createdText,
  createInstrumentWithDepositaryV2: createdText,
  createPrivateInstrumentV2: createdText,
  createPrivateInstrumentWithDepositaryV2: createdText,
  createInstrumentRevision: revisedText,
  createInstrumentRevisionV2: revisedText,
  expireInstrument: ({ instrumentId }, { instrument }) => [
    `You end the life of ${instrument(instrumentId)}: no more is issued; holdings can still move and be terminated.`,
  ],
  makePublic: ({ instrumentId }, { instrument }) => [
    `You make ${instrument(instrumentId)} public: everybody may hold it. This cannot be undone.`,
  ],
  updateWhitelist: ({ instrumentId, tenants, whitelisted }, { instrument, of }) => {
    const list = listOf((tenants as string[]).map(of))
    return [
      whitelisted === true
        ? `You let these hold ${instrument(instrumentId)}: ${list}.`
        : `These may no longer receive ${instrument(instrumentId)}, and keep what they hold: ${list}.`,
    ]
  },
}
