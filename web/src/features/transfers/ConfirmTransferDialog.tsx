import { actionsFor, type Duty, type Transfer } from '@connex/protocol'
import { confirmTransfer } from '@connex/sdk'
import { useState } from 'react'
import { custodianOf } from '../../lib/custodianOf.ts'
import { causeOf } from '../../lib/errorWords.ts'
import { useFourEyes } from '../../lib/useFourEyes.ts'
import { useLedgerAction } from '../../lib/useLedgerAction.ts'
import { useTenantNames } from '../../lib/useTenantNames.ts'
import { useViewer } from '../../lib/Viewer.ts'
import { t } from '../../messages/t.ts'
import { Button } from '../../ui/button/Button.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { CheckboxField } from '../../ui/field/CheckboxField.tsx'
import { SelectField } from '../../ui/field/SelectField.tsx'
import { Alert } from '../../ui/status/Alert.tsx'
import styles from './ActionDialog.module.css'
import { TransferLegs } from './TransferLegs.tsx'
import { transferSide } from './transferSide.ts'
import { transferTitle } from './transferTitle.ts'
import { useConfirmAccounts } from './useConfirmAccounts.ts'

type Props = { transfer: Transfer; onClose: () => void }

/** What will be confirmed, and the accounts that it needs. */
export default function ConfirmTransferDialog({ transfer, onClose }: Props) {
  const { client, tenantAddr, custodians } = useViewer()
  const nameOf = useTenantNames()
  const confirm = actionsFor(transfer, tenantAddr).confirm
  const [isWithoutPayment, setIsWithoutPayment] = useState(false)
  const [isTried, setIsTried] = useState(false)
  const given = (confirm?.duties ?? []).filter(
    (duty) => !isWithoutPayment || (duty !== 'pay' && duty !== 'getPaid'),
  )
  const isMixed = given.length > 1 || isWithoutPayment
  const fourEyes = useFourEyes({ confirm: given })
  const choice = useConfirmAccounts(transfer, given)
  const action = useLedgerAction()
  const counterparty = nameOf(transfer.counterpartyAddr)
  const title = transferTitle(transfer, counterparty)
  const custodian = custodianOf(custodians, transfer)?.label ?? nameOf(transfer.registrarAddr)

  const submit = () => {
    setIsTried(true)
    const { accounts } = choice
    if (accounts === undefined || fourEyes !== undefined) return
    const { deliveryId } = transfer
    void action.start({
      run: (options) =>
        confirmTransfer(client, { deliveryId, accounts, withoutPayment: isWithoutPayment }, options),
      title: t('ConfirmForm.sending', { title }),
      success: () => ({ title: t('ConfirmForm.success'), text: title }),
      failure: t('ConfirmForm.failure'),
      onPublished: onClose,
    })
  }
  const required = isTried ? t('Form.required') : undefined
  return (
    <Dialog
      title={confirm?.label ?? t('ConfirmForm.success')}
      description={title}
      isLocked={action.isBusy}
      onClose={onClose}
      onSubmit={submit}
      notice={
        action.failure && (
          <Alert tone="danger" title={action.failure.title} isLive>
            {action.failure.text}
            <code className={styles.code}>{action.failure.code}</code>
          </Alert>
        )
      }
      footer={
        <>
          <span className={styles.step} role="status">
            {action.step}
          </span>
          <Button onClick={onClose} disabledReason={action.isBusy ? action.step : undefined}>
            {t('ConfirmForm.back')}
          </Button>
          <Button type="submit" variant="next" isBusy={action.isBusy} disabledReason={fourEyes}>
            {t('ConfirmForm.submit')}
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        {fourEyes !== undefined && (
          <Alert tone="attention" title={t('FourEyes.title')}>
            {fourEyes}
          </Alert>
        )}
        <TransferLegs transfer={transfer} />
        {choice.deliver && (
          <SelectField
            label={t('ConfirmForm.deliver_account')}
            placeholder={t('FopForm.choose')}
            value={choice.deliver.value}
            options={choice.deliver.options}
            error={choice.deliver.error ?? (choice.deliver.value === null ? required : undefined)}
            hint={
              choice.deliver.options.length === 0 && !choice.isLoading ? t('FopForm.no_positions') : undefined
            }
            disabled={action.isBusy || choice.deliver.options.length === 0}
            onChange={choice.deliver.choose}
          />
        )}
        {choice.receive && (
          <SelectField
            label={t('ConfirmForm.receive_account')}
            placeholder={t('FopForm.choose')}
            value={choice.receive.value}
            options={choice.receive.options}
            error={choice.receive.value === null ? required : undefined}
            hint={
              choice.receive.options.length === 0 && !choice.isLoading ? t('FopForm.no_accounts') : undefined
            }
            disabled={action.isBusy || choice.receive.options.length === 0}
            onChange={choice.receive.choose}
          />
        )}
        {isMixed && (
          <CheckboxField
            label={t('ConfirmForm.without_payment')}
            isOn={isWithoutPayment}
            disabled={action.isBusy}
            onChange={setIsWithoutPayment}
          />
        )}
        <ul className={styles.list}>
          {given.map((duty) => (
            <li key={duty}>{dutyWords(duty, transfer, counterparty)}</li>
          ))}
        </ul>
        <p className={styles.muted}>{t('ConfirmForm.custodian_next', { custodian })}</p>
        {choice.failure !== null && <Alert tone="danger">{causeOf(choice.failure)}</Alert>}
      </div>
    </Dialog>
  )
}

/** What giving a confirmation means, in one sentence. */
function dutyWords(duty: Duty, transfer: Transfer, counterparty: string): string {
  const side = (name: 'deliver' | 'receive') => {
    const told = transferSide(transfer, name)
    const what = `${told?.quantity ?? ''} ${told?.kind === 'securities' ? told.instrument : ''}`.trim()
    return { what, counterparty }
  }
  if (duty === 'deliver') return t('ConfirmForm.will_deliver', side('deliver'))
  if (duty === 'receive') return t('ConfirmForm.will_receive', side('receive'))
  if (duty === 'pay') return t('ConfirmForm.will_pay', side('deliver'))
  return t('ConfirmForm.will_get_paid', side('receive'))
}
