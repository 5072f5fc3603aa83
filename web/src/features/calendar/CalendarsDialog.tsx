import { Currency } from '@connex/protocol'
import type { TenantCalendar } from '@connex/protocol/calendar'
import { saveCalendar } from '@connex/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { calendarsQuery } from '../../shared/desk/calendars.ts'
import { causeOf } from '../../lib/errorText.ts'
import { formatIsoDay } from '../../lib/format.ts'
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
  type CalendarDraft,
} from './calendarImport.ts'
import styles from './CalendarsDialog.module.css'

addMessages(calendarsDialog)

const CURRENCIES = Currency.options.filter((currency) => currency !== 'EUR')
const ADMIN = 'user.BUSINESS_ADMIN'

/** Shows the tenant's calendars of business days, and imports one: its lines, a review, the calendar stored. */
export default function CalendarsDialog({ onClose }: { onClose: () => void }) {
  const { client, user } = useViewer()
  const queries = useQueryClient()
  const stored = useQuery(calendarsQuery(client))
  const [draft, setDraft] = useState<CalendarDraft>({ currency: 'USD', text: '', until: '' })
  const [isReviewing, setIsReviewing] = useState(false)
  const [isSubmitted, setIsSubmitted] = useState(false)
  const { currency } = draft
  const before = stored.data?.find((one) => one.currency === currency)
  const mayChange = user.privileges.includes(ADMIN)
  const checked = checkCalendar(draft)
  const { calendar } = checked
  const save = useMutation({
    mutationFn: (wanted: TenantCalendar) => saveCalendar(client, wanted),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: calendarsQuery(client).queryKey })
      showToast({ tone: 'success', title: t('CalendarsDialog.saved', { currency }) })
      onClose()
    },
  })
  const submit = () => {
    setIsSubmitted(true)
    if (calendar === undefined || stored.data === undefined) return
    if (isReviewing) save.mutate(calendar)
    else setIsReviewing(true)
  }
  const change = (part: Partial<CalendarDraft>) => setDraft((previous) => ({ ...previous, ...part }))
  return (
    <Dialog
      title={t('CalendarsDialog.title')}
      description={t('CalendarsDialog.about')}
      size="wide"
      isLocked={save.isPending}
      onClose={onClose}
      {...(mayChange && { onSubmit: submit })}
      notice={save.isError && <Failure title={t('CalendarsDialog.failure')} cause={save.error} />}
      footer={
        mayChange && (
          <Footer isReviewing={isReviewing} isBusy={save.isPending} onBack={() => setIsReviewing(false)} />
        )
      }
    >
      <div className={styles.form}>
        {stored.isError && <Failure title={t('CalendarsDialog.load_failure')} cause={stored.error} />}
        {isReviewing && calendar !== undefined ? (
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

function Footer(props: { isReviewing: boolean; isBusy: boolean; onBack: () => void }) {
  const { isReviewing, isBusy, onBack } = props
  return (
    <>
      {isReviewing && (
        <Button isBusy={isBusy} onClick={onBack}>
          {t('CalendarsDialog.back')}
        </Button>
      )}
      <Button type="submit" variant="next" isBusy={isBusy}>
        {t(isReviewing ? 'CalendarsDialog.save' : 'CalendarsDialog.review')}
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
