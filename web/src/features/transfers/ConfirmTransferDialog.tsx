import { actionsFor, type Duty, type Transfer } from '@connex/protocol'
import { confirmTransfer } from '@connex/sdk'
import { useState } from 'react'
import { custodianOf } from '../../lib/custodianOf.ts'
import { causeOf } from '../../lib/errorWords.ts'
import { ConsequencesPanel } from '../../lib/deal/ConsequencesPanel.tsx'
import { DryRunLine } from '../../lib/deal/DryRunLine.tsx'
import { useDryRun } from '../../lib/deal/useDryRun.ts'
import { LedgerDialog } from '../../lib/LedgerDialog.tsx'
import { useFourEyes } from '../../lib/useFourEyes.ts'
import { useLedgerAction } from '../../lib/useLedgerAction.ts'
import { useInstrumentNames } from '../../lib/useInstrumentNames.ts'
import { useTenantNames } from '../../lib/useTenantNames.ts'
import { useViewer } from '../../lib/Viewer.ts'
import { t } from '../../messages/t.ts'
import { CheckboxField } from '../../ui/field/CheckboxField.tsx'
import { SelectField } from '../../ui/field/SelectField.tsx'
import { Alert } from '../../ui/status/Alert.tsx'
import columns from '../../lib/deal/TermsDialog.module.css'
import { confirmEarmarks } from './confirmEarmarks.ts'
import { TransferLegs } from './TransferLegs.tsx'
import { transferSide, type TransferSide } from './transferSide.ts'
import { transferTitle } from './transferTitle.ts'
import { useConfirmAccounts } from './useConfirmAccounts.ts'

type Side = 'deliver' | 'receive'

type Props = { transfer: Transfer; onClose: () => void }

/** What will be confirmed, and the accounts that it needs. */
export default function ConfirmTransferDialog({ transfer, onClose }: Props) {
  const { client, tenantAddr, custodians } = useViewer()
  const nameOf = useTenantNames()
  const instrumentOf = useInstrumentNames()
  const confirm = actionsFor(transfer, tenantAddr).confirm
  const [isWithoutPayment, setIsWithoutPayment] = useState(false)
  const [isTried, setIsTried] = useState(false)
  // Where both are owed, the payment may wait; alone it is what this dialog is for.
  const owed = confirm?.duties ?? []
  const isMixed = owed.some(isPayment) && !owed.every(isPayment)
  const given = isWithoutPayment ? owed.filter((duty) => !isPayment(duty)) : owed
  const fourEyes = useFourEyes({ confirm: given })
  const choice = useConfirmAccounts(transfer, given)
  const action = useLedgerAction()
  const { accounts } = choice
  const parameters = { deliveryId: transfer.deliveryId, accounts, withoutPayment: isWithoutPayment }
  const dryRun = useDryRun(
    ['confirm', JSON.stringify([parameters, transfer.confirmations])],
    accounts !== undefined && fourEyes === undefined && !action.isBusy
      ? (options) => confirmTransfer(client, parameters, options)
      : undefined,
  )
  const counterparty = nameOf(transfer.counterpartyAddr)
  const title = transferTitle(transfer, counterparty)
  const custodian = custodianOf(custodians, transfer)?.label ?? nameOf(transfer.registrarAddr)

  const submit = () => {
    setIsTried(true)
    if (accounts === undefined || fourEyes !== undefined) return
    void action.start({
      run: (options) => confirmTransfer(client, parameters, options),
      shown: dryRun,
      title: t('ConfirmForm.sending', { title }),
      success: () => ({ title: t('ConfirmForm.success'), text: title }),
      failure: t('ConfirmForm.failure'),
      onPublished: onClose,
    })
  }
  const earmarks = confirmEarmarks(transfer, choice.deliver?.position)
  const sideOf = (side: Side) => transferSide(transfer, side, instrumentOf)
  const wordsOf = (duty: Duty) => dutyWords(duty, sideOf, counterparty)
  const last = { when: t('Deal.last'), text: t('ConfirmForm.custodian_next', { custodian }) }
  const required = isTried ? t('Form.required') : undefined
  return (
    <LedgerDialog
      size="wide"
      title={confirm?.label ?? t('ConfirmForm.success')}
      description={title}
      action={action}
      fourEyes={fourEyes}
      back={t('ConfirmForm.back')}
      submit={t('ConfirmForm.submit')}
      submitVariant="next"
      waitsFor={dryRun?.status === 'running' ? t('DryRun.running') : undefined}
      onClose={onClose}
      onSubmit={submit}
    >
      <div className={columns.columns}>
        <div className={columns.terms}>
          <TransferLegs transfer={transfer} />
          {choice.deliver && (
            <SelectField
              label={t('ConfirmForm.deliver_account')}
              placeholder={t('Deal.choose')}
              value={choice.deliver.value}
              options={choice.deliver.options}
              error={choice.deliver.error ?? (choice.deliver.value === null ? required : undefined)}
              hint={
                choice.deliver.options.length === 0 && !choice.isLoading ? t('Deal.no_positions') : undefined
              }
              disabled={action.isBusy || choice.deliver.options.length === 0}
              onChange={choice.deliver.choose}
            />
          )}
          {choice.receive && (
            <SelectField
              label={t('ConfirmForm.receive_account')}
              placeholder={t('Deal.choose')}
              value={choice.receive.value}
              options={choice.receive.options}
              error={choice.receive.value === null ? required : undefined}
              hint={
                choice.receive.options.length === 0 && !choice.isLoading ? t('Deal.no_accounts') : undefined
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
          {choice.failure !== null && <Alert tone="danger">{causeOf(choice.failure)}</Alert>}
        </div>
        <div className={columns.consequences}>
          <ConsequencesPanel consequences={{ legs: given.map(wordsOf), steps: [...earmarks, last] }}>
            <DryRunLine dryRun={dryRun} />
          </ConsequencesPanel>
        </div>
      </div>
    </LedgerDialog>
  )
}

/** What giving a confirmation means, in one sentence. */
function dutyWords(
  duty: Duty,
  sideOf: (side: Side) => TransferSide | undefined,
  counterparty: string,
): string {
  const side = (name: Side) => {
    const told = sideOf(name)
    const what = `${told?.quantity ?? ''} ${told?.kind === 'securities' ? told.instrument : ''}`.trim()
    return { what, counterparty }
  }
  if (duty === 'deliver') return t('ConfirmForm.will_deliver', side('deliver'))
  if (duty === 'receive') return t('ConfirmForm.will_receive', side('receive'))
  if (duty === 'pay') return t('ConfirmForm.will_pay', side('deliver'))
  return t('ConfirmForm.will_get_paid', side('receive'))
}

const isPayment = (duty: Duty) => duty === 'pay' || duty === 'getPaid'
