import { DeliveryId, SaltedText } from '@connex/protocol'
import { cancelBurnRequest, cancelMintRequest, createBurnRequest, createMintRequest } from '@connex/sdk'
import type { Client, Created, RequestParameters, SendOptions } from '@connex/sdk'
import { command } from '../command/Command.ts'
import type { Command } from '../command/Command.ts'
import { required, scalar, text } from '../command/Option.ts'
import { signingOptions } from '../connection/connectionOptions.ts'
import { showSigned, sign } from '../connection/sign.ts'
import { showDone, signDelivery } from '../directory/delivery.ts'
import { findCustodian } from '../directory/directory.ts'
import { createInventoryLoader, resolveAsset } from '../directory/inventory.ts'
import { connectAsInvestor, refuseFourEyes } from '../directory/investor.ts'
import * as terms from '../directory/transferOptions.ts'

type Kind = {
  readonly path: 'mint' | 'burn'
  readonly summary: string
  readonly isOutgoing: boolean
  readonly sentences: (own: string, what: string, account: string, registrar: string) => readonly string[]
  readonly create: (client: Client, parameters: RequestParameters, options: SendOptions) => Promise<Created>
}

export const mintCommand = requestCommand({
  path: 'mint',
  summary: 'ask a custodian to issue to your account',
  isOutgoing: false,
  sentences: (own, what, account, registrar) => [
    `${own} asks ${registrar} to issue ${what} to account ${account}.`,
    `It counts in your holdings once ${registrar} has confirmed; until then you can cancel it.`,
  ],
  create: createMintRequest,
})

export const burnCommand = requestCommand({
  path: 'burn',
  summary: 'ask a custodian to terminate what lies in your account',
  isOutgoing: true,
  sentences: (own, what, account, registrar) => [
    `${own} asks ${registrar} to terminate ${what} in account ${account}.`,
    `The quantity is earmarked at once, and is gone once ${registrar} has confirmed; until then you can cancel it.`,
  ],
  create: createBurnRequest,
})

function requestCommand({ path, summary, isOutgoing, sentences, create }: Kind): Command {
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
      const deal = await connectAsInvestor(context)
      const { session, directory } = deal
      await refuseFourEyes(session, 'create', context)
      const custodian = findCustodian(directory, options.custodian)
      const { account, instrument, quantity, description } = options
      const { asset, text } = await resolveAsset(createInventoryLoader(session, signal), {
        custodian,
        instrument,
        account,
        quantity,
        isOutgoing,
      })
      const told = sentences(session.me.tenant.name, text, account, custodian.label)
      return signDelivery(context, deal, told, (how) =>
        create(session.client, { ...asset, description }, how),
      )
    },
    show: (answer) => showSigned(answer, showDone(`The ${path} request {id} is created`)),
  })
}

export const cancelMintCommand = cancelRequestCommand('mint', cancelMintRequest)
export const cancelBurnCommand = cancelRequestCommand('burn', cancelBurnRequest)

function cancelRequestCommand(kind: 'mint' | 'burn', cancel: typeof cancelMintRequest): Command {
  return command({
    path: `${kind} cancel`,
    summary: `take back a ${kind} request that waits for its custodian`,
    positionals: {
      id: required(scalar(DeliveryId, 'ID', "the request's delivery id", 'is 0x and 64 digits of hex')),
    },
    options: {
      reason: text('TEXT', 'why; the parties alone can read it', { of: SaltedText.shape.text }),
      ...signingOptions,
    },
    examples: [`${kind} cancel 0x${'5e'.repeat(32)}`],
    async run(context) {
      const { positionals, options } = context
      const { session } = await connectAsInvestor(context)
      await refuseFourEyes(session, 'cancel', context)
      const parameters = { deliveryId: positionals.id, reason: options.reason }
      const summary = [
        `${session.me.tenant.name} takes back the ${kind} request ${positionals.id}. It is canceled at once.`,
      ]
      return sign(context, summary, async (how) => {
        const { txHash, block } = await cancel(session.client, parameters, how)
        return { deliveryId: positionals.id, txHash, block }
      })
    },
    show: (answer) =>
      showSigned(
        answer,
        ({ deliveryId, block }) => `The ${kind} request ${deliveryId} is canceled, in block ${block}.`,
      ),
  })
}
