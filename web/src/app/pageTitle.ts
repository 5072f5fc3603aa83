/** The words of a route's title, capitalised. `titleWords('mint-requests')` → 'Mint Requests' */
const titleWords = (title: string): string =>
  title
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')

/** `pageTitle('mint-requests', 'Collateral ConneX')` → 'Mint Requests · Collateral ConneX'; without a title the product alone. */
export const pageTitle = (title: string | undefined, productName: string): string =>
  title === undefined ? productName : `${titleWords(title)} · ${productName}`
