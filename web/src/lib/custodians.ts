import type { Address } from '@connex/protocol'
import type { Custodian } from '@connex/sdk'

type Pair = { registryManagerAddr: Address; registrarAddr: Address }

/** The custodian that keeps something, undefined where it is none of one's own. */
export const custodianOf = (custodians: readonly Custodian[], held: Pair): Custodian | undefined =>
  custodians.find(
    ({ registryManagerAddr, registrarAddr }) =>
      registryManagerAddr === held.registryManagerAddr && registrarAddr === held.registrarAddr,
  )

/** What a table offers to filter by custodian. */
export const custodianOptions = (custodians: readonly Custodian[]) =>
  custodians.map(({ key, label }) => ({ value: key, label }))

/** A chosen custodian as the lists of the server want it. */
export function custodianQuery(
  custodians: readonly Custodian[],
  keys: readonly string[] | undefined,
): Partial<Pair> {
  const custodian = custodians.find(({ key }) => key === keys?.[0])
  if (custodian === undefined) return {}
  return { registryManagerAddr: custodian.registryManagerAddr, registrarAddr: custodian.registrarAddr }
}
