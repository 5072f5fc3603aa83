import { actionsFor, isPaymentDuty, owedBy, type Transfer } from '@connex/protocol'
import { confirmTransfer } from '@connex/sdk'
import { useState } from 'react'
import { causeOf } from '../../../lib/errorText.ts'
import { ConsequencesPanel } from '../../../shared/deal/ConsequencesPanel.tsx'
import { DryRunLine } from '../../../shared/ledger/DryRunLine.tsx'
import { useDryRun } from '../../../shared/ledger/useDryRun.ts'
import { LedgerDialog } from '../../../shared/ledger/LedgerDialog.tsx'
import { useFourEyes } from '../../../shared/ledger/useFourEyes.ts'
import { useLedgerAction } from '../../../shared/ledger/useLedgerAction.ts'
import { useInstrumentNames } from '../../../lib/instruments.ts'
import { useTenantNames } from '../../../lib/tenants.ts'
import { useViewer } from '../../../lib/Viewer.ts'
import { t } from '../../../messages/t.ts'
import { CheckboxField } from '../../../ui/field/CheckboxField.tsx'
import { SelectField } from '../../../ui/field/SelectField.tsx'
import { DefinitionList, type Definition } from '../../../ui/panel/DefinitionList.tsx'
import { WrittenText } from '../../../ui/text/WrittenText.tsx'
import { Alert } from '../../../ui/status/Alert.tsx'
import columns from '../../../shared/deal/TermsDialog.module.css'
import { confirmEarmarks, useConfirmAccounts } from './useConfirmAccounts.ts'
import { detailsDoubt, termsOf, useDeliveryDetails, withDetails } from '../shared/transferDetails.ts'
import { dutyWords, nextSteps } from './confirmationText.ts'
import { TransferProof } from '../shared/TransferProof.tsx'
import { transferSide, transferTitle } from '../shared/transferSummary.ts'
import { askedWords } from '../shared/turnText.ts'
import { useLiveTransfer } from '../shared/useLiveTransfer.ts'

type Props = { transfer: Transfer; onClose: () => void }

/** What will be confirmed, by the terms of its deal, and the accounts that it needs. */
export default function ConfirmTransferDialog({ transfer: opened, onClose }: Props) {
  const { client, tenantAddr } = useViewer()
  const nameOf = useTenantNames()
  const instrumentOf = useInstrumentNames()
  const action = useLedgerAction()
  const { transfer: live, block, refetch } = useLiveTransfer('confirm', opened, action.isBusy)
  const check = useDeliveryDetails(live)
  const transfer = withDetails(live, check)
  const { confirm, cancelRequestedByOther } = actionsFor(transfer, tenantAddr)
  const [isWithoutPayment, setIsWithoutPayment] = useState(false)
  const [isDoubtAccepted, setIsDoubtAccepted] = useState(false)
  const [isTried, setIsTried] = useState(false)
  // Where both are owed, the payment may wait; alone it is what this dialog is for.
  const owed = confirm?.duties ?? []
  const isMixed = owed.some(isPaymentDuty) && !owed.every(isPaymentDuty)
  const given = isWithoutPayment ? owed.filter((duty) => !isPaymentDuty(duty)) : owed
  const fourEyes = useFourEyes({ confirm: given })
  const choice = useConfirmAccounts(transfer, given)
  const { accounts } = choice
  const parameters = { deliveryId: transfer.deliveryId, accounts, withoutPayment: isWithoutPayment }
  const dryRun = useDryRun(
    ['confirm', JSON.stringify([parameters, transfer.confirmations])],
    accounts !== undefined && fourEyes === undefined && block === undefined && !action.isBusy
      ? (options) => confirmTransfer(client, parameters, options)
      : undefined,
    action.forgetFailure,
  )
  const counterparty = nameOf(transfer.counterpartyAddr)
  const title = transferTitle(transfer, counterparty)
  // Not before the details were asked for: nothing is in doubt while they are on their way here.
  const doubt = check && detailsDoubt(transfer, check)
  const mustAccept = doubt !== undefined && !isDoubtAccepted

  const submit = () => {
    setIsTried(true)
    if (accounts === undefined || fourEyes !== undefined || block !== undefined || mustAccept) return
    void action.start({
      run: (options) =>
        confirmTransfer(client, parameters, options).catch((error: unknown) => {
          // Why it failed may be what has happened to the transfer.
          void refetch()
          throw error
        }),
      shown: dryRun,
      title: t('Confirming.sending', { title }),
      success: () => ({ title: t('Confirming.success'), text: title }),
      failure: t('Confirming.failure'),
      onPublished: onClose,
    })
  }
  const earmarks = confirmEarmarks(transfer, choice.deliver?.position)
  const chosen = { deliver: choice.deliver?.value ?? null, receive: choice.receive?.value ?? null }
  const names = { nameOf, instrumentOf }
  const consequences = {
    legs: owedBy(transfer)
      .filter(({ tenant, duty, mayGiveNow }) => tenant === tenantAddr && mayGiveNow && given.includes(duty))
      .map((one) => dutyWords(one, transfer, { ...names, accounts: chosen })),
    steps: [...earmarks, ...nextSteps(transfer, tenantAddr, given, names)],
  }
  const required = isTried ? t('Form.required') : undefined
  return (
    <LedgerDialog
      size="wide"
      title={confirm?.label ?? t(`TransferState.${transfer.state}`)}
      description={title}
      action={action}
      fourEyes={fourEyes}
      block={block}
      notice={
        cancelRequestedByOther && <Alert tone="attention">{askedWords(transfer, tenantAddr, nameOf)}</Alert>
      }
      back={t('Confirming.back')}
      submit={t('Confirming.submit')}
      submitVariant="next"
      waitsFor={
        mustAccept
          ? t('Confirming.doubt_first')
          : dryRun?.status === 'running'
            ? t('DryRun.running')
            : undefined
      }
      onClose={onClose}
      onSubmit={submit}
    >
      <div className={columns.columns}>
        <div className={columns.terms}>
          <DefinitionList
            items={[
              ...legsOf(transfer, instrumentOf, chosen),
              ...termsOf(transfer, check?.details),
              ...(transfer.description === null
                ? []
                : [
                    {
                      term: t('Transactions.description'),
                      value: <WrittenText text={transfer.description} />,
                    },
                  ]),
            ]}
          />
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
              label={t('Confirming.without_payment')}
              isOn={isWithoutPayment}
              disabled={action.isBusy}
              onChange={setIsWithoutPayment}
            />
          )}
          {doubt !== undefined && (
            <>
              <Alert tone="danger" title={t('Confirming.doubt_title', { counterparty })}>
                {doubt}
              </Alert>
              <CheckboxField
                label={t('Confirming.accept_doubt')}
                isOn={isDoubtAccepted}
                disabled={action.isBusy}
                onChange={setIsDoubtAccepted}
              />
            </>
          )}
          {choice.failure !== null && <Alert tone="danger">{causeOf(choice.failure)}</Alert>}
          <TransferProof transfer={transfer} check={doubt === undefined ? check : undefined} />
        </div>
        <div className={columns.consequences}>
          {block === undefined && (
            <ConsequencesPanel consequences={consequences}>
              <DryRunLine dryRun={dryRun} />
            </ConsequencesPanel>
          )}
        </div>
      </div>
    </LedgerDialog>
  )
}

/** What one delivers and receives, with the account that it leaves or reaches once that is known. */
const legsOf = (
  transfer: Transfer,
  instrumentOf: (identifier: string) => string,
  chosen: Record<'deliver' | 'receive', string | null>,
): Definition[] =>
  (transfer.direction === 'DELIVER'
    ? (['deliver', 'receive'] as const)
    : (['receive', 'deliver'] as const)
  ).flatMap((side) => {
    const told = transferSide(transfer, side, instrumentOf)
    if (told === undefined) return []
    const account = chosen[side] ?? told.account
    const where = account === '' ? t('Transactions.no_account_yet') : t('Transactions.account', { account })
    const value = (
      <>
        <strong>{told.quantity === '' ? t('Transactions.not_known_yet') : told.quantity}</strong>
        {` ${told.instrument}${told.kind === 'cash' ? '' : ` · ${where}`}`}
      </>
    )
    return [{ term: t(`Transactions.you_${side}`), value }]
  })
