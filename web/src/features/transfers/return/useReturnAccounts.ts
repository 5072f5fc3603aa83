// The accounts of a return: after a substitution, lots may lie with several custodians.
import type { Custodian } from '@connex/sdk'
import { useQueries } from '@tanstack/react-query'
import { custodianOf } from '../../../lib/custodians.ts'
import { spokenIdentifier } from '../../../lib/identifiers.ts'
import { useSuspended } from '../../../lib/instruments.ts'
import { useTenantNames } from '../../../lib/tenants.ts'
import { useViewer } from '../../../lib/Viewer.ts'
import { t } from '../../../messages/t.ts'
import type { AssetDraft, AssetLimits } from '../../../shared/deal/AssetDraft.ts'
import {
  accountsQuery,
  choicesOf,
  instrumentsQuery,
  positionsQuery,
  type AssetChoices,
  type LegKey,
} from '../../../shared/deal/useAssetChoices.ts'
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
  const values = { instrument: spokenIdentifier(asset.identifier ?? '', asset.label), custodian }
  return key === 'deliver'
    ? t('ConfirmForm.deliver_account_of', values)
    : t('ReturnForm.receive_account_of', values)
}

type WantedChoices = { side: LegKey; custodian: Custodian | undefined; draft: AssetDraft }

/** The choices of several securities, which may lie with several custodians; each custodian's lists are read once. */
function useChoicesOfEach(wanted: readonly WantedChoices[]): AssetChoices[] {
  const { client, tenantAddr } = useViewer()
  const isSuspended = useSuspended()
  const custodians = [...new Set(wanted.map(({ custodian }) => custodian))]
  const positions = useQueries({ queries: custodians.map((one) => positionsQuery(client, one, tenantAddr)) })
  const isReceiving = (one: Custodian | undefined) =>
    wanted.some(({ side, custodian }) => side === 'receive' && custodian === one)
  const instruments = useQueries({
    queries: custodians.map((one) => instrumentsQuery(client, one, isReceiving(one) ? 'receive' : 'deliver')),
  })
  const accounts = useQueries({ queries: custodians.map((one) => accountsQuery(client, one)) })
  return wanted.map(({ side, custodian, draft }) => {
    const at = custodians.indexOf(custodian)
    const lists = {
      positions: positions[at] ?? NOT_READ,
      instruments: instruments[at] ?? NOT_READ,
      accounts: accounts[at] ?? NOT_READ,
    }
    return choicesOf(side, lists, draft, isSuspended)
  })
}

const NOT_READ = { data: undefined, isSuccess: false, isError: false, isLoading: true, isFetching: true }
