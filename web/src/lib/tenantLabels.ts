import { readableName, type Address, type Tenant } from '@connex/protocol'
import { shorten } from './shorten.ts'

/** A letter that may look like one of ours. */
const OTHER_LETTER = /(?!\p{Script=Latin})\p{L}/u

/**
 * What each tenant is called. Tenants choose their names themselves: one that is spelt with letters other than Latin
 * ones, hides something, or is borne twice stands beside its address, so that nobody is taken for somebody else.
 */
export function tenantLabels(tenants: readonly Pick<Tenant, 'address' | 'name'>[]): Map<Address, string> {
  const counts = new Map<string, number>()
  for (const { name } of tenants) {
    const plain = readableName(name)
    counts.set(plain, (counts.get(plain) ?? 0) + 1)
  }
  return new Map(
    tenants.map(({ address, name }) => {
      const plain = readableName(name)
      const isDoubtful = plain !== name.normalize('NFC') || OTHER_LETTER.test(name) || counts.get(plain) !== 1
      return [address, isDoubtful ? `${plain} (${shorten(address)})` : plain]
    }),
  )
}
