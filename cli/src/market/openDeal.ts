import type { AccountNumber, Direction } from '@connex/protocol'
import type { Context } from '../command/Command.ts'
import type { Connecting } from '../connection/connect.ts'
import { midnightOf } from './dealOptions.ts'
import { enterMarket, refuseFourEyes } from './enterMarket.ts'
import { findCounterparty, findCustodian } from './find.ts'
import { openBooks } from './openBooks.ts'
import { readAsset } from './readAsset.ts'

type Asked = {
  readonly direction: Direction
  readonly custodian: string
  readonly counterparty: string
  readonly instrument: string
  readonly account: AccountNumber
  readonly quantity: string
  readonly description: string
  readonly valueDate: string | undefined
}

/** A transfer that moves one security: who deals with whom at which custodian, what moves, and what every verb asks for. */
export async function openDeal(context: Connecting & Pick<Context, 'signal'> & { readonly options: Asked }) {
  const { options, signal } = context
  const { session, market } = await enterMarket(context)
  await refuseFourEyes(session, 'create', context)
  const { direction, account, description, instrument, quantity } = options
  const custodian = findCustodian(market, options.custodian)
  const counterparty = findCounterparty(market, options.counterparty)
  const delivers = direction === 'DELIVER'
  const asked = { custodian, instrument, account, quantity, leaves: delivers }
  const { asset, text } = await readAsset(openBooks(session, signal), asked)
  const counterpartyAddr = counterparty.address
  const valueDate = midnightOf(options.valueDate)
  const parameters = { ...asset, direction, counterpartyAddr, description, valueDate }
  return { session, market, custodian, counterparty, delivers, text, own: session.me.tenant.name, parameters }
}
