import { SubstitutionResponseReason } from '@connex/protocol'
import { SUBSTITUTION_REASON_TEXTS } from '@connex/protocol/deals'
import type { DealAnswer } from '@connex/sdk'
import { useState } from 'react'
import { t } from '../../../messages/t.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { SelectField } from '../../../ui/field/SelectField.tsx'
import { TextAreaField } from '../../../ui/field/TextAreaField.tsx'
import styles from './DealMessages.module.css'

type Props = {
  isBusy: boolean
  onClose: () => void
  onDecline: (why: Pick<DealAnswer, 'reason' | 'text'>) => void
}

/** None of the codes. */
const OTHER = 'OTHER'

/** Why a substitution is declined: a code, words, both or neither. */
export default function DeclineForm({ isBusy, onClose, onDecline }: Props) {
  const [code, setCode] = useState<string | null>(null)
  const [text, setText] = useState('')
  const submit = () => {
    const { data: reason } = SubstitutionResponseReason.safeParse(code)
    onDecline({ reason, text: text.trim() === '' ? undefined : text.trim() })
  }
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <SelectField
        label={t('DealMessages.reason')}
        name={t('DealMessages.reason')}
        isOptional
        placeholder={t('DealMessages.reason_none')}
        value={code}
        options={[
          ...SubstitutionResponseReason.options.map((value) => ({
            value,
            label: SUBSTITUTION_REASON_TEXTS[value],
          })),
          { value: OTHER, label: t('DealMessages.reason_other') },
        ]}
        disabled={isBusy}
        onChange={setCode}
      />
      <TextAreaField
        label={t('DealMessages.text')}
        hint={t('DealMessages.decline_hint')}
        isOptional
        value={text}
        maxLength={2000}
        disabled={isBusy}
        onChange={setText}
      />
      <span className={styles.actions}>
        <Button onClick={onClose} disabledReason={isBusy ? t('DealMessages.sending') : undefined}>
          {t('DealMessages.close')}
        </Button>
        <Button type="submit" isBusy={isBusy}>
          {t('DealMessages.decline')}
        </Button>
      </span>
    </form>
  )
}
