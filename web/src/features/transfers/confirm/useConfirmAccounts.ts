// The accounts that a confirmation names.
import {
  AccountNumber,
  isDigital,
  type DeliveryLeg,
  type Duty,
  type Position,
  type Transfer,
} from '@connex/protocol'
import { everyPage, listAccounts, listPositions } from '@connex/sdk'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import type { Consequence } from '../../../shared/deal/ConsequencesPanel.tsx'
import { accountUse, lastAccount, rememberAccount } from '../../../shared/deal/lastAccounts.ts'
import { accountOption, accountText } from '../../../shared/deal/ownAccounts.ts'
import { useAccountNames, type AccountNames } from '../../../shared/desk/accountNames.ts'
import { earmarkNotes } from '../../../shared/deal/earmarkNotes.ts'
import { formatQuantity } from '../../../lib/format.ts'
import { shownIdentifier } from '../../../lib/identifiers.ts'
import { useTenantNames } from '../../../lib/tenants.ts'
import { useViewer } from '../../../lib/Viewer.ts'
import { t } from '../../../messages/t.ts'
import type { Option } from '../../../ui/field/SelectField.tsx'
import { accountGroups, legAccountsOf, quantityOf, type AccountGroup } from './accountGroups.ts'

export type AccountChoice = Pick<AccountGroup, 'key' | 'role' | 'legs'> & {
  label: string
  value: string | null
  options: Option[]
  error: string | undefined
  choose: (account: string) => void
  /** Of the chosen account, as a sentence names it. */
  accountName: string
  /** To deliver: the position in the chosen account. */
  position: Position | undefined
}

/**
 * The accounts to deliver from and to receive into: one for each custodian, or each of its registries. `accounts` has that of each leg;
 * it is undefined while one is missing or holds too little.
 */
export function useConfirmAccounts(transfer: Transfer, duties: readonly Duty[]) {
  const { tenantAddr } = useViewer()
  const nameOf = useTenantNames()
  const accountNames = useAccountNames()
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({})
  const groups = accountGroups(transfer, tenantAddr, duties)
  const found = useOwnAccounts(groups)
  const rememberedAs = ({ role, legs: [leg] }: Pick<AccountGroup, 'role' | 'legs'>) =>
    accountUse(tenantAddr, role, leg)
  const choices = groups.map((group, index): AccountChoice => {
    const { holdings = [], accounts = [] } = found[index] ?? {}
    const all = group.role === 'deliver' ? holdings.map(({ account }) => account) : accounts.map(numOf)
    const value = chosen[group.key] ?? proposed(rememberedAs(group), all)
    const position = holdings.find(({ account }) => account === value)
    const isShort = position !== undefined && BigInt(position.available) < quantityOf(group)
    return {
      ...group,
      label: labelOf(group, groups, nameOf),
      // An account of another custodian is none of this one's.
      value: value !== undefined && all.includes(value) ? value : null,
      options:
        group.role === 'deliver'
          ? holdings.map((one) => holdingOption(one, accountNames))
          : accounts.map((one) => accountOption(one)),
      error: isShort ? t('ConfirmForm.insufficient') : undefined,
      choose: (account) => setChosen((before) => ({ ...before, [group.key]: account })),
      accountName: accountText(value ?? '', accountNames(custodianOf(group.legs[0]), value ?? null)),
      position,
    }
  })
  const choiceOf = ({ key }: Pick<AccountGroup, 'key'>) => choices.find((one) => one.key === key)
  return {
    choices,
    /** Proposes the same accounts the next time. */
    remember: () => {
      for (const choice of choices)
        if (choice.value !== null) rememberAccount(rememberedAs(choice), AccountNumber.parse(choice.value))
    },
    isLoading: found.some(({ isLoading }) => isLoading),
    failure: found.find(({ error }) => error !== null)?.error ?? null,
    accounts: legAccountsOf(groups, (group) => {
      const { value, error } = choiceOf(group) ?? {}
      return value == null || error !== undefined ? undefined : AccountNumber.parse(value)
    }),
  }
}

/** Of several custodians or registries, which. */
function labelOf(
  { role, legs: [leg] }: AccountGroup,
  groups: readonly AccountGroup[],
  nameOf: ReturnType<typeof useTenantNames>,
): string {
  if (groups.filter((one) => one.role === role).length === 1) return t(`ConfirmForm.${role}_account`)
  return t(`ConfirmForm.${role}_account_of`, {
    custodian: nameOf(leg.registrar),
    instrument: shownIdentifier(leg.identifier ?? ''),
  })
}

/** Of each group the own holdings of what it delivers, or the own accounts that can receive. */
function useOwnAccounts(groups: readonly AccountGroup[]) {
  const { client, tenantAddr } = useViewer()
  return useQueries({
    queries: groups.map(({ role, legs: [leg] }) => {
      const custodian = custodianOf(leg)
      const pair = [leg.assetManagerAddr, leg.registrar]
      return role === 'deliver'
        ? {
            queryKey: ['positions', 'confirm', ...pair, leg.assetId],
            queryFn: async ({ signal }: { signal: AbortSignal }) => {
              const all = await everyPage((page) =>
                listPositions(client, { ...page, ...custodian, owner: tenantAddr }, { signal }),
              )
              return { holdings: all.filter(({ registryId }) => registryId === leg.assetId), accounts: [] }
            },
          }
        : {
            queryKey: ['accounts', 'confirm', ...pair],
            queryFn: async ({ signal }: { signal: AbortSignal }) => ({
              holdings: [],
              accounts: await everyPage((page) =>
                listAccounts(client, { ...page, ...custodian }, { signal }),
              ),
            }),
          }
    }),
    combine: (results) =>
      results.map(({ data, isLoading, error }) => ({
        holdings: data?.holdings,
        accounts: data?.accounts,
        isLoading,
        error,
      })),
  })
}

const custodianOf = ({ assetManagerAddr, registrar }: DeliveryLeg) => ({
  registryManagerAddr: assetManagerAddr,
  registrarAddr: registrar,
})

const holdingOption = (position: Position, accountName: AccountNames): Option => {
  const { account, available, decimals } = position
  return accountOption(
    { accountNum: account, accountName: accountName(position, account) },
    t('Deal.available', { quantity: formatQuantity(available, decimals) }),
  )
}

type Account = { accountNum: string; accountName: string | null }

const numOf = ({ accountNum }: Account): string => accountNum

/** The only account, or the one last used. */
const proposed = (use: string, all: readonly string[]): string | undefined => {
  if (all.length === 1) return all[0]
  const last = lastAccount(use)
  return all.find((one) => one === last)
}

/** What confirming a delivery changes in the chosen accounts: their available and earmarked quantity, before and after. */
export function confirmEarmarks(
  { legs }: Pick<Transfer, 'legs'>,
  choices: readonly Pick<AccountChoice, 'accountName' | 'position'>[],
): Consequence[] {
  return choices.flatMap(({ accountName, position }) => {
    if (position === undefined) return []
    const { registryId, owner, decimals } = position
    const own = legs.filter((one) => isDigital(one) && one.assetId === registryId && one.sender === owner)
    if (own.length === 0) return []
    const quantity = own.reduce((sum, leg) => sum + BigInt(leg.quantity), 0n)
    const notes = earmarkNotes(quantity, position, decimals)
    return [{ when: t('Deal.now'), text: t('Deal.earmarked_in', { account: accountName }), notes }]
  })
}
