import type { AccountNumber, Direction } from '@connex/protocol'
import { everyPage, fourEyesBlocks, isPositionHandler, listDappControllers } from '@connex/sdk'
import type { DeliveryAction } from '@connex/sdk'
import { CliError } from '../CliError.ts'
import type { Context } from '../command/Command.ts'
import { connectToSign } from '../connection/connect.ts'
import type { ConnectionContext, Session } from '../connection/connect.ts'
import { findCounterparty, findCustodian, loadDirectory } from './directory.ts'
import type { Directory } from './directory.ts'
import { createInventoryLoader, resolveAsset } from './inventory.ts'
import { midnightOf } from './transferOptions.ts'

export type Investor = { readonly session: Session; readonly directory: Directory }

/** Whoever may sign for an investor: unlocked, resumed, with the privileges that the screens ask for as well. */
export async function connectAsInvestor(context: ConnectionContext): Promise<Investor> {
  const session = await connectToSign(context)
  const directory = await loadDirectory(session, context)
  if (directory.custodians.length === 0) throw CliError.of('notInvestor')
  if (!isPositionHandler(session.me.user)) throw CliError.of('restricted')
  return { session, directory }
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
export async function resolveTransferOptions(
  context: ConnectionContext & Pick<Context, 'signal'> & { readonly options: Asked },
) {
  const { options, signal } = context
  const { session, directory } = await connectAsInvestor(context)
  await refuseFourEyes(session, 'create', context)
  const { direction, account, description, instrument, quantity } = options
  const custodian = findCustodian(directory, options.custodian)
  const counterparty = findCounterparty(directory, options.counterparty)
  const delivers = direction === 'DELIVER'
  const asked = { custodian, instrument, account, quantity, isOutgoing: delivers }
  const { asset, text } = await resolveAsset(createInventoryLoader(session, signal), asked)
  const counterpartyAddr = counterparty.address
  const valueDate = midnightOf(options.valueDate)
  const parameters = { ...asset, direction, counterpartyAddr, description, valueDate }
  return {
    session,
    directory,
    custodian,
    counterparty,
    delivers,
    text,
    own: session.me.tenant.name,
    parameters,
  }
}
