import { DeliveryId, SaltedText } from '@connex/protocol'
import { cancelBurnRequest, cancelMintRequest, createBurnRequest, createMintRequest } from '@connex/sdk'
import type { Client, Created, RequestParameters, SendOptions } from '@connex/sdk'
import { command } from '../command/Command.ts'
import type { Command } from '../command/Command.ts'
import { HEX_ID, required, scalar, text } from '../command/Option.ts'
import { proposingOptions } from '../connection/connectionOptions.ts'
import { showSigned, signOrPropose } from '../connection/sign.ts'
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
  summary: 'request an issue of securities into your account',
  isOutgoing: false,
  sentences: (own, what, account, registrar) => [
    `${own} asks ${registrar} to issue ${what} into account ${account}.`,
    `It appears in your holdings once ${registrar} confirms; until then you can cancel the request.`,
  ],
  create: createMintRequest,
})

export const burnCommand = requestCommand({
  path: 'burn',
  summary: 'request the termination of securities in your account',
  isOutgoing: true,
  sentences: (own, what, account, registrar) => [
    `${own} asks ${registrar} to terminate ${what} in account ${account}.`,
    `The quantity is earmarked immediately, and terminated once ${registrar} confirms; until then you can cancel the request.`,
  ],
  create: createBurnRequest,
})

const title = { mint: 'Mint', burn: 'Burn' } as const

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
      ...proposingOptions,
    },
    examples: [
      `${path} --custodian 'Meridian Registrars' --instrument DE000A2LQ5M4 --account 4100118 --quantity 500 --description 'As agreed'`,
    ],
    async run(context) {
      const { options, signal } = context
      const investor = await connectAsInvestor(context)
      const { session, directory } = investor
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
      const summaryTexts = sentences(session.me.tenant.name, text, account, custodian.label)
      return signDelivery(context, investor, summaryTexts, (how) =>
        create(session.client, { ...asset, description }, how),
      )
    },
    show: (answer) => showSigned(answer, showDone(`${title[path]} request {id} created`)),
  })
}

export const cancelMintCommand = cancelRequestCommand('mint', cancelMintRequest)
export const cancelBurnCommand = cancelRequestCommand('burn', cancelBurnRequest)

function cancelRequestCommand(kind: 'mint' | 'burn', cancel: typeof cancelMintRequest): Command {
  return command({
    path: `${kind} cancel`,
    summary: `cancel a ${kind} request that its custodian has not answered`,
    positionals: {
      id: required(scalar(DeliveryId, 'ID', "the request's delivery id", HEX_ID)),
    },
    options: {
      reason: text('TEXT', 'the reason, visible only to the parties', { of: SaltedText.shape.text }),
      ...proposingOptions,
    },
    examples: [`${kind} cancel 0x${'5e'.repeat(32)}`],
    async run(context) {
      const { positionals, options } = context
      const { session } = await connectAsInvestor(context)
      await refuseFourEyes(session, 'cancel', context)
      const parameters = { deliveryId: positionals.id, reason: options.reason }
      const summary = [
        `${session.me.tenant.name} cancels the ${kind} request ${positionals.id}.`,
        kind === 'burn' ? 'Its earmark is released immediately.' : 'Nothing has been issued.',
      ]
      return signOrPropose(context, session.client, summary, async (how) => {
        const { txHash, block } = await cancel(session.client, parameters, how)
        return { deliveryId: positionals.id, txHash, block }
      })
    },
    show: (answer) =>
      showSigned(
        answer,
        ({ deliveryId, block }) => `${title[kind]} request ${deliveryId} canceled, in block ${block}.`,
      ),
  })
}
