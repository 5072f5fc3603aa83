import { AccountNumber, isDigital, readableName } from '@connex/protocol'
import type { Address, DeliveryLeg, Duty, Position, Transfer } from '@connex/protocol'
import { everyPage, listAccounts, listPositions } from '@connex/sdk'
import type { ConfirmAccounts } from '@connex/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useViewer } from '../../../lib/Viewer.ts'
import type { Consequence } from '../../../shared/deal/ConsequencesPanel.tsx'
import { earmarkNotes } from '../../../shared/deal/earmarkNotes.ts'
import { formatQuantity } from '../../../lib/format.ts'
import { t } from '../../../messages/t.ts'
import type { Option } from '../../../ui/field/SelectField.tsx'

type AccountChoice = {
  value: string | null
  options: Option[]
  error: string | undefined
  choose: (account: string) => void
  /** What lies in it now; of what one delivers. */
  position?: Position | undefined
}

/**
 * The accounts that a confirmation has to name: whence one delivers, where one receives. Undefined where none is
 * needed; `accounts` is undefined while a needed one is missing or will not do.
 */
export function useConfirmAccounts(transfer: Transfer, duties: readonly Duty[]) {
  const { client, tenantAddr } = useViewer()
  const [chosen, setChosen] = useState<{ deliver?: string; receive?: string }>({})
  const toDeliver = duties.includes('deliver') ? legOf(transfer, tenantAddr, 'sender') : undefined
  const owed = duties.includes('receive') ? legOf(transfer, tenantAddr, 'receiver') : undefined
  // A receiving account that was named before need not be named again.
  const toReceive = owed?.receiverAccount === null ? owed : undefined
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
  const held = (positions.data ?? []).filter((one) => one.registryId === toDeliver?.assetId)
  const receiveOptions = (accounts.data ?? []).map(({ accountNum, accountName }) => ({
    value: accountNum,
    label: accountNum,
    ...(accountName !== null && { note: readableName(accountName) }),
  }))
  const deliverFrom = chosen.deliver ?? onlyOne(held.map(({ account }) => account))
  const receiveInto = chosen.receive ?? onlyOne(receiveOptions.map(({ value }) => value))
  const position = held.find(({ account }) => account === deliverFrom)
  const free = position?.available
  const isShort = toDeliver !== undefined && free !== undefined && BigInt(free) < BigInt(toDeliver.quantity)

  const deliver: AccountChoice | undefined = toDeliver && {
    value: deliverFrom ?? null,
    options: held.map(({ account, available, decimals }) => ({
      value: account,
      label: account,
      note: t('Deal.free', { quantity: formatQuantity(available, decimals) }),
    })),
    error: isShort ? t('ConfirmForm.insufficient') : undefined,
    choose: (account) => setChosen({ ...chosen, deliver: account }),
    position,
  }
  const receive: AccountChoice | undefined = toReceive && {
    value: receiveInto ?? null,
    options: receiveOptions,
    error: undefined,
    choose: (account) => setChosen({ ...chosen, receive: account }),
  }
  const isComplete =
    (toDeliver === undefined || (deliverFrom !== undefined && !isShort)) &&
    (toReceive === undefined || receiveInto !== undefined)
  return {
    deliver,
    receive,
    isLoading: positions.isLoading || accounts.isLoading,
    failure: positions.error ?? accounts.error,
    accounts: isComplete ? namedAccounts(toDeliver && deliverFrom, toReceive && receiveInto) : undefined,
  }
}

const namedAccounts = (deliver: string | undefined, receive: string | undefined): ConfirmAccounts => ({
  ...(deliver !== undefined && { deliver: AccountNumber.parse(deliver) }),
  ...(receive !== undefined && { receive: AccountNumber.parse(receive) }),
})

const legOf = (transfer: Transfer, tenant: Address, role: 'sender' | 'receiver'): DeliveryLeg | undefined =>
  transfer.legs.find((leg) => isDigital(leg) && leg[role] === tenant)

const onlyOne = (values: readonly string[]): string | undefined =>
  values.length === 1 ? values[0] : undefined

const registrarOf = (leg: DeliveryLeg | undefined) =>
  leg === undefined ? {} : { registryManagerAddr: leg.assetManagerAddr, registrarAddr: leg.registrar }

/** What confirming a delivery does to the account that it names: its free and earmarked quantity, before and after. */
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
