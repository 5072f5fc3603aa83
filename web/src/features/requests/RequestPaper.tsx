import { readableText } from '@connex/protocol'
import type { AssetChoices } from '../../shared/deal/useAssetChoices.ts'
import { formatQuantity } from '../../lib/format.ts'
import { Sentences } from '../../shared/paper/Sentences.tsx'
import { TermsPaper, type Term } from '../../shared/paper/TermsPaper.tsx'
import { t } from '../../messages/t.ts'
import type { RequestKind } from './request.ts'
import { requestSentence, type RequestTerms } from './requestForm.ts'

type Props = {
  kind: RequestKind
  terms: RequestTerms
  choices: Pick<AssetChoices, 'instrumentName' | 'accountName' | 'limits'>
  custodian: string
}

/** A request as it will be signed. */
export default function RequestPaper(props: Props) {
  return (
    <>
      <Sentences sentences={[requestSentence(props)]} />
      <TermsPaper items={requestPaper(props)} />
    </>
  )
}

/** What the form held, as terms. */
export function requestPaper({ kind, terms, choices, custodian }: Props): Term[] {
  const { quantity, description } = terms
  return [
    { term: t('RequestForm.custodian'), value: custodian },
    { term: t('DealForm.instrument'), value: choices.instrumentName, isStrong: true },
    {
      term: t('DealForm.quantity'),
      value: formatQuantity(quantity, choices.limits.decimals),
      isStrong: true,
    },
    { term: t(`RequestForm.account_${kind}`), value: choices.accountName },
    { term: t('DealForm.description'), value: readableText(description) },
  ]
}
