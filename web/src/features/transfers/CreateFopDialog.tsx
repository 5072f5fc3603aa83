import { createFopTransfer, type Custodian } from '@connex/sdk'
import { useState } from 'react'
import { formatQuantity } from '../../lib/quantity.ts'
import { LedgerDialog } from '../../lib/LedgerDialog.tsx'
import { useFourEyes } from '../../lib/useFourEyes.ts'
import { useLedgerAction } from '../../lib/useLedgerAction.ts'
import { useTenantNames } from '../../lib/useTenantNames.ts'
import { useViewer } from '../../lib/Viewer.ts'
import { t } from '../../messages/t.ts'
import { Alert } from '../../ui/status/Alert.tsx'
import { FopConsequences } from './FopConsequences.tsx'
import { FopFields } from './FopFields.tsx'
import { checkFop, type FopDraft, type FopTerms } from './fopForm.ts'
import { useFopChoices } from './useFopChoices.ts'
import styles from './CreateFopDialog.module.css'

type Props = { prefill: Partial<FopDraft>; onClose: () => void }

/** A transfer free of payment: its terms on the left, what signing them does on the right. */
export default function CreateFopDialog({ prefill, onClose }: Props) {
  const { client, custodians } = useViewer()
  const nameOf = useTenantNames()
  const fourEyes = useFourEyes('create')
  const action = useLedgerAction()
  const [draft, setDraft] = useState<FopDraft>(() => ({ ...emptyDraft(custodians), ...prefill }))
  const [isTried, setIsTried] = useState(false)
  const custodian = custodians.find(({ key }) => key === draft.custodianKey)
  const choices = useFopChoices({ ...draft, custodian })
  const isDelivering = draft.direction === 'DELIVER'
  const available = isDelivering && choices.position ? BigInt(choices.position.available) : undefined
  const { terms, errors } = checkFop(draft, { decimals: choices.decimals, available, today: todayUtc() })

  const submit = () => {
    setIsTried(true)
    if (terms === undefined || custodian === undefined || fourEyes !== undefined) return
    void action.start(actionOf(terms, custodian))
  }
  const actionOf = (agreed: FopTerms, keeper: Custodian) => {
    const quantity = formatQuantity(agreed.quantity, choices.decimals)
    const { registryManagerAddr, registrarAddr } = keeper
    return {
      run: (options: Parameters<typeof createFopTransfer>[2]) =>
        createFopTransfer(client, { ...agreed, registryManagerAddr, registrarAddr }, options),
      title: t('FopForm.sending', { quantity, instrument: choices.identifier }),
      success: ({ deliveryId }: { deliveryId: string }) => ({
        title: t('FopForm.success'),
        text: t('FopForm.success_text', {
          quantity,
          instrument: choices.identifier,
          counterparty: nameOf(agreed.counterpartyAddr),
        }),
        link: { label: t('FopForm.open'), href: `/transactions?row=${deliveryId}` },
      }),
      failure: t('FopForm.failure'),
      onPublished: onClose,
    }
  }
  const isIncomplete = isTried && Object.keys(errors).length > 0
  return (
    <LedgerDialog
      title={t('FopForm.title')}
      size="wide"
      action={action}
      fourEyes={fourEyes}
      notice={
        isIncomplete && (
          <Alert tone="danger" isLive>
            {t('FopForm.invalid')}
          </Alert>
        )
      }
      back={t('FopForm.back')}
      submit={t('FopForm.submit')}
      submitVariant="next"
      onClose={onClose}
      onSubmit={submit}
    >
      <div className={styles.columns}>
        <div className={styles.terms}>
          <FopFields
            draft={draft}
            errors={isTried ? errors : liveErrors(draft, errors)}
            choices={choices}
            available={available}
            isDisabled={action.isBusy}
            onChange={(part) => setDraft({ ...draft, ...part })}
          />
        </div>
        <FopConsequences
          draft={draft}
          terms={terms}
          choices={choices}
          custodian={custodian?.label}
          counterparty={draft.counterpartyAddr === null ? undefined : nameOf(draft.counterpartyAddr as never)}
        />
      </div>
    </LedgerDialog>
  )
}

/** While typing only what was typed is checked; what is still empty is asked for when one wants to sign. */
const liveErrors = (draft: FopDraft, errors: ReturnType<typeof checkFop>['errors']) => ({
  ...(draft.quantity !== '' && errors.quantity !== undefined && { quantity: errors.quantity }),
  ...(errors.valueDate !== undefined && { valueDate: errors.valueDate }),
})

/** With one custodian there is nothing to choose. */
const emptyDraft = (custodians: readonly Custodian[]): FopDraft => ({
  direction: 'DELIVER',
  custodianKey: custodians.length === 1 ? (custodians[0]?.key ?? null) : null,
  counterpartyAddr: null,
  registryId: null,
  account: null,
  quantity: '',
  description: '',
  valueDate: '',
})

const todayUtc = () => Math.floor(Date.now() / 86_400_000) * 86_400
