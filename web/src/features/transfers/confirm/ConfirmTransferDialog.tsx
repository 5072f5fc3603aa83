import { actionsFor, isPaymentDuty, owedBy, type Transfer } from '@connex/protocol'
import type { Client, ConfirmParameters, SendOptions } from '@connex/sdk'
import { useState } from 'react'
import { ConsequencesPanel } from '../../../shared/deal/ConsequencesPanel.tsx'
import { DryRunCalls } from '../../../shared/ledger/DryRunStatus.tsx'
import columns from '../../../shared/deal/TermsDialog.module.css'
import { useDryRun } from '../../../shared/ledger/useDryRun.ts'
import { LedgerDialog } from '../../../shared/ledger/LedgerDialog.tsx'
import { useFourEyes } from '../../../shared/ledger/useFourEyes.ts'
import { useLedgerAction } from '../../../shared/ledger/useLedgerAction.ts'
import { importWithRetry } from '../../../lib/importWithRetry.ts'
import { useViewer } from '../../../lib/Viewer.ts'
import { t } from '../../../messages/t.ts'
import { Alert } from '../../../ui/status/Alert.tsx'
import { useDeliveryDetails, withDetails } from '../shared/transferDetails.ts'
import { transferTitle } from '../shared/transferSummary.ts'
import { cancelRequestText } from '../shared/turnText.ts'
import { useLiveTransfer } from '../shared/useLiveTransfer.ts'
import { useTransferNames } from '../shared/useTransferNames.ts'
import { dutyText, nextSteps } from './confirmationText.ts'
import { ConfirmTerms } from './ConfirmTerms.tsx'
import { TurnAfter } from './TurnAfter.tsx'
import { useAcceptances } from './useAcceptances.ts'
import { confirmEarmarks, useConfirmAccounts } from './useConfirmAccounts.ts'

const sign = async (client: Client, parameters: ConfirmParameters, options: SendOptions) => {
  const { submitConfirmation } = await importWithRetry(() => import('./submitConfirmation.ts'))
  return submitConfirmation(client, parameters, options)
}

type Props = { transfer: Transfer; onClose: () => void }

/** Confirms what the viewer owes: the terms and accounts on the left, what signing does on the right. */
export default function ConfirmTransferDialog({ transfer: opened, onClose }: Props) {
  const { client, tenantAddr } = useViewer()
  const names = useTransferNames(opened)
  const action = useLedgerAction()
  const { transfer: live, block, refetch } = useLiveTransfer('confirm', opened, action.isBusy)
  const check = useDeliveryDetails(live)
  const transfer = withDetails(live, check)
  const { confirm, cancelRequestedByOther } = actionsFor(transfer, tenantAddr)
  const [isWithoutPayment, setIsWithoutPayment] = useState(false)
  const { doubt, change, accepted, missing } = useAcceptances(transfer, check)
  const [isSubmitted, setIsSubmitted] = useState(false)
  // A payment may be confirmed later only if something else is owed now.
  const owed = confirm?.duties ?? []
  const isMixed = owed.some(isPaymentDuty) && !owed.every(isPaymentDuty)
  const duties = isWithoutPayment ? owed.filter((duty) => !isPaymentDuty(duty)) : owed
  const fourEyes = useFourEyes({ confirm: duties })
  const { accounts, remember, ...choice } = useConfirmAccounts(transfer, duties)
  const { deliveryId } = transfer
  const parameters = { deliveryId, legAccounts: accounts, withoutPayment: isWithoutPayment, ...accepted }
  const isReady = accounts !== undefined && fourEyes === undefined && block === undefined
  const run = (options: SendOptions) => sign(client, parameters, options)
  const dryRun = useDryRun(
    ['confirm', JSON.stringify([parameters, transfer.confirmations])],
    isReady && !action.isBusy ? run : undefined,
    action.clearFailure,
  )
  const title = transferTitle(transfer, names.nameOf(transfer.counterpartyAddr))

  const figure = <TurnAfter transfer={transfer} duties={duties} />
  const submit = () => {
    setIsSubmitted(true)
    if (!isReady || missing !== undefined) return
    remember()
    void action.start({
      run: (options) =>
        run(options).catch((error: unknown) => {
          // It may have failed because the transfer changed.
          void refetch()
          throw error
        }),
      dryRun,
      title: t('Confirming.sending', { title }),
      success: () => ({ title: t('Confirming.success'), text: title, figure }),
      failure: t('Confirming.failure'),
      onPublished: onClose,
    })
  }
  const consequences = {
    legs: owedBy(transfer)
      .filter(({ tenant, duty, mayGiveNow }) => tenant === tenantAddr && mayGiveNow && duties.includes(duty))
      .map((one) => dutyText(one, transfer, { ...names, accounts: chosenFor(one.legIdx, choice) })),
    steps: [...confirmEarmarks(transfer, choice.choices), ...nextSteps(transfer, tenantAddr, duties, names)],
  }
  const wait = dryRun?.status === 'running' ? t('DryRun.running') : undefined
  return (
    <LedgerDialog
      size="wide"
      title={confirm?.label ?? t(`TransferState.${transfer.state}`)}
      description={title}
      action={action}
      fourEyes={fourEyes}
      proposal={{
        onSent: onClose,
        proposalKey: JSON.stringify(parameters),
        run: accounts === undefined || missing !== undefined ? undefined : run,
      }}
      block={block}
      dryRun={dryRun}
      notice={
        cancelRequestedByOther && (
          <Alert tone="attention">{cancelRequestText(transfer, tenantAddr, names.nameOf)}</Alert>
        )
      }
      back={t('Confirming.back')}
      submit={t('Confirming.submit')}
      submitVariant="next"
      disabledReason={missing ?? wait}
      onClose={onClose}
      onSubmit={submit}
    >
      <div className={columns.columns}>
        <ConfirmTerms
          transfer={transfer}
          check={check}
          doubt={doubt}
          change={change}
          payment={isMixed ? { isSkipped: isWithoutPayment, onSkip: setIsWithoutPayment } : undefined}
          choice={choice}
          isBusy={action.isBusy}
          isSubmitted={isSubmitted}
        />
        <div className={columns.consequences}>
          {block === undefined && <ConsequencesPanel consequences={consequences} />}
          <DryRunCalls dryRun={dryRun} />
        </div>
      </div>
    </LedgerDialog>
  )
}

/** The account of a leg, as far as it is chosen. */
function chosenFor(legIdx: number, { choices }: Pick<ReturnType<typeof useConfirmAccounts>, 'choices'>) {
  const own = choices.find(({ legs }) => legs.some((leg) => leg.legIdx === legIdx))
  return own === undefined ? {} : { [own.role]: own.value }
}
