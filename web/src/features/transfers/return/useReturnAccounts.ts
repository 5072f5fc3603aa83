// The accounts of a return: after a substitution, lots may lie with several custodians.
import { custodianOf } from '../../../lib/custodians.ts'
import { shownIdentifier } from '../../../lib/identifiers.ts'
import { useTenantNames } from '../../../lib/tenants.ts'
import { useViewer } from '../../../lib/Viewer.ts'
import { t } from '../../../messages/t.ts'
import type { AssetLimits } from '../../../shared/deal/AssetDraft.ts'
import { useChoicesOfEach, type AssetChoices } from '../../../shared/deal/useAssetChoices.ts'
import { movedAsset, type OwnMove, type ReturnDraft } from './returnForm.ts'

export type ReturnAccount = {
  move: OwnMove
  label: string
  custodian: string
  choices: AssetChoices
  limits: AssetLimits
}

/** For each lot that moves, the own accounts with its custodian. */
export function useReturnAccounts(moves: readonly OwnMove[], draft: ReturnDraft): ReturnAccount[] {
  const { custodians } = useViewer()
  const nameOf = useTenantNames()
  const found = moves.map((move) => ({ move, custodian: custodianOf(custodians, move) }))
  const choices = useChoicesOfEach(
    found.map(({ move, custodian }) => ({ side: move.key, custodian, draft: movedAsset(move, draft) })),
  )
  return choices.flatMap((one, index) => {
    const { move, custodian } = found[index] ?? {}
    if (move === undefined) return []
    const name = custodian?.label ?? nameOf(move.registrarAddr)
    return [{ move, label: labelOf(move, moves, name), custodian: name, choices: one, limits: one.limits }]
  })
}

/** Of several lots, which. */
function labelOf({ key, asset }: OwnMove, moves: readonly OwnMove[], custodian: string): string {
  if (moves.filter((one) => one.key === key).length === 1) return t(`ConfirmForm.${key}_account`)
  const values = { instrument: shownIdentifier(asset.identifier ?? ''), custodian }
  return key === 'deliver'
    ? t('ConfirmForm.deliver_account_of', values)
    : t('ReturnForm.receive_account_of', values)
}
