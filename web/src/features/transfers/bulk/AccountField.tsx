import { AccountNumber } from '@connex/protocol'
import { t } from '../../../messages/t.ts'
import { accountOption } from '../../../shared/deal/ownAccounts.ts'
import { SelectField } from '../../../ui/field/SelectField.tsx'

type Props = {
  value: AccountNumber | undefined
  options: readonly AccountNumber[]
  nameOf: (account: AccountNumber) => string | undefined
  onChange: (account: AccountNumber) => void
}

/** The account with the custodian that receives a transfer. */
export default function AccountField({ value, options, nameOf, onChange }: Props) {
  return (
    <SelectField
      label={t('ConfirmForm.receive_account')}
      placeholder={t('Deal.choose')}
      value={value ?? null}
      options={options.map((account) => accountOption({ accountNum: account, accountName: nameOf(account) }))}
      onChange={(account) => onChange(AccountNumber.parse(account))}
    />
  )
}
