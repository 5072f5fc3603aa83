// Who did something: of the user's own tenant the person as well.
import { readableName, ZERO_ADDRESS, type Signer, type WrittenText } from '@connex/protocol'
import { shorten } from '../../../lib/identifiers.ts'
import { useTenantNames } from '../../../lib/tenants.ts'
import { transfers } from '../../../messages/en/transfers.ts'
import { addMessages, t } from '../../../messages/t.ts'

addMessages(transfers)

/** `personAt('Alpenbank', user)` → 'Alpenbank · a.keller'. Of another tenant's user nothing is known. */
export const personAt = (tenant: string, user: Signer | null): string =>
  user === null
    ? tenant
    : t('Steps.person', {
        name: tenant,
        person: user.name === null ? shorten(user.address) : readableName(user.name),
      })

/** Who wrote a comment or a message. `authorOf(comment)` → 'Alpenbank · a.keller' */
export function useAuthors(): (
  written: Pick<WrittenText, 'authorTenantAddr' | 'authorAddr' | 'authorName'>,
) => string {
  const nameOf = useTenantNames()
  return ({ authorTenantAddr, authorAddr: address, authorName: name }) =>
    personAt(nameOf(authorTenantAddr), address === ZERO_ADDRESS ? null : { address, name })
}
