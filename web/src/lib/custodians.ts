import type { Address } from '@connex/protocol'
import type { Custodian } from '@connex/sdk'

type Pair = { registryManagerAddr: Address; registrarAddr: Address }

/** The custodian of a holding; undefined if the tenant cannot use it. */
export const custodianOf = (custodians: readonly Custodian[], held: Pair): Custodian | undefined =>
  custodians.find(
    ({ registryManagerAddr, registrarAddr }) =>
      registryManagerAddr === held.registryManagerAddr && registrarAddr === held.registrarAddr,
  )

/** The options of a table's filter by custodian. */
export const custodianOptions = (custodians: readonly Custodian[]) =>
  custodians.map(({ key, label }) => ({ value: key, label }))

/** A chosen custodian as a query of the server's lists. */
export function custodianQuery(
  custodians: readonly Custodian[],
  keys: readonly string[] | undefined,
): Partial<Pair> {
  const custodian = custodians.find(({ key }) => key === keys?.[0])
  if (custodian === undefined) return {}
  return { registryManagerAddr: custodian.registryManagerAddr, registrarAddr: custodian.registrarAddr }
}
