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

/** A connected investor and its directory. */
export type Investor = { readonly session: Session; readonly directory: Directory }

/** Connects a user who may sign for an investor, with the privileges that the web client requires too. */
export async function connectAsInvestor(context: ConnectionContext): Promise<Investor> {
  const session = await connectToSign(context)
  const directory = await loadDirectory(session, context)
  if (directory.custodians.length === 0) throw CliError.of('notInvestor')
  if (!isPositionHandler(session.me.user)) throw CliError.of('restricted')
  return { session, directory }
}

/** Refuses an action that needs several signatures, and names the function; not where it is proposed. */
export async function refuseFourEyes(
  { client, me }: Session,
  action: DeliveryAction,
  { signal, options }: Pick<Context, 'signal'> & { readonly options: { readonly propose?: boolean } },
): Promise<void> {
  if (options.propose === true) return
  const controllers = await everyPage((page) => listDappControllers(client, page, { signal }))
  const blocks = fourEyesBlocks(controllers, action, me.user)
  if (blocks.length === 0) return
  const names = [...new Set(blocks.map(({ functionName }) => functionName))].join(', ')
  const count = Math.max(...blocks.map(({ signaturesRequired }) => signaturesRequired))
  const way = options.propose === undefined ? 'Create each transfer with' : 'Use'
  throw CliError.of('fourEyes', String(count), names, way)
}

type TransferValues = {
  readonly direction: Direction
  readonly custodian: string
  readonly counterparty: string
  readonly instrument: string
  readonly account: AccountNumber
  readonly quantity: string
  readonly description: string
  readonly valueDate: string | undefined
  readonly reference: string | undefined
  readonly propose: boolean
}

/** Resolves the options of a transfer of one security: custodian, counterparty, asset and the SDK's parameters. */
export async function resolveTransferOptions(
  context: ConnectionContext & Pick<Context, 'signal'> & { readonly options: TransferValues },
) {
  const { options, signal } = context
  const { session, directory } = await connectAsInvestor(context)
  await refuseFourEyes(session, 'create', context)
  const { direction, account, description, instrument, quantity, reference } = options
  const custodian = findCustodian(directory, options.custodian)
  const counterparty = findCounterparty(directory, options.counterparty)
  const delivers = direction === 'DELIVER'
  const request = { custodian, instrument, account, quantity, isOutgoing: delivers }
  const { asset, text } = await resolveAsset(createInventoryLoader(session, signal), request)
  const counterpartyAddr = counterparty.address
  const valueDate = midnightOf(options.valueDate)
  const parameters = { ...asset, direction, counterpartyAddr, description, valueDate, reference }
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
