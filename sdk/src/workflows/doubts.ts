// What an approver must know before signing: what forbids it, and what has changed since it was proposed.
import { formatQuantity } from '@connex/protocol'
import type { DeliveryId, Fingerprint, Quantity, WorkflowState } from '@connex/protocol'
import { ConnexError } from '../errors.ts'

export type Balance = {
  /** Securities and account as a desk reads them. */
  instrument: string
  account: string
  decimals: number
  needed: Quantity
  /** Available when it was proposed, and now. */
  before: Quantity
  now: Quantity
}

export type Doubt =
  | { code: 'workflowEnded'; state: WorkflowState }
  | { code: 'workflowPublished' }
  | { code: 'ownConfirmation' }
  | { code: 'batchReplaced' }
  | { code: 'functionUnknown'; selector: string; name: string | undefined }
  | { code: 'detailsMissing'; deliveryId: DeliveryId }
  | { code: 'detailsDiffer'; deliveryId: DeliveryId }
  | { code: 'dataMissing'; fingerprint: Fingerprint }
  | { code: 'dataDiffers'; fingerprint: Fingerprint }
  | { code: 'totalsDiffer' }
  | { code: 'batchOutdated'; deliveryId: DeliveryId; reason: string }
  | { code: 'ledgerRefuses'; reason: string; error: string | undefined }
  | { code: 'dealChanged'; deliveryId: DeliveryId; reason: string }
  | { code: 'assetUnknown'; deliveryId: DeliveryId; assets: readonly string[] }
  | ({ code: 'lessAvailable' } & Balance)

export type DoubtCode = Doubt['code']

/** `{detail}` is what the doubt itself knows: see `doubtText`. */
export const PROPOSAL_ERRORS = {
  workflowEnded: 'This proposal has ended: it {detail}. Propose it again if it is still needed.',
  workflowPublished: 'A colleague has just approved this proposal. Its transaction is on its way.',
  ownConfirmation: 'You have signed this proposal already. A colleague must approve it.',
  batchReplaced:
    'Your server now has another transaction for this proposal than the one you reviewed. Nothing was signed. Tell your administrator.',
  functionUnknown:
    'This client cannot explain what the proposal does: it calls {detail}. Reject it, or ask its proposer.',
  detailsMissing:
    'The private details of delivery {detail} are missing on your server, so nobody can know what would be approved. Reject it.',
  detailsDiffer:
    'The private details of delivery {detail} are not those that would be signed. Reject it, and tell your administrator.',
  dataMissing:
    'The private data with fingerprint {detail} is missing on your server, or you may not read it, so you cannot know what you would approve. Reject it, or let a colleague approve it who may read it.',
  dataDiffers:
    'Your server has other private data than what would be signed, with fingerprint {detail}. Reject it, and tell your administrator.',
  totalsDiffer:
    'The entries that begin add up to another quantity than those that end. Reject it, and tell your administrator.',
  batchOutdated: 'This proposal no longer fits the ledger: {detail} Reject it, and propose it again.',
  ledgerRefuses: 'The ledger would refuse this now: {detail}',
  dealChanged: 'Its deal has changed since it was proposed: {detail}',
  assetUnknown:
    'Your server does not know {detail}, so nobody can tell what this substitution is worth. Review it again once your server knows it, or reject it.',
  lessAvailable: 'Too little is available now: {detail}',
  notReviewed: 'Something has changed since you reviewed this proposal: {detail} Review it again.',
} as const satisfies Record<DoubtCode | 'notReviewed', string>

export type ProposalErrorCode = keyof typeof PROPOSAL_ERRORS

/** The other doubts are for the approver to weigh. */
const FORBIDS: Record<DoubtCode, boolean> = {
  workflowEnded: true,
  workflowPublished: true,
  ownConfirmation: true,
  batchReplaced: true,
  functionUnknown: true,
  detailsMissing: true,
  detailsDiffer: true,
  dataMissing: true,
  dataDiffers: true,
  totalsDiffer: true,
  batchOutdated: true,
  ledgerRefuses: true,
  dealChanged: false,
  assetUnknown: true,
  lessAvailable: true,
}

/**
 * Whether a proposal with this doubt cannot be approved. Pure.
 *
 * @example
 * const forbidding = doubts.filter(forbids)
 */
export const forbids = ({ code }: Pick<Doubt, 'code'>): boolean => FORBIDS[code]

/**
 * A doubt in a sentence. Pure.
 *
 * @example
 * doubtText({ code: 'workflowEnded', state: 'REJECTED' }) // 'This proposal has ended: it was rejected. …'
 */
export const doubtText = (doubt: Doubt): string =>
  PROPOSAL_ERRORS[doubt.code].replace('{detail}', () => detailOf(doubt))

const ENDED: Record<WorkflowState, string> = {
  PENDING: 'is pending',
  CONFIRMED: 'is confirmed',
  EXECUTED: 'was executed',
  REJECTED: 'was rejected',
  ABORTED: 'was aborted',
}

function detailOf(doubt: Doubt): string {
  switch (doubt.code) {
    case 'workflowEnded':
      return ENDED[doubt.state]
    case 'functionUnknown':
      return [doubt.name, doubt.selector].filter(Boolean).join(' ')
    case 'detailsMissing':
    case 'detailsDiffer':
      return doubt.deliveryId
    case 'dataMissing':
    case 'dataDiffers':
      return doubt.fingerprint
    case 'batchOutdated':
    case 'ledgerRefuses':
    case 'dealChanged':
      return doubt.reason
    case 'assetUnknown':
      return doubt.assets.join(', ')
    case 'lessAvailable':
      return balanceText(doubt)
    default:
      return ''
  }
}

function balanceText({ instrument, account, decimals, needed, before, now }: Balance): string {
  const text = (quantity: Quantity) => formatQuantity(quantity, decimals)
  return `${text(now)} ${instrument} in account ${account} instead of ${text(before)}; it needs ${text(needed)}.`
}

/** `new ProposalError({ code: 'detailsMissing', deliveryId })` */
export class ProposalError extends ConnexError {
  override readonly name = 'ProposalError'
  declare readonly code: ProposalErrorCode
  readonly doubt: Doubt

  constructor(doubt: Doubt, code: ProposalErrorCode = doubt.code) {
    const text =
      code === 'notReviewed'
        ? PROPOSAL_ERRORS.notReviewed.replace('{detail}', () => doubtText(doubt))
        : doubtText(doubt)
    super(code, text, detailOf(doubt) || undefined)
    this.doubt = doubt
  }
}
