// The accounts that a confirmation names.
import {
  AccountNumber,
  isDigital,
  readableName,
  type Address,
  type DeliveryLeg,
  type Duty,
  type Position,
  type Transfer,
} from '@connex/protocol'
import { everyPage, listAccounts, listPositions, type ConfirmAccounts } from '@connex/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Consequence } from '../../../shared/deal/ConsequencesPanel.tsx'
import { accountUse, lastAccount, rememberAccount } from '../../../shared/deal/lastAccounts.ts'
import { earmarkNotes } from '../../../shared/deal/earmarkNotes.ts'
import { formatQuantity } from '../../../lib/format.ts'
import { useViewer } from '../../../lib/Viewer.ts'
import { t } from '../../../messages/t.ts'
import type { Option } from '../../../ui/field/SelectField.tsx'
import type { LegKey } from '../../../shared/deal/useAssetChoices.ts'
import { LEG_KEYS } from '../shared/transferKinds.ts'

export type AccountChoice = {
  value: string | null
  options: Option[]
  error: string | undefined
  choose: (account: string) => void
}

/**
 * The accounts to deliver from and to receive into. A choice is undefined where the confirmation needs no account;
 * `accounts` is undefined while one is missing or holds too little.
 */
export function useConfirmAccounts(transfer: Transfer, duties: readonly Duty[]) {
  const { tenantAddr } = useViewer()
  const [chosen, setChosen] = useState<Partial<Record<LegKey, string>>>({})
  const toDeliver = duties.includes('deliver') ? legOf(transfer, tenantAddr, 'sender') : undefined
  const received = duties.includes('receive') ? legOf(transfer, tenantAddr, 'receiver') : undefined
  // A receiving account that is already set needs no second choice.
  const toReceive = received?.receiverAccount === null ? received : undefined
  const { holdings, accounts, isLoading, failure } = useOwnAccounts(toDeliver, toReceive)

  const used = usesOf(tenantAddr, toDeliver, toReceive)
  const ofHoldings = holdings.map(({ account }) => account)
  const deliverFrom = chosen.deliver ?? proposed(used.deliver, ofHoldings)
  const position = holdings.find(({ account }) => account === deliverFrom)
  const isShort =
    toDeliver !== undefined &&
    position !== undefined &&
    BigInt(position.available) < BigInt(toDeliver.quantity)
  const deliver: AccountChoice | undefined = toDeliver && {
    value: deliverFrom ?? null,
    options: holdings.map(holdingOption),
    error: isShort ? t('ConfirmForm.insufficient') : undefined,
    choose: (account) => setChosen({ ...chosen, deliver: account }),
  }

  const open = accounts.map(({ accountNum }) => accountNum)
  const receiveInto = chosen.receive ?? proposed(used.receive, open)
  const receive: AccountChoice | undefined = toReceive && {
    value: receiveInto ?? null,
    options: accounts.map(accountOption),
    error: undefined,
    choose: (account) => setChosen({ ...chosen, receive: account }),
  }

  const isComplete =
    (toDeliver === undefined || (deliverFrom !== undefined && !isShort)) &&
    (toReceive === undefined || receiveInto !== undefined)
  const parsed = parseAccounts(toDeliver && deliverFrom, toReceive && receiveInto)
  return {
    deliver,
    receive,
    /** Proposes the same accounts the next time. */
    remember: () => {
      for (const key of LEG_KEYS) {
        const [use, account] = [used[key], parsed[key]]
        if (use !== undefined && account !== undefined) rememberAccount(use, account)
      }
    },
    /** The position behind the account to deliver from. */
    position: toDeliver && position,
    isLoading,
    failure,
    accounts: isComplete ? parsed : undefined,
  }
}

/** The own holdings of the instrument to deliver, and the own accounts that can receive. */
function useOwnAccounts(toDeliver: DeliveryLeg | undefined, toReceive: DeliveryLeg | undefined) {
  const { client, tenantAddr } = useViewer()
  const positions = useQuery({
    queryKey: ['positions', 'confirm', toDeliver?.assetManagerAddr, toDeliver?.assetId],
    queryFn: ({ signal }) =>
      everyPage((page) =>
        listPositions(client, { ...page, ...registrarOf(toDeliver), owner: tenantAddr }, { signal }),
      ),
    enabled: toDeliver !== undefined,
  })
  const accounts = useQuery({
    queryKey: ['accounts', 'confirm', toReceive?.assetManagerAddr, toReceive?.registrar],
    queryFn: ({ signal }) =>
      everyPage((page) => listAccounts(client, { ...page, ...registrarOf(toReceive) }, { signal })),
    enabled: toReceive !== undefined,
  })
  return {
    holdings: (positions.data ?? []).filter((one) => one.registryId === toDeliver?.assetId),
    accounts: accounts.data ?? [],
    isLoading: positions.isLoading || accounts.isLoading,
    failure: positions.error ?? accounts.error,
  }
}

const holdingOption = ({ account, available, decimals }: Position): Option => ({
  value: account,
  label: account,
  note: t('Deal.available', { quantity: formatQuantity(available, decimals) }),
})

type Account = { accountNum: string; accountName: string | null }

const accountOption = ({ accountNum, accountName }: Account): Option => ({
  value: accountNum,
  label: accountNum,
  ...(accountName !== null && { note: readableName(accountName) }),
})

const parseAccounts = (deliver: string | undefined, receive: string | undefined): ConfirmAccounts => ({
  ...(deliver !== undefined && { deliver: AccountNumber.parse(deliver) }),
  ...(receive !== undefined && { receive: AccountNumber.parse(receive) }),
})

const legOf = (transfer: Transfer, tenant: Address, role: 'sender' | 'receiver'): DeliveryLeg | undefined =>
  transfer.legs.find((leg) => isDigital(leg) && leg[role] === tenant)

const usesOf = (tenant: Address, deliver: DeliveryLeg | undefined, receive: DeliveryLeg | undefined) => ({
  deliver: deliver && accountUse(tenant, 'deliver', deliver),
  receive: receive && accountUse(tenant, 'receive', receive),
})

/** The only account, or the one last used. */
const proposed = (use: string | undefined, all: readonly string[]): string | undefined => {
  if (all.length === 1) return all[0]
  const last = use === undefined ? undefined : lastAccount(use)
  return all.find((one) => one === last)
}

const registrarOf = (leg: DeliveryLeg | undefined) =>
  leg === undefined ? {} : { registryManagerAddr: leg.assetManagerAddr, registrarAddr: leg.registrar }

/** What confirming a delivery changes in the chosen account: its available and earmarked quantity, before and after. */
export function confirmEarmarks(
  { legs }: Pick<Transfer, 'legs'>,
  position: Position | undefined,
): Consequence[] {
  if (position === undefined) return []
  const { registryId, owner, account, decimals } = position
  const leg = legs.find((one) => isDigital(one) && one.assetId === registryId && one.sender === owner)
  if (leg === undefined) return []
  const notes = earmarkNotes(BigInt(leg.quantity), position, decimals)
  return [{ when: t('Deal.now'), text: t('Deal.earmarked_in', { account }), notes }]
}
