// config/config.json: settings of one deployment of the web client. Defaults replace a missing file and missing fields.
import * as z from 'zod/mini'
import { DEFAULT_BASE_URL } from './product.ts'
import { Address, CustodianKey } from './scalars.ts'

export const ClientConfig = z.object({
  /** The tenant server's API; '/' is the server that the page came from. */
  apiUrl: z._default(z.string(), DEFAULT_BASE_URL),
  chainId: z._default(z.number(), 31337),
  /** Comma list of manager:registrar. */
  custodians: z._default(z.string(), ''),
  /** Comma list of labels by position; an empty one leaves the registrar's name. */
  custodianLabels: z._default(z.string(), ''),
  productName: z._default(z.string(), 'Collateral ConneX'),
  slogan: z._default(z.string(), 'Enter the world of collateral connex'),
  logoUrl: z._default(z.string(), ''),
  helpUrl: z._default(z.string(), '/help.html'),
  /** How long a user may do nothing before the wallet is locked: 1 to 60. */
  idleMinutes: z._default(z.number(), 15),
})
export type ClientConfig = z.infer<typeof ClientConfig>

export type CustodianPair = {
  key: CustodianKey
  registryManagerAddr: Address
  registrarAddr: Address
  label: string | undefined
}

/** The configured custodians in order; pairs that are not well formed are dropped. */
export function configuredCustodians(
  config: Pick<ClientConfig, 'custodians' | 'custodianLabels'>,
): CustodianPair[] {
  const labels = config.custodianLabels.split(',').map((label) => label.trim())
  return config.custodians.split(',').flatMap((text, index) => {
    const key = CustodianKey.safeParse(text.trim())
    if (!key.success) return []
    const [manager, registrar] = key.data.split(':')
    return [
      {
        key: key.data,
        registryManagerAddr: Address.parse(manager),
        registrarAddr: Address.parse(registrar),
        label: labels[index] || undefined,
      },
    ]
  })
}
