import { readableText, type Transfer } from '@connex/protocol'
import {
  assetDraftOf,
  checkAsset,
  type AssetDraft,
  type AssetErrors,
  type AssetLimits,
  type AssetTerms,
} from '../../shared/deal/AssetDraft.ts'
import type { Consequences } from '../../shared/deal/ConsequencesPanel.tsx'
import { descriptionFault } from '../../shared/deal/formChecks.ts'
import { earmarkNotes, instrumentText } from '../../shared/deal/earmarkNotes.ts'
import type { AssetChoices } from '../../shared/deal/useAssetChoices.ts'
import { plainText, sentenceOf, type Piece } from '../../shared/paper/Sentences.tsx'
import { t } from '../../messages/t.ts'
import type { RequestKind } from './request.ts'

export type RequestDraft = { asset: AssetDraft; description: string }
export type RequestErrors = { asset?: AssetErrors; description?: string }
export type RequestTerms = AssetTerms & { description: string }

/** An empty draft, or that of the same request again: `draftOf(undefined)` */
export const draftOf = (
  request: Pick<Transfer, 'deliver' | 'receive' | 'description'> | undefined,
): RequestDraft => ({
  asset: assetDraftOf(request?.deliver ?? request?.receive ?? null),
  description: readableText(request?.description ?? ''),
})

/** The terms of a valid request, otherwise the errors by field. */
export function checkRequest(
  { asset, description }: RequestDraft,
  limits: AssetLimits,
): { terms?: RequestTerms; errors: RequestErrors } {
  const checked = checkAsset(asset, limits)
  const fault = descriptionFault(description)
  const errors: RequestErrors = {
    ...(checked.terms === undefined && { asset: checked.errors }),
    ...(fault !== undefined && { description: fault }),
  }
  if (checked.terms === undefined || errors.description !== undefined) return { errors }
  return { errors, terms: { ...checked.terms, description: description.trim() } }
}

type Sentence = {
  kind: RequestKind
  terms: Pick<RequestTerms, 'quantity'>
  choices: Pick<AssetChoices, 'instrumentName' | 'accountName' | 'limits'>
  custodian: string
}

/** What a request asks for: 'Meridian issues 1,000 Hafenbank 2029 (DE000A2LQ5M4) into your account 4100.' */
export const requestSentence = ({ kind, terms, choices, custodian }: Sentence): Piece[] =>
  sentenceOf(
    { custodian, what: instrumentText(terms.quantity, choices), account: choices.accountName },
    (tokens) => t(`RequestForm.leg_${kind}`, tokens),
  )

/** What signing does to the account now, and what the custodian does next. */
export function requestConsequences(
  kind: RequestKind,
  terms: RequestTerms,
  choices: Pick<AssetChoices, 'instrumentName' | 'accountName' | 'limits' | 'position'>,
  custodian: string,
): Consequences {
  const { quantity } = terms
  const account = choices.accountName
  const what = instrumentText(quantity, choices)
  const legs = [plainText(requestSentence({ kind, terms, choices, custodian }))]
  const { position, limits } = choices
  const now = t('Deal.now')
  const after = t('Deal.after_that')
  if (kind === 'MINT')
    return {
      legs,
      steps: [
        { when: now, text: t('RequestForm.now_mint') },
        {
          when: after,
          text: t('RequestForm.then_mint', { custodian }),
          notes: [
            ...earmarkNotes(-quantity, position, limits.decimals, true),
            t('RequestForm.until_then', { custodian }),
          ],
        },
      ],
    }
  return {
    legs,
    steps: [
      {
        when: now,
        text: t('DealForm.now_deliver', { what, account }),
        notes: earmarkNotes(quantity, position, limits.decimals),
      },
      {
        when: after,
        text: t('RequestForm.then_burn', { custodian }),
        notes: [t('RequestForm.until_then', { custodian })],
      },
    ],
  }
}
