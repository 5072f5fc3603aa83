import {
  createFopTransfer,
  createRepoTransfer,
  createSecLendTransfer,
  type Client,
  type Created,
  type Custodian,
  type SendOptions,
} from '@connex/sdk'
import type { TransferTerms } from './checkTransfer.ts'

/** The verb of the kind, with what was agreed. */
export function createTransfer(
  client: Client,
  { registryManagerAddr, registrarAddr }: Custodian,
  terms: TransferTerms,
  options: SendOptions,
): Promise<Created> {
  const { kind, assets, repo, ...agreed } = terms
  const keeper = { registryManagerAddr, registrarAddr }
  const { deliver, receive } = assets
  if (kind === 'SEC_LEND') {
    if (deliver === undefined || receive === undefined) throw new TypeError('a loan has two sides')
    const sides = { deliver: { ...keeper, ...deliver }, receive: { ...keeper, ...receive } }
    return createSecLendTransfer(client, { ...agreed, ...sides }, options)
  }
  const asset = deliver ?? receive
  if (asset === undefined) throw new TypeError('a transfer has securities')
  const parameters = { ...agreed, ...keeper, ...asset }
  if (repo === undefined) return createFopTransfer(client, parameters, options)
  const { terms: repoTerms, currency } = repo
  return createRepoTransfer(client, { ...parameters, terms: repoTerms, cashCurrency: currency }, options)
}
