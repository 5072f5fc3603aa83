import { readableName } from '@connex/protocol'
import type { Option } from '../../ui/field/SelectField.tsx'

type Account = { accountNum: string; accountName: string | null | undefined }

/** An account in a sentence, with the name that its owner gave it. `accountText('4100118', 'Trading book')` → '4100118 (Trading book)' */
export const accountText = (account: string, name: string | null | undefined): string =>
  name ? `${account} (${readableName(name)})` : account

/** An own account as a choice: its owner's name for it, and what is available in it. */
export function accountOption({ accountNum, accountName }: Account, available?: string): Option {
  const note = [accountName && readableName(accountName), available].filter(Boolean).join(' · ')
  return {
    value: accountNum,
    label: accountNum,
    ...(note !== '' && { note }),
    ...(accountName && { name: readableName(accountName) }),
  }
}
