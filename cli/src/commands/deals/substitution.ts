// Exchanging collateral of a repo or of a securities loan.
import { DeliveryId, formatQuantity } from '@connex/protocol'
import type { AccountNumber, RegistryInstrument } from '@connex/protocol'
import { assetText, consentFor, lotQuantityText, needsConsent } from '@connex/protocol/deals'
import type { Deal } from '@connex/protocol/deals'
import type { SubstitutionProposal } from '@connex/protocol/substitutions'
import { createSubstitution, getDeal, getDealMessages, proposeSubstitution } from '@connex/sdk'
import type { SubstituteAsset, SubstitutionParameters } from '@connex/sdk'
import { CliError } from '../../CliError.ts'
import { command } from '../../command/Command.ts'
import { atLeastOne, flag, HEX_ID, repeated, required, scalar, text, value } from '../../command/Option.ts'
import { proposingOptions } from '../../connection/connectionOptions.ts'
import { showSigned } from '../../connection/sign.ts'
import { showDone, signDelivery } from '../../directory/delivery.ts'
import { findCustodian } from '../../directory/directory.ts'
import { createInventoryLoader, resolveAsset } from '../../directory/inventory.ts'
import type { CustodianInventory } from '../../directory/inventory.ts'
import { connectAsInvestor, refuseFourEyes } from '../../directory/investor.ts'
import type { Investor } from '../../directory/investor.ts'
import * as terms from '../../directory/transferOptions.ts'
import {
  doubtSentences,
  haircutOption,
  haircutsOf,
  pricesOf,
  testSentences,
  valueOptions,
} from '../../directory/valueTest.ts'
import { answersOption, lotQuantities, lotQuantity } from './lots.ts'

const group = 'Terms'

type TypedIn = {
  readonly quantity: string
  readonly instrument: string
  readonly custodian: string | undefined
}

/** As typed in place of a quantity. */
const ENOUGH = 'enough'

const out = lotQuantity('what comes back to you, such as 5,000,000@P1', group)

const incoming = value<TypedIn>(
  'QTY@INSTRUMENT[@CUSTODIAN]',
  `what you give in its place; '${ENOUGH}' as the quantity proposes the smallest quantity that is worth enough`,
  (typed) => {
    const [quantity = '', instrument = '', custodian, ...more] = typed.split('@')
    return quantity !== '' && instrument !== '' && custodian !== '' && more.length === 0
      ? { value: { quantity, instrument, custodian } }
      : {
          expected: `must be a quantity and an instrument such as 5,100,000@DE000A2LQ5M4 or ${ENOUGH}@DE000A2LQ5M4`,
        }
  },
  { group },
)

export const substituteCommand = command({
  path: 'deal substitute',
  summary: 'exchange collateral that you gave: some of it comes back, and other securities take its place',
  about:
    'One delivery moves both ways, or nothing moves. What you give is earmarked immediately; the cash, the rate and the end of the deal do ' +
    'not change. What comes in must be worth at least what goes out, by market value or after haircuts: by market value with margin of ' +
    'method A, or of a repo without terms of margin, otherwise after haircuts. The details quote the prices, and the other side computes ' +
    'the test again. Warns of securities that you have issued, that mature before the deal ends, or that you need before then. If the terms ' +
    "require the holder's consent, ask first with deal ask-substitution. Without --answers, the substitution quotes the requests that the " +
    'holder has agreed to.',
  positionals: { id: required(scalar(DeliveryId, 'ID', "the opening delivery's id", HEX_ID)) },
  options: {
    out: atLeastOne(repeated(out)),
    in: atLeastOne(repeated(incoming)),
    custodian: text('NAME', 'the custodian of what you give (default that of the deal)', { group }),
    account: terms.account('the account that you give from (default the only one)'),
    receiveAccount: terms.account('the account that you take back into (default the one it came from)'),
    ...valueOptions,
    haircut: haircutOption,
    answers: answersOption,
    withoutValueTest: flag('continue although a value cannot be tested; the other side sees that', 'Value'),
    description: terms.descriptionText,
    valueDate: terms.valueDate,
    ...proposingOptions,
  },
  examples: [
    `deal substitute 0x${'5e'.repeat(32)} --out 5,000,000@P1 --in enough@FR0013508470 --price DE000A2LQ5M4=99.1+0.4 --price FR0013508470=98.5 --dry-run`,
    `deal substitute 0x${'5e'.repeat(32)} --out 5,000,000@P1 --in 5,100,000@FR0013508470 --without-value-test`,
  ],
  async run(context) {
    const { positionals, options, signal } = context
    const investor = await connectAsInvestor(context)
    const { session, directory } = investor
    await refuseFourEyes(session, 'create', context)
    const { client, me } = session
    const { deal, deliveries } = await getDeal(client, positionals.id, {}, { signal })
    const usual = deliveries[0]?.legs.find(({ legType }) => legType === 'DIGITAL')
    const given = await givenAssets(investor, options, usual, signal)
    const assets = [...deal.lots.map(({ asset }) => asset), ...given.map(({ instrument }) => instrument)]
    const parameters = {
      deliveryId: positionals.id,
      out: lotQuantities(deal, options.out, '--out'),
      // Where none is named, the SDK finds those that the terms want.
      answers: options.answers.length === 0 ? undefined : options.answers,
      in: given.map(({ asset }) => asset),
      prices: await pricesOf(options, assets, context.terminal.readInput),
      haircuts: haircutsOf(options.haircut, assets),
      acceptUntested: options.withoutValueTest,
      receive: options.receiveAccount,
      description: options.description,
      valueDate: terms.midnightOf(options.valueDate),
    }
    const holder = directory.nameOf(deal.giver === me.tenant.address ? deal.taker : deal.giver)
    if (needsConsent(deal)) await requireConsent(investor, { deal, holder, ...parameters }, signal)
    const proposal = await proposeSubstitution(client, parameters, { signal })
    const summary = [
      ...moveSentences(proposal, { own: me.tenant.name, holder, given }),
      ...testSentences(proposal.test),
      ...doubtSentences(proposal.doubts, directory.nameOf),
      'All legs settle together once everyone has confirmed.',
      ...terms.valueDateText(options.valueDate),
    ]
    return signDelivery(context, investor, summary, (how) => createSubstitution(client, parameters, how))
  },
  show: (answer) => showSigned(answer, showDone('Substitution {id} created')),
})

type Wanted = Pick<SubstitutionParameters, 'out' | 'answers'> & {
  readonly deal: Deal
  readonly holder: string
}

/** Before anything is valued: where the terms want the holder's consent, it has agreed to what goes out. */
async function requireConsent(
  { session: { client, me } }: Investor,
  { deal, holder, out, answers }: Wanted,
  signal: AbortSignal,
): Promise<void> {
  const { messages } = await getDealMessages(client, deal.openingDeliveryId, { signal })
  const counted = messages.filter(({ messageId }) => answers?.includes(messageId) ?? true)
  const { missing } = consentFor(counted, { own: me.tenant.address, out: new Map(Object.entries(out)) })
  if (missing.length === 0) return
  const text = missing.map(({ lot, by }) => `${lotQuantityText(deal, lot, by)} (${lot})`).join(' and ')
  throw CliError.of('consentMissing', holder, text)
}

type GivenAsset = { readonly asset: SubstituteAsset; readonly instrument: RegistryInstrument }
type GivenValues = {
  readonly in: readonly TypedIn[]
  readonly custodian: string | undefined
  readonly account: AccountNumber | undefined
}

/** What is given, found at its custodian. */
async function givenAssets(
  { session, directory }: Investor,
  { in: typed, custodian: named, account }: GivenValues,
  usual: { assetManagerAddr: string; registrar: string } | undefined,
  signal: AbortSignal,
): Promise<GivenAsset[]> {
  const inventoryOf = createInventoryLoader(session, signal)
  const usualKey = usual === undefined ? '' : `${usual.assetManagerAddr}:${usual.registrar}`
  const assets: GivenAsset[] = []
  for (const { quantity, instrument, custodian: own } of typed) {
    const custodian = findCustodian(directory, own ?? named ?? usualKey)
    const inventory = await inventoryOf(custodian)
    const isProposed = quantity.toLowerCase() === ENOUGH
    const request = {
      custodian,
      instrument,
      account: account ?? onlyAccountOf(inventory),
      quantity: isProposed ? '1' : quantity,
      // The ledger says whether it is available, once the deal allows the exchange.
      isOutgoing: false,
    }
    const { asset } = await resolveAsset(inventoryOf, request)
    const found = inventory.instruments.find(({ registryId }) => registryId === asset.registryId)
    if (found === undefined) throw new TypeError('a resolved asset has an instrument')
    assets.push({ asset: isProposed ? { ...asset, quantity: 'ENOUGH' } : asset, instrument: found })
  }
  return assets
}

function onlyAccountOf({ accounts }: CustodianInventory): AccountNumber {
  const [only, second] = accounts
  if (only !== undefined && second === undefined) return only
  throw CliError.of('accountToName', '--account', accounts.join(', ') || 'none')
}

type Names = { readonly own: string; readonly holder: string; readonly given: readonly GivenAsset[] }

/** A sentence for each leg. */
function moveSentences({ moves }: SubstitutionProposal, { own, holder, given }: Names): string[] {
  const firstIn = moves.length - given.length
  return moves.map(({ asset, quantity, lot }, index) => {
    const what = `${formatQuantity(quantity, asset.decimals)} ${assetText(asset)}`
    return index < firstIn
      ? `${own} takes back ${what} (${lot}) from ${holder}.`
      : `${own} gives ${what} from account ${given[index - firstIn]?.asset.account} to ${holder}; it is earmarked immediately.`
  })
}
