import {
  type AccountNumber,
  formatCash,
  formatQuantity,
  repurchasePrice,
  type Transfer,
  type TransferAsset,
} from '@connex/protocol'
import { call, type Client } from '@connex/sdk'
import { shownIdentifier } from '../terminal/shownIdentifier.ts'

type Asked = {
  readonly own: string
  readonly other: string
  readonly accounts: { deliver: AccountNumber | undefined; receive: AccountNumber | undefined }
  readonly repurchaseDate: string | undefined
}

/** What goes back when a repo or a securities loan is closed, and who gives it. */
export async function tellReturn(
  client: Client,
  opening: Transfer,
  { own, other, accounts, repurchaseDate }: Asked,
  signal: AbortSignal,
): Promise<string[]> {
  const { deliver, receive, direction } = opening
  const told: string[] = []
  if (deliver !== null)
    told.push(`${other} gives back ${textOf(deliver)}, into account ${accounts.receive ?? deliver.account}.`)
  if (receive !== null) {
    const account = accounts.deliver ?? receive.account
    told.push(`${own} gives back ${textOf(receive)} from account ${account}; it is earmarked at once.`)
  }
  const cash = await readCash(client, opening, repurchaseDate, signal)
  if (cash === undefined) return told
  const [payer, payee] = direction === 'DELIVER' ? [own, other] : [other, own]
  return [...told, `${payer} pays ${cash} to ${payee}, outside the ledger: the repurchase price.`]
}

const textOf = ({ quantity, decimals, identifier }: TransferAsset): string =>
  `${formatQuantity(quantity, decimals)} ${identifier === null ? 'of an unknown instrument' : shownIdentifier(identifier)}`

/** By the private terms of the opening; none where it is no repo, or where `createReturn` refuses. */
async function readCash(
  client: Client,
  { deliveryId, transferType }: Transfer,
  date: string | undefined,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (transferType !== 'REPO') return undefined
  const { items } = await call(client, 'deliveryDetails', { query: { deliveryIds: [deliveryId] }, signal })
  const details = items[0]?.status === 'SYNCED' ? items[0].details : null
  if (!details?.repo) return undefined
  const { repo } = details
  // What cannot be closed on that day, or on none, is refused before this is read.
  if ((date ?? repo.repurchaseDate ?? '') < repo.purchaseDate) return undefined
  const price = repurchasePrice(repo, date)
  return price === undefined ? undefined : formatCash(price, details.cashCurrency ?? '')
}
