import type { Transfer } from '@connex/protocol'
import { t } from '../../messages/t.ts'

/** `transferTitle(transfer, 'Baltic Trust Bank')` → 'Repo with Baltic Trust Bank' */
export const transferTitle = (transfer: Pick<Transfer, 'transferType'>, counterparty: string): string =>
  t('Transactions.with', { type: t(`TransferType.${transfer.transferType}`), counterparty })
