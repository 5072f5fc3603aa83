import type { Transfer, TransferState, TransferType } from '@connex/protocol'

export const typeTexts: Record<TransferType, string> = {
  FOP: 'FoP',
  REPO: 'Repo',
  SEC_LEND: 'Sec. Lend',
  MINT: 'Mint',
  BURN: 'Burn',
}

const stateTexts: Record<TransferState, string> = {
  PENDING: 'your turn',
  PENDING_COUNTERPARTY: "counterparty's turn",
  PENDING_CUSTODIAN: "custodian's turn",
  SETTLED: 'Done',
  CANCELED: 'Canceled',
}

/** Whose turn it is, and whether somebody asks for cancelling. */
export const stateText = ({ state, cancelVotes }: Pick<Transfer, 'state' | 'cancelVotes'>): string =>
  cancelVotes.length > 0 && state.startsWith('PENDING')
    ? `${stateTexts[state]}, cancel asked for`
    : stateTexts[state]
