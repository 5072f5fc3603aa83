// The names of what the ledger knows by a fingerprint alone.
import { isReference } from '@connex/protocol'
import type { Address, RegistryId, RegistryInstrument } from '@connex/protocol'
import type { Client } from '../client/client.ts'
import { ApiError } from '../errors.ts'
import { everyPage } from '../http/call.ts'
import type { CallControl } from '../http/call.ts'
import { listRegistryInstruments } from './queries.ts'

type NamedAsset = { assetManagerAddr: Address; assetId: string; identifier: string | null }

/** As many ids as fit in one URL. */
const IDS_PER_CALL = 50

/** The instruments of these registries, each once, as far as the tenant's server has them. */
export async function readRegistries(
  client: Client,
  registryIds: readonly RegistryId[],
  control: CallControl = {},
): Promise<RegistryInstrument[]> {
  const ids = [...new Set(registryIds)].toSorted()
  const found: RegistryInstrument[] = []
  for (let next = 0; next < ids.length; next += IDS_PER_CALL) {
    const part = ids.slice(next, next + IDS_PER_CALL)
    found.push(
      ...(await everyPage((page) =>
        listRegistryInstruments(client, { ...page, registryIds: part }, control),
      )),
    )
  }
  return found
}

/**
 * The issuers' labels of assets without an ISIN or WKN; null where the tenant's server does not know one. Asks for nothing where
 * every asset has an identifier of its own.
 *
 * @example
 * const labelOf = await loadAssetLabels(client, transfer.legs)
 * instrumentText(leg.identifier, labelOf(leg)) // 'Speicher Promissory Note 2027 (HI-2024-007)'
 */
export async function loadAssetLabels(
  client: Client,
  assets: readonly NamedAsset[],
  control: CallControl = {},
): Promise<(asset: Pick<NamedAsset, 'assetManagerAddr' | 'assetId'>) => string | null> {
  const unnamed = assets.filter(({ identifier }) => identifier !== null && isReference(identifier))
  const ids = unnamed.map(({ assetId }) => assetId as RegistryId)
  const read = await readRegistries(client, ids, control).catch((error: unknown) => {
    // Who may read deals and no instruments reads them without names.
    if (error instanceof ApiError && error.status === 403) return []
    throw error
  })
  const found = new Map<string, string | null>(
    read.map(({ registryManagerAddr, registryId, label }) => [`${registryManagerAddr}:${registryId}`, label]),
  )
  return ({ assetManagerAddr, assetId }) => found.get(`${assetManagerAddr}:${assetId}`) ?? null
}

/** The label of an instrument without an ISIN or WKN, for its asset. `{ ...asset, ...labelIn(instrument) }` */
export const labelIn = ({
  identifier,
  label,
}: Pick<RegistryInstrument, 'identifier' | 'label'>): { label?: string } =>
  isReference(identifier) && label !== null ? { label } : {}
