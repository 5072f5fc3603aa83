import type { Address, DeliveryComment } from '@connex/protocol'
import { table } from '../../terminal/table.ts'

/** A comment with the name of its author, as far as this user knows it. */
export type ShownComment = DeliveryComment & { readonly author: string }

type Names = { nameOf: (address: Address) => string; me: { address: Address; name: string } }

/** The user's own name, or the tenant's with the wallet of a colleague; another tenant's server names no user. */
export function authorOf({ authorTenantAddr, authorAddr }: DeliveryComment, { nameOf, me }: Names): string {
  const tenant = nameOf(authorTenantAddr)
  if (authorAddr === me.address) return `${me.name}, ${tenant}`
  return /^0x0*$/.test(authorAddr) ? tenant : `${authorAddr}, ${tenant}`
}

/** What was written about a transfer, the oldest first; `reasons` stand elsewhere. */
export const commentTable = (
  comments: readonly ShownComment[],
  reasons: readonly (string | null)[],
): string =>
  table(
    comments
      .filter(({ fingerprint }) => !reasons.includes(fingerprint))
      .toSorted((left, right) => left.createdAt - right.createdAt),
    [
      {
        title: 'Written',
        of: ({ createdAt }) => new Date(createdAt * 1000).toISOString().replace('.000Z', 'Z'),
      },
      { title: 'By', of: ({ author }) => author },
      { title: 'Read by', of: ({ type }) => (type === 'INTERNAL' ? 'your tenant alone' : 'all parties') },
      { title: 'Comment', of: ({ text, status }) => text ?? `not here (${status})` },
    ],
    'No comments.',
  )
