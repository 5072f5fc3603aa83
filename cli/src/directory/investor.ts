import type { AccountNumber, Direction } from '@connex/protocol'
import { everyPage, fourEyesBlocks, isPositionHandler, listDappControllers } from '@connex/sdk'
import type { DeliveryAction } from '@connex/sdk'
import { CliError } from '../CliError.ts'
import type { Context } from '../command/Command.ts'
import { connectToSign } from '../connection/connect.ts'
import type { Connecting, Session } from '../connection/connect.ts'
import { findCounterparty, findCustodian, readMarket } from './directory.ts'
import type { Market } from './directory.ts'
import { openBooks, readAsset } from './inventory.ts'
import { midnightOf } from './transferOptions.ts'

export type Deal = { readonly session: Session; readonly market: Market }

/** Whoever may sign for an investor: unlocked, resumed, with the privileges that the screens ask for as well. */
export async function enterMarket(context: Connecting): Promise<Deal> {
  const session = await connectToSign(context)
  const market = await readMarket(session, context)
  if (market.custodians.length === 0) throw CliError.of('notInvestor')
  if (!isPositionHandler(session.me.user)) throw CliError.of('restricted')
  return { session, market }
}

/** Where the tenant asks for several signatures the action is held back, and the user told which function it is. */
export async function refuseFourEyes(
  { client, me }: Session,
  action: DeliveryAction,
  { signal }: Pick<Context, 'signal'>,
): Promise<void> {
  const controllers = await everyPage((page) => listDappControllers(client, page, { signal }))
  const blocks = fourEyesBlocks(controllers, action, me.user)
  if (blocks.length === 0) return
  const names = [...new Set(blocks.map(({ functionName }) => functionName))].join(', ')
  const count = Math.max(...blocks.map(({ signaturesRequired }) => signaturesRequired))
  throw CliError.of('fourEyes', String(count), names)
}

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
