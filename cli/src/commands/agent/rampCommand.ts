import { SaltedText } from '@connex/protocol'
import { offramp, onramp } from '@connex/sdk'
import { command } from '../../command/Command.ts'
import { required } from '../../command/Option.ts'
import { text } from '../../command/optionKinds.ts'
import { connectToSign } from '../../connection/connectToSign.ts'
import { showSigned, sign } from '../../connection/sign.ts'
import { signingOptions } from '../../connection/signingOptions.ts'
import { findTenant } from '../../market/find.ts'
import { ownedOptions, unitsOf } from '../../market/ownedOptions.ts'
import { readMarket } from '../../market/readMarket.ts'
import { chainWord, findChain } from '../../market/findChain.ts'

type Ramp = {
  name: 'onramp' | 'offramp'
  summary: string
  says: string
  side: 'into' | 'out of'
  done: string
}

/** On-ramp and off-ramp differ in their verb alone. */
export const rampCommand = ({ name, summary, says, side, done }: Ramp) =>
  command({
    path: `agent ${name}`,
    summary,
    words: chainWord,
    options: {
      ...ownedOptions,
      reference: required(
        text('TEXT', 'your own reference; the owner reads it, the ledger keeps its fingerprint', {
          of: SaltedText.shape.text,
        }),
      ),
      ...signingOptions,
    },
    examples: [
      `agent ${name} 0x4c… --owner Alpenbank --account 1001 --quantity 500 --reference DEP-2026-114`,
    ],
    async run(context) {
      const { options, words } = context
      const session = await connectToSign(context)
      const [chain, market] = await Promise.all([
        findChain(session, words.chain, context),
        readMarket(session, context),
      ])
      const ownerAddr = findTenant(market, options.owner)
      const asked = {
        registryManagerAddr: chain.registryManagerAddr,
        registryId: chain.registryId,
        chainId: words.chain,
        ownerAddr,
        account: options.account,
        quantity: unitsOf(options.quantity, chain),
        reference: options.reference,
      }
      const verb = name === 'onramp' ? onramp : offramp
      const owner = market.nameOf(ownerAddr)
      const told = `${options.quantity} of ${chain.identifier} ${side} account ${options.account} of ${owner}`
      const summary = [`${says} ${told}: ${options.reference}`, `${owner} can read the reference.`]
      return sign(context, summary, (sending) => verb(session.client, asked, sending))
    },
    show: (answer) => showSigned(answer, ({ block }) => `${done}, in block ${block}.`),
  })
