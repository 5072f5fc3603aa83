// The figures of a repo that nobody types: its price, its haircut and its interest.
import {
  CASH_DECIMALS,
  type Amount,
  type Cash,
  type Currency,
  type ImpliedPrice,
  type Ratio,
  type Transfer,
} from '@connex/protocol'
import { formatQuantity } from '../../lib/format.ts'
import { ticket } from '../../messages/en/ticket.ts'
import { addMessages, t } from '../../messages/t.ts'

addMessages(ticket)

/** A rounded quotient says so. `ratioText({ text: '98.1235', isExact: false })` → '≈ 98.1235' */
export const ratioText = ({ text, isExact }: Ratio): string =>
  isExact ? text : t('Ticket.rounded', { figure: text })

/** `priceFigure(price, 'EUR')` → { value: '98.00%', note: 'of nominal' }, or 'EUR 10,000.00' 'per unit' */
export function priceFigure(price: ImpliedPrice, currency: Currency): { value: string; note: string } {
  if (price.quotation === 'PERCENT')
    return { value: `${ratioText(price.price)}%`, note: t('Ticket.of_nominal') }
  return {
    value: `${currency} ${ratioText(price.price)}`,
    note: price.unit === 'UNITS' ? t('Ticket.per_unit') : t('Ticket.per_nominal', { unit: price.unit }),
  }
}

/** The securities that the cash of a repo is paid for; undefined where they are several, which have no price in common. */
export function pricedAmount({
  legs,
  deliver,
  receive,
}: Pick<Transfer, 'legs' | 'deliver' | 'receive'>): Amount | undefined {
  const securities = legs.filter(({ legType }) => legType !== 'EXTERNAL')
  const asset = deliver ?? receive
  const quantity = BigInt(asset?.quantity ?? 0)
  if (asset === null || quantity === 0n || securities.length !== 1) return undefined
  return { quantity, decimals: asset.decimals, unit: asset.unit }
}

/** The price as a term: '98.00% of nominal', with its haircut where it has one. */
export function priceTerm(
  price: ImpliedPrice,
  currency: Currency,
): { term: string; value: string; note?: string } {
  const { value, note } = priceFigure(price, currency)
  const term = { term: t('Ticket.price'), value: `${value} ${note}` }
  return price.quotation === 'PERCENT'
    ? { ...term, note: `${t('Ticket.haircut')} ${ratioText(price.haircut)}%` }
    : term
}

const centsOf = (cash: Cash): bigint => BigInt(cash.replace('.', ''))

/** What a buyer of the securities earns. `interestText('1000000.00', '1000416.11', 'EUR')` → 'EUR 416.11' */
export const interestText = (purchasePrice: Cash, repurchasePrice: Cash, currency: string): string =>
  `${currency} ${formatQuantity(centsOf(repurchasePrice) - centsOf(purchasePrice), CASH_DECIMALS)}`.trim()
