import { t } from '../../messages/t.ts'
import { SCREENS } from './screens.ts'

/** `crumbsOf('accounts', 'Meridian Registrars')` → ['Custodians', 'Meridian Registrars - Accounts'] */
export function crumbsOf(title: string | undefined, custodianName: string | undefined): string[] {
  const screen = SCREENS.find(({ id }) => id === title)
  if (screen !== undefined) return [t(screen.label)]
  switch (title) {
    case 'accounts':
      return ofCustodian(custodianName, (name) => t('Navigation.accounts_of', { custodianName: name }))
    case 'instruments':
      return ofCustodian(custodianName, (name) => t('Navigation.instruments_of', { custodianName: name }))
    case 'mint-requests':
      return ofCustodian(custodianName, (name) => t('Navigation.mint_requests_of', { custodianName: name }))
    case 'burn-requests':
      return ofCustodian(custodianName, (name) => t('Navigation.burn_requests_of', { custodianName: name }))
    default:
      return []
  }
}

const ofCustodian = (name: string | undefined, label: (name: string) => string): string[] =>
  name === undefined ? [t('Navigation.custodians')] : [t('Navigation.custodians'), label(name)]

/** `capitalized('mint-requests')` → 'Mint Requests' */
const capitalized = (title: string): string =>
  title
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')

/** `pageTitle('mint-requests', 'Collateral ConneX')` → 'Mint Requests · Collateral ConneX'; without a title the product alone. */
export const pageTitle = (title: string | undefined, productName: string): string =>
  title === undefined ? productName : `${capitalized(title)} · ${productName}`
