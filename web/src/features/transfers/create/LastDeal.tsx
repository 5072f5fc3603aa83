import { readableText } from '@connex/protocol'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { useViewer } from '../../../lib/Viewer.ts'
import { t } from '../../../messages/t.ts'
import type { Option } from '../../../ui/field/SelectField.tsx'
import { lastDealsQuery } from './lastDeals.ts'
import type { TransferDraft } from './transferDraft.ts'
import styles from './TransferFields.module.css'

type Props = {
  draft: TransferDraft
  counterparties: readonly Option[]
  isDisabled: boolean
  onChange: (part: Partial<TransferDraft>) => void
}

/** Offers the counterparty and the description of the last such transfer. It fills nothing in unless it is pressed. */
export default function LastDeal({ draft, counterparties, isDisabled, onChange }: Props) {
  const { client } = useViewer()
  const chip = useRef<HTMLButtonElement>(null)
  const { data } = useQuery(lastDealsQuery(client, draft))
  const last = data?.[0]
  const counterparty = counterparties.find(({ value }) => value === last?.counterpartyAddr)
  if (!last || counterparty === undefined || draft.counterpartyAddr !== null || isDisabled) return null
  const description = readableText(last.description ?? '')
  const fill = () => {
    const form = chip.current?.form
    flushSync(() =>
      onChange({
        counterpartyAddr: last.counterpartyAddr,
        ...(draft.description === '' && { description }),
      }),
    )
    const inputs = [...(form?.querySelectorAll<HTMLInputElement>('input[aria-required="true"]') ?? [])]
    inputs.find(({ value }) => value === '')?.focus()
  }
  return (
    <div className={styles.chips}>
      <button ref={chip} type="button" className={styles.chip} onClick={fill}>
        {t('DealForm.as_last_time', {
          deal: description === '' ? counterparty.label : `${counterparty.label} · ${description}`,
        })}
      </button>
    </div>
  )
}
