import {
  type Created,
  createBurnRequest,
  createMintRequest,
  type Client,
  type RequestParameters,
  type SendOptions,
} from '@connex/sdk'
import { type Command, command } from '../../command/Command.ts'
import { required } from '../../command/Option.ts'
import { showSigned } from '../../connection/sign.ts'
import { signingOptions } from '../../connection/signingOptions.ts'
import * as terms from '../../market/dealOptions.ts'
import { enterMarket, refuseFourEyes } from '../../market/enterMarket.ts'
import { findCustodian } from '../../market/find.ts'
import { openBooks } from '../../market/openBooks.ts'
import { readAsset } from '../../market/readAsset.ts'
import { showDone, signDelivery } from '../../market/signDelivery.ts'

type Kind = {
  readonly path: 'mint' | 'burn'
  readonly summary: string
  readonly leaves: boolean
  readonly sentences: (own: string, what: string, account: string, registrar: string) => readonly string[]
  readonly create: (client: Client, parameters: RequestParameters, options: SendOptions) => Promise<Created>
}

export const mintCommand = requestCommand({
  path: 'mint',
  summary: 'ask a custodian to issue to your account',
  leaves: false,
  sentences: (own, what, account, registrar) => [
    `${own} asks ${registrar} to issue ${what} to account ${account}.`,
    `It counts in your holdings once ${registrar} has confirmed; until then you can cancel it.`,
  ],
  create: createMintRequest,
})

export const burnCommand = requestCommand({
  path: 'burn',
  summary: 'ask a custodian to terminate what lies in your account',
  leaves: true,
  sentences: (own, what, account, registrar) => [
    `${own} asks ${registrar} to terminate ${what} in account ${account}.`,
    `The quantity is earmarked at once, and is gone once ${registrar} has confirmed; until then you can cancel it.`,
  ],
  create: createBurnRequest,
})

function requestCommand({ path, summary, leaves, sentences, create }: Kind): Command {
  return command({
    path,
    summary,
    options: {
      custodian: terms.custodian,
      instrument: terms.instrument,
      account: required(terms.account('your account')),
      quantity: terms.quantity,
      description: terms.description,
      ...signingOptions,
    },
    examples: [
      `${path} --custodian 'Meridian Registrars' --instrument DE000A2LQ5M4 --account 4100118 --quantity 500 --description 'As agreed'`,
    ],
    async run(context) {
      const { options, signal } = context
      const deal = await enterMarket(context)
      const { session, market } = deal
      await refuseFourEyes(session, 'create', context)
      const custodian = findCustodian(market, options.custodian)
      const { account, instrument, quantity, description } = options
      const { asset, text } = await readAsset(openBooks(session, signal), {
        custodian,
        instrument,
        account,
        quantity,
        leaves,
      })
      const told = sentences(session.me.tenant.name, text, account, custodian.label)
      return signDelivery(context, deal, told, (how) =>
        create(session.client, { ...asset, description }, how),
      )
    },
    show: (answer) => showSigned(answer, showDone(`The ${path} request {id} is created`)),
  })
}
