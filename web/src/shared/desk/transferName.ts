// A transfer in the lists of panels.
import type { Address, Transfer } from '@connex/protocol'
import { panels } from '../../messages/en/panels/panels.ts'
import { addMessages, t } from '../../messages/t.ts'
import { transferLabel, type Labeled } from './transferLabel.ts'

addMessages(panels)

/** `transferName(repo, nameOf)` → 'Repo · Baltic Trust Bank' */
export const transferName = (
  transfer: Labeled & Pick<Transfer, 'counterpartyAddr'>,
  nameOf: (address: Address) => string,
): string =>
  t('Panel.transfer', { type: transferLabel(transfer), counterparty: nameOf(transfer.counterpartyAddr) })
