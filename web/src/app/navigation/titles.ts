import { t } from '../../messages/t.ts'
import { SCREENS } from './screens.ts'

const OF_CUSTODIAN = {
  accounts: 'Navigation.accounts_of',
  instruments: 'Navigation.instruments_of',
  'mint-requests': 'Navigation.mint_requests_of',
  'burn-requests': 'Navigation.burn_requests_of',
} as const

const isOfCustodian = (title: string | undefined): title is keyof typeof OF_CUSTODIAN =>
  title !== undefined && Object.hasOwn(OF_CUSTODIAN, title)

/** `crumbsOf('accounts', 'Meridian Registrars')` → ['Custodians', 'Meridian Registrars - Accounts'] */
export function crumbsOf(title: string | undefined, custodianName: string | undefined): string[] {
  const screen = SCREENS.find(({ id }) => id === title)
  if (screen !== undefined) return [t(screen.label)]
  if (!isOfCustodian(title)) return []
  const custodians = t('Navigation.custodians')
  return custodianName === undefined ? [custodians] : [custodians, t(OF_CUSTODIAN[title], { custodianName })]
}

/** `capitalized('mint-requests')` → 'Mint Requests' */
const capitalized = (title: string): string =>
  title
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')

/** `pageTitle('mint-requests', 'Collateral ConneX')` → 'Mint Requests · Collateral ConneX'; without a title the product alone. */
export const pageTitle = (title: string | undefined, productName: string): string =>
  title === undefined ? productName : `${capitalized(title)} · ${productName}`
