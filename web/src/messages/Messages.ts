import type { app } from './en/app.ts'
import type { approval } from './en/approval.ts'
import type { approvals } from './en/desk/approvals.ts'
import type { accounts } from './en/accounts.ts'
import type { asOf } from './en/panels/asOf.ts'
import type { asOfPopup } from './en/panels/asOfPopup.ts'
import type { availability } from './en/desk/availability.ts'
import type { dealActions } from './en/desk/dealActions.ts'
import type { instruments } from './en/instruments.ts'
import type { bulk } from './en/bulk.ts'
import type { cancelForm } from './en/cancelForm.ts'
import type { calendar } from './en/desk/calendar.ts'
import type { calendarsDialog } from './en/desk/calendarsDialog.ts'
import type { closedDays } from './en/closedDays.ts'
import type { counterparties } from './en/desk/counterparties.ts'
import type { custodianPanel } from './en/panels/custodianPanel.ts'
import type { custodianCards } from './en/desk/custodianCards.ts'
import type { deskBand } from './en/desk/deskBand.ts'
import type { deals } from './en/deals.ts'
import type { dealMessages } from './en/panels/dealMessages.ts'
import type { dealPanel } from './en/panels/dealPanel.ts'
import type { due } from './en/desk/due.ts'
import type { dealForms } from './en/dealForms.ts'
import type { exportedTransfers } from './en/table/exportedTransfers.ts'
import type { login } from './en/login.ts'
import type { holdingPanel } from './en/panels/holdingPanel.ts'
import type { holdings } from './en/holdings.ts'
import type { nextSteps } from './en/nextSteps.ts'
import type { accountPanel } from './en/panels/accountPanel.ts'
import type { inventory } from './en/panels/inventory.ts'
import type { instrumentPanel } from './en/panels/instrumentPanel.ts'
import type { moreTerms } from './en/forms/moreTerms.ts'
import type { notFound } from './en/notFound.ts'
import type { panels } from './en/panels/panels.ts'
import type { printed } from './en/panels/printed.ts'
import type { palette } from './en/shell/palette.ts'
import type { pausedTable } from './en/table/pausedTable.ts'
import type { pendingReturns } from './en/forms/pendingReturns.ts'
import type { returnForm } from './en/forms/returnForm.ts'
import type { requests } from './en/requests.ts'
import type { status } from './en/shell/status.ts'
import type { userMenu } from './en/shell/userMenu.ts'
import type { resumed } from './en/resumed.ts'
import type { substitution } from './en/substitution.ts'
import type { tableTools } from './en/table/tableTools.ts'
import type { today } from './en/desk/today.ts'
import type { textFile } from './en/forms/textFile.ts'
import type { ticket } from './en/ticket.ts'
import type { transactions } from './en/transactions.ts'
import type { transferForms } from './en/transferForms.ts'
import type { transfers } from './en/transfers.ts'
import type { unit } from './en/table/unit.ts'

/** Every message, by area and key. */
export type Messages = typeof login &
  typeof approval &
  typeof approvals &
  typeof app &
  typeof transfers &
  typeof requests &
  typeof textFile &
  typeof deals &
  typeof dealForms &
  typeof transferForms &
  typeof pendingReturns &
  typeof returnForm &
  typeof moreTerms &
  typeof substitution &
  typeof calendarsDialog &
  typeof ticket &
  typeof bulk &
  typeof cancelForm &
  typeof nextSteps &
  typeof holdingPanel &
  typeof dealMessages &
  typeof dealPanel &
  typeof accountPanel &
  typeof custodianPanel &
  typeof inventory &
  typeof instrumentPanel &
  typeof asOf &
  typeof asOfPopup &
  typeof holdings &
  typeof transactions &
  typeof exportedTransfers &
  typeof notFound &
  typeof tableTools &
  typeof unit &
  typeof pausedTable &
  typeof palette &
  typeof status &
  typeof userMenu &
  typeof panels &
  typeof printed &
  typeof accounts &
  typeof instruments &
  typeof resumed &
  typeof closedDays &
  typeof due &
  typeof today &
  typeof availability &
  typeof dealActions &
  typeof calendar &
  typeof counterparties &
  typeof custodianCards &
  typeof deskBand

type Areas = keyof Messages

/** 'Login.error_title', 'Table.filter' … */
export type MessageKey = { [Area in Areas]: `${Area}.${Extract<keyof Messages[Area], string>}` }[Areas]

type MessageAt<Key extends MessageKey> = Key extends `${infer Area extends Areas}.${infer Name}`
  ? Name extends keyof Messages[Area]
    ? Messages[Area][Name]
    : never
  : never

type Placeholders<Message> = Message extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never

/** A value for each placeholder of a message, or nothing. */
export type ValuesOf<Key extends MessageKey> = [Placeholders<MessageAt<Key>>] extends [never]
  ? []
  : [values: Readonly<Record<Placeholders<MessageAt<Key>>, string | number>>]
