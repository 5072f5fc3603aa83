// What signing does to registries and to what is in them, a sentence for each function of their managers.
import type { ActNames } from './actNames.ts'
import type { NamedCall } from '../ledger/calls/namedCalls.ts'

export type Sentence = (args: NamedCall['args'], names: ActNames, call: Pick<NamedCall, 'to'>) => string[]

type Account = { owner: string; accountNum: bigint }
type Details = { valid: boolean; omnibus: boolean; terminateOnReceive: boolean }

const accountText = ({ owner, accountNum }: Account, { of }: ActNames): string =>
  `account ${accountNum} of ${of(owner)}`

type Args = NamedCall['args']

/** A quantity, or entries, which the ledger does not know the quantity of. */
const whatOf = (args: Args, names: ActNames): string => {
  if ('quantity' in args) return names.quantity(args['quantity'], args['registryId'])
  const { length } = args['fingerprints'] as unknown[]
  return `${length} ${length === 1 ? 'entry' : 'entries'} of ${names.registry(args['registryId'])}`
}

/** An account, or the owner of entries. */
const holderOf = (args: Args, names: ActNames): string =>
  'owner' in args
    ? names.of(args['owner'])
    : accountText(('to' in args ? args['to'] : args['account']) as Account, names)

/** Of an own account, or of own entries. */
const fromOwn = (args: Args): string =>
  'accountNum' in args ? ` in your account ${args['accountNum'] as bigint}` : ''

const marked =
  (purpose: string): Sentence =>
  (args, names) => [
    `You mark ${whatOf(args, names)}${fromOwn(args)} for ${purpose}: only the registrar can move it then, to terminate it.`,
  ]

const unmarked =
  (purpose: string): Sentence =>
  (args, names) => [`You remove the mark for ${purpose} of ${whatOf(args, names)}${fromOwn(args)}.`]

const moved =
  (verb: string, preposition: string): Sentence =>
  (args, names) => [`You ${verb} ${whatOf(args, names)} ${preposition} ${holderOf(args, names)}.`]

const changed =
  (before: string, after = ''): Sentence =>
  ({ registryId }, { registry }) => [`You ${before} ${registry(registryId)}${after}.`]

const ended = changed('end the registry of', ' for good')

export const REGISTRY_SENTENCES: Readonly<Record<string, Sentence>> = {
  requestInstrumentRegistration: ({ instrumentId, instrumentRevision }, { instrument }) => [
    `You request a registry of ${instrument(instrumentId)}, revision ${String(instrumentRevision)}. Its depositary or issuer answers.`,
  ],
  confirmInstrumentRegistrationAndPrepareRegistry: changed('confirm the requested registry of'),
  rejectInstrumentRegistration: changed('reject the requested registry of'),
  cancelInstrumentRegistration: changed('withdraw the request for a registry of'),
  unregisterAsIssuer: ended,
  unregisterAsRegistrar: ended,
  finishImport: changed('end the import into the registry of', '. From now on it works like any other'),
  suspendRegistry: changed(
    'suspend the registry of',
    ': nothing can be moved or earmarked, but canceling still works',
  ),
  unsuspendRegistry: changed('reopen the registry of'),
  startExporting: changed(
    'close the registry of',
    ' for good: you terminate what its owners mark for export',
  ),

  configureAccount: ({ account, details }, names) => {
    const { valid, omnibus, terminateOnReceive } = details as Details
    const own = accountText(account as Account, names)
    return [
      valid ? `You open or change ${own}.` : `You close ${own}.`,
      ...(omnibus ? ['It holds for several beneficial owners.'] : []),
      ...(terminateOnReceive ? ['What arrives there is terminated at once.'] : []),
    ]
  },
  issue: moved('issue', 'to'),
  importAssets: moved('import', 'into'),
  importEntries: moved('import', 'for'),
  terminate: moved('terminate', 'in'),
  terminateEntry: moved('terminate', 'of'),
  onramp: moved('on-ramp', 'to'),
  offramp: moved('off-ramp', 'from'),
  forcedTransfer: ({ registryId, quantity, from, to }, names) => [
    `You move ${names.quantity(quantity, registryId)} by force from ${accountText(from as Account, names)} to ${accountText(to as Account, names)}.`,
  ],
  markAsRedeemable: marked('redemption'),
  cancelRedeemable: unmarked('redemption'),
  markAssetsForExport: marked('export'),
  markEntriesForExport: marked('export'),
  cancelExport: unmarked('export'),
  reorg: ({ registryId, spent, created }, { registry }) => [
    `You replace ${(spent as unknown[]).length} of your entries of ${registry(registryId)} with ${(created as unknown[]).length} of the same total.`,
  ],
  createChain: ({ registryId, custodians, transferAgent }, { registry, of }) => [
    `You create a custody chain for ${registry(registryId)}: ${(custodians as string[]).map(of).join(', ')}, with ${of(transferAgent)} as transfer agent.`,
  ],
}
