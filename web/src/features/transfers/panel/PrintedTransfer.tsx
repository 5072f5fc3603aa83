import {
  CASH_INSTRUMENT,
  readableName,
  readableText,
  ZERO_ADDRESS,
  type DeliveryLeg,
  type Transfer,
} from '@connex/protocol'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { custodianText, transferLabel } from '../../../shared/desk/transferLabel.ts'
import { TermsPaper, type Term } from '../../../shared/paper/TermsPaper.tsx'
import { formatCash, formatExactly, formatQuantity } from '../../../lib/format.ts'
import { useViewer } from '../../../lib/Viewer.ts'
import { printed } from '../../../messages/en/panels/printed.ts'
import { addMessages, t } from '../../../messages/t.ts'
import { accountText } from '../../../shared/deal/ownAccounts.ts'
import { Button } from '../../../ui/button/Button.tsx'
import type { Reasons } from '../shared/transferQueries.ts'
import type { AgreedTerm } from '../shared/transferTerms.ts'
import { keeperOf } from '../shared/legAccounts.ts'
import { useTransferNames } from '../shared/useTransferNames.ts'
import { transferTimeline } from './transferTimeline.tsx'
import styles from './PrintedTransfer.module.css'

addMessages(printed)

type Props = {
  transfer: Transfer
  terms: readonly AgreedTerm[]
  reasons: Reasons
}

/** Prints a transfer alone, without the screen around it: parties, legs, terms and steps, with what proves them on the ledger. */
export default function PrintButton(props: Props) {
  const [printedAt, setPrintedAt] = useState<number>()
  const isSettled = props.transfer.deliveryState === 'SETTLED'
  return (
    <>
      <Button size="small" onClick={() => setPrintedAt(Date.now() / 1000)}>
        {t(isSettled ? 'Printed.confirmation' : 'Printed.terms')}
      </Button>
      {printedAt !== undefined && (
        <Paper key={printedAt} {...props} printedAt={printedAt} onPrinted={() => setPrintedAt(undefined)} />
      )}
    </>
  )
}

function Paper({
  transfer,
  terms,
  reasons,
  printedAt,
  onPrinted,
}: Props & { printedAt: number; onPrinted: () => void }) {
  const { tenantAddr, user } = useViewer()
  const names = useTransferNames(transfer)
  const { nameOf } = names
  useEffect(() => {
    window.addEventListener('afterprint', onPrinted)
    window.print()
    return () => window.removeEventListener('afterprint', onPrinted)
    // Printed once, as it was when the button was pressed.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  const { deliveryState, legs, description } = transfer
  const values = {
    type: transferLabel(transfer),
    tenant: nameOf(tenantAddr),
    counterparty: nameOf(transfer.counterpartyAddr),
  }
  return createPortal(
    <main className={styles.paper}>
      <h1>{t(deliveryState === 'SETTLED' ? 'Printed.title' : 'Printed.title_pending', values)}</h1>
      <p>{stateText(transfer)}</p>
      <TermsPaper
        items={[
          { term: t('Parties.custodian'), value: custodianText(transfer, nameOf(transfer.registrarAddr)) },
          { term: t('Parties.creator'), value: nameOf(transfer.creator) },
          ...legs
            .toSorted((one, other) => one.legIdx - other.legIdx)
            .map((leg) => legTerm(leg, transfer, names)),
          ...terms,
          ...(description === null
            ? []
            : [{ term: t('Transactions.description'), value: readableText(description) }]),
          ...proofTerms(transfer),
        ]}
      />
      <h2>{t('Printed.steps')}</h2>
      {/* Nobody who reads paper is 'you'. */}
      <ol>
        {transferTimeline(transfer, ZERO_ADDRESS, nameOf, reasons)
          .filter(({ whenExactly }) => whenExactly !== undefined)
          .map(({ id, title, who, whenExactly }) => (
            <li key={id}>
              {whenExactly}: {title}
              {who !== undefined && <>, {who}</>}
            </li>
          ))}
      </ol>
      <p>
        {t('Printed.footer', {
          person: readableName(user.name),
          tenant: values.tenant,
          when: formatExactly(printedAt),
          origin: location.origin,
        })}
      </p>
    </main>,
    document.body,
  )
}

function stateText({ deliveryState, closedAt }: Transfer): string {
  if (closedAt === null) return t('Printed.pending')
  const when = formatExactly(closedAt)
  return deliveryState === 'SETTLED' ? t('Printed.settled', { when }) : t('Printed.canceled', { when })
}

/** Who gives what to whom, and between which accounts. */
function legTerm(
  leg: DeliveryLeg,
  transfer: Transfer,
  { nameOf, instrumentOf, accountName }: ReturnType<typeof useTransferNames>,
): Term {
  const [sender, receiver, number] = [nameOf(leg.sender), nameOf(leg.receiver), leg.legIdx + 1]
  if (leg.legType === 'EXTERNAL') {
    const { cashQuantity, cashCurrency } = transfer
    const cash =
      cashQuantity === null ? t('Printed.unknown_cash') : formatCash(cashQuantity, cashCurrency ?? '')
    return {
      term: t('Printed.cash', { number, sender }),
      value: `${cash} · ${CASH_INSTRUMENT}`,
      note: t('Printed.outside', { receiver }),
      isStrong: true,
    }
  }
  const whereText = (account: string | null) =>
    account === null
      ? t('Printed.no_account')
      : t('Printed.account', { account: accountText(account, accountName(keeperOf(leg), account)) })
  return {
    term: t('Printed.leg', { number, sender }),
    value: `${formatQuantity(leg.quantity, leg.decimals)} ${instrumentOf(leg.identifier ?? '')}`,
    note: t('Printed.between', {
      from: whereText(leg.senderAccount),
      receiver,
      into: whereText(leg.receiverAccount),
    }),
    isStrong: true,
  }
}

/** What finds the transfer on the ledger, whole. */
function proofTerms(transfer: Transfer): Term[] {
  const { deliveryId, openingDeliveryId, privateDataFp, closedTxHash, deliveryState } = transfer
  const end = deliveryState === 'SETTLED' ? 'Printed.transaction' : 'Printed.end_transaction'
  return [
    { term: t('Transactions.delivery_id'), value: deliveryId },
    ...(openingDeliveryId === null ? [] : [{ term: t('Printed.opening'), value: openingDeliveryId }]),
    { term: t('Printed.fingerprint'), value: privateDataFp },
    ...(closedTxHash === null ? [] : [{ term: t(end), value: closedTxHash }]),
  ]
}
