import type { Address, Tenant } from '@connex/protocol'
import { shorten } from './shorten.ts'

/** What is not seen and yet changes how the rest is read: controls, zero widths, marks that turn the direction. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu
/** A letter that may look like one of ours. */
const OTHER_LETTER = /(?!\p{Script=Latin})\p{L}/u

/** A name as it can be read: what hides in it is shown as such. `plainName('Bal\u202Etic')` → 'Bal�tic' */
export const plainName = (name: string): string => name.normalize('NFC').replace(UNSEEN, '\u{fffd}')

/**
 * What each tenant is called. Tenants choose their names themselves: one that is spelt with letters other than Latin
 * ones, hides something, or is borne twice stands beside its address, so that nobody is taken for somebody else.
 */
export function tenantLabels(tenants: readonly Pick<Tenant, 'address' | 'name'>[]): Map<Address, string> {
  const counts = new Map<string, number>()
  for (const { name } of tenants) counts.set(plainName(name), (counts.get(plainName(name)) ?? 0) + 1)
  return new Map(
    tenants.map(({ address, name }) => {
      const plain = plainName(name)
      const isDoubtful = plain !== name.normalize('NFC') || OTHER_LETTER.test(name) || counts.get(plain) !== 1
      return [address, isDoubtful ? `${plain} (${shorten(address)})` : plain]
    }),
  )
}
