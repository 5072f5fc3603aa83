import type { Transfer } from '@connex/protocol'
import { t } from '../../../messages/t.ts'
import type { LegKey } from '../../../shared/deal/useAssetChoices.ts'
import { useAccountNames } from '../../../shared/desk/accountNames.ts'
import { accountText } from '../../../shared/deal/ownAccounts.ts'
import { AccountName } from '../../../ui/text/AccountName.tsx'
import { legAccountName } from './legAccounts.ts'

type Props = { transfer: Transfer; legKey: LegKey; account: string; isSentence?: boolean }

/** The tenant's own account of one leg: in a cell, or in a sentence. The names come after the screen that shows the numbers. */
export default function LegAccount({ transfer, legKey, account, isSentence = false }: Props) {
  const name = legAccountName(useAccountNames(), transfer, legKey)
  return isSentence ? (
    t('Transactions.account', { account: accountText(account, name) })
  ) : (
    <AccountName account={account} name={name} />
  )
}
