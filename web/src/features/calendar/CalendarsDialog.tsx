import { Currency } from '@connex/protocol'
import type { TenantCalendar } from '@connex/protocol/calendar'
import { removeCalendar, saveCalendar } from '@connex/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { calendarsQuery } from '../../shared/desk/calendars.ts'
import { causeOf } from '../../lib/errorText.ts'
import { formatIsoDay } from '../../lib/format.ts'
import { useToday } from '../../lib/useNow.ts'
import { useViewer } from '../../lib/Viewer.ts'
import { calendarsDialog } from '../../messages/en/desk/calendarsDialog.ts'
import { addMessages, t } from '../../messages/t.ts'
import { Button } from '../../ui/button/Button.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { SelectField } from '../../ui/field/SelectField.tsx'
import { Alert } from '../../ui/status/Alert.tsx'
import { showToast } from '../../ui/toast/toasts.ts'
import { CalendarDays } from './CalendarDays.tsx'
import { CalendarFields } from './CalendarFields.tsx'
import {
  calendarChanges,
  calendarSpan,
  checkCalendar,
  knownUntil,
  removalEffects,
  type CalendarDraft,
} from './calendarImport.ts'
import styles from './CalendarsDialog.module.css'

addMessages(calendarsDialog)

const CURRENCIES = Currency.options.filter((currency) => currency !== 'EUR')
const ADMIN = 'user.BUSINESS_ADMIN'

/** Typing or choosing what to do; then the import, or the removal, before it happens. */
type Step = 'form' | 'review' | 'removal'

/** Shows the tenant's calendars of business days, imports one (its lines, a review, the calendar stored), and removes one. */
export default function CalendarsDialog({ onClose }: { onClose: () => void }) {
  const { client, user } = useViewer()
  const stored = useQuery(calendarsQuery(client))
  const [draft, setDraft] = useState<CalendarDraft>({ currency: 'USD', text: '', until: '' })
  const [step, setStep] = useState<Step>('form')
  const [isSubmitted, setIsSubmitted] = useState(false)
  const { currency } = draft
  const before = stored.data?.find((one) => one.currency === currency)
  const mayChange = user.privileges.includes(ADMIN)
  const checked = checkCalendar(draft)
  const { calendar } = checked
  const { save, remove, isPending } = useCalendarChanges(onClose)
  const submit = () => {
    if (step === 'removal') return remove.mutate(currency)
    setIsSubmitted(true)
    if (calendar === undefined || stored.data === undefined) return
    if (step === 'review') save.mutate(calendar)
    else setStep('review')
  }
  const change = (part: Partial<CalendarDraft>) => setDraft((previous) => ({ ...previous, ...part }))
  return (
    <Dialog
      title={t('CalendarsDialog.title')}
      description={t('CalendarsDialog.about')}
      size="wide"
      isLocked={isPending}
      onClose={onClose}
      {...(mayChange && { onSubmit: submit })}
      notice={
        save.isError ? (
          <Failure title={t('CalendarsDialog.failure')} cause={save.error} />
        ) : (
          remove.isError && <Failure title={t('CalendarsDialog.remove_failure')} cause={remove.error} />
        )
      }
      footer={
        mayChange && (
          <Footer step={step} isBusy={isPending} onStep={setStep} isRemovable={before !== undefined} />
        )
      }
    >
      <div className={styles.form}>
        {stored.isError && <Failure title={t('CalendarsDialog.load_failure')} cause={stored.error} />}
        {step === 'removal' && before !== undefined ? (
          <Removal calendar={before} />
        ) : step === 'review' && calendar !== undefined ? (
          <Review calendar={calendar} before={before} />
        ) : (
          <>
            <SelectField
              label={t('CalendarsDialog.currency')}
              value={currency}
              options={CURRENCIES.map((value) => ({ value, label: currencyText(value, stored.data ?? []) }))}
              onChange={(value) => change({ currency: Currency.parse(value) })}
            />
            {before !== undefined && <CalendarDays calendar={before} />}
            {before === undefined && stored.data !== undefined && (
              <p className={styles.note}>{t('CalendarsDialog.missing', { currency })}</p>
            )}
            {mayChange ? (
              <CalendarFields draft={draft} checked={isSubmitted ? checked : {}} onChange={change} />
            ) : (
              <p className={styles.note}>{t('CalendarsDialog.locked')}</p>
            )}
          </>
        )}
      </div>
    </Dialog>
  )
}

/** Stores or removes a calendar, and closes the dialog. */
function useCalendarChanges(onClose: () => void) {
  const { client } = useViewer()
  const queries = useQueryClient()
  const finish = async (title: string) => {
    await queries.invalidateQueries({ queryKey: calendarsQuery(client).queryKey })
    showToast({ tone: 'success', title })
    onClose()
  }
  const save = useMutation({
    mutationFn: (wanted: TenantCalendar) => saveCalendar(client, wanted),
    onSuccess: (_answer, { currency }) => finish(t('CalendarsDialog.saved', { currency })),
  })
  const remove = useMutation({
    mutationFn: (currency: Currency) => removeCalendar(client, currency),
    onSuccess: (_answer, currency) => finish(t('CalendarsDialog.removed', { currency })),
  })
  return { save, remove, isPending: save.isPending || remove.isPending }
}

function currencyText(currency: Currency, stored: readonly TenantCalendar[]): string {
  const own = stored.find((one) => one.currency === currency)
  const state =
    own === undefined
      ? t('CalendarsDialog.none')
      : t('CalendarsDialog.known', { day: formatIsoDay(knownUntil(own)) })
  return `${currency}, ${state}`
}

const Failure = ({ title, cause }: { title: string; cause: unknown }) => (
  <Alert tone="danger" title={title} isLive>
    {causeOf(cause)}
  </Alert>
)

type FooterProps = {
  step: Step
  isBusy: boolean
  onStep: (step: Step) => void
  /** There is a calendar of the currency. */
  isRemovable: boolean
}

const SUBMITS = {
  form: { label: 'CalendarsDialog.review', variant: 'primary' },
  review: { label: 'CalendarsDialog.save', variant: 'next' },
  removal: { label: 'CalendarsDialog.remove_now', variant: 'danger' },
} as const satisfies Record<Step, object>

function Footer({ step, isBusy, onStep, isRemovable }: FooterProps) {
  const { label, variant } = SUBMITS[step]
  return (
    <>
      {step === 'form' && isRemovable && (
        <Button onClick={() => onStep('removal')}>{t('CalendarsDialog.remove')}</Button>
      )}
      {step !== 'form' && (
        <Button isBusy={isBusy} onClick={() => onStep('form')}>
          {t('CalendarsDialog.back')}
        </Button>
      )}
      <Button type="submit" variant={variant} isBusy={isBusy}>
        {t(label)}
      </Button>
    </>
  )
}

function Review({ calendar, before }: { calendar: TenantCalendar; before: TenantCalendar | undefined }) {
  const { currency } = calendar
  return (
    <>
      <p>
        {currency}: {calendarSpan(calendar)}{' '}
        {before === undefined
          ? t('CalendarsDialog.first', { currency })
          : t('CalendarsDialog.replaces', calendarChanges(calendar, before))}
      </p>
      <CalendarDays calendar={calendar} />
    </>
  )
}

/** What changes without it, before it is removed. */
function Removal({ calendar }: { calendar: TenantCalendar }) {
  const { currency } = calendar
  const today = useToday()
  return (
    <>
      <Alert
        tone="attention"
        title={t('CalendarsDialog.remove_what', { currency, span: calendarSpan(calendar) })}
      >
        {removalEffects(calendar, today).join(' ')}
      </Alert>
      <CalendarDays calendar={calendar} />
    </>
  )
}
