import {
  createFopTransfer,
  createRepoTransfer,
  createSecLendTransfer,
  type Client,
  type Created,
  type Custodian,
  type SendOptions,
} from '@connex/sdk'
import type { TransferTerms } from './transferDraft.ts'

/** Creates a transfer by the function of its kind. `await submitTransfer(client, custodian, terms, { dryRun: 'only' })` */
export function submitTransfer(
  client: Client,
  { registryManagerAddr, registrarAddr }: Custodian,
  terms: TransferTerms,
  options: SendOptions,
): Promise<Created> {
  const { kind, assets, repo, ...agreed } = terms
  const registry = { registryManagerAddr, registrarAddr }
  const { deliver, receive } = assets
  if (kind === 'SEC_LEND') {
    if (deliver === undefined || receive === undefined) throw new TypeError('a loan has two legs')
    const legs = { deliver: { ...registry, ...deliver }, receive: { ...registry, ...receive } }
    return createSecLendTransfer(client, { ...agreed, ...legs }, options)
  }
  const asset = deliver ?? receive
  if (asset === undefined) throw new TypeError('a transfer has securities')
  const parameters = { ...agreed, ...registry, ...asset }
  if (repo === undefined) return createFopTransfer(client, parameters, options)
  const { terms: repoTerms, currency } = repo
  return createRepoTransfer(client, { ...parameters, terms: repoTerms, cashCurrency: currency }, options)
}
