import type { Custodian } from '@connex/sdk'
import { useQuery } from '@tanstack/react-query'
import { importWithRetry } from '../../lib/importWithRetry.ts'
import { useViewer } from '../../lib/Viewer.ts'
import type { AssetDraft, AssetTerms } from './AssetDraft.ts'
import { useAssetChoices, type AssetChoices, type LegKey } from './useAssetChoices.ts'

/** The account last used for an instrument; undefined where there is none that can be used now. */
export type ProposeAccount = (registryId: string) => string | undefined

export type AssetField = AssetChoices & {
  propose: ProposeAccount
  /** Proposes the same account the next time. */
  remember: (terms: AssetTerms | undefined) => void
}

/** What the fields of an instrument, an account and a quantity offer, and which account they propose. */
export function useAssetField(side: LegKey, custodian: Custodian | undefined, draft: AssetDraft): AssetField {
  const { tenantAddr: tenant } = useViewer()
  const choices = useAssetChoices(side, custodian, draft)
  const { data: code } = useQuery({
    queryKey: ['code', 'proposedAccount'],
    queryFn: () => importWithRetry(() => import('./proposedAccount.ts')),
    staleTime: Infinity,
  })
  return {
    ...choices,
    propose: (registryId) =>
      custodian && code?.proposedAccount({ tenant, side, custodian }, registryId, choices),
    remember: (terms) => {
      if (custodian && terms) code?.rememberProposal({ tenant, side, custodian }, terms)
    },
  }
}

/** The draft with another instrument: it proposes an account, unless the user has chosen one. */
export function withInstrument(
  draft: AssetDraft,
  registryId: string | null,
  propose: ProposeAccount,
): AssetDraft {
  const { account, registryId: before } = draft
  const isChosen = account !== null && (before === null || account !== propose(before))
  const proposed = isChosen || registryId === null ? undefined : propose(registryId)
  return { ...draft, registryId, account: proposed ?? account }
}
