import {
  everyPage,
  fourEyesBlocks,
  isPositionHandler,
  listDappControllers,
  type DeliveryAction,
} from '@connex/sdk'
import { CliError } from '../CliError.ts'
import type { Context } from '../command/Command.ts'
import type { Connecting, Session } from '../connection/connect.ts'
import { connectToSign } from '../connection/connectToSign.ts'
import { type Market, readMarket } from './readMarket.ts'

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
