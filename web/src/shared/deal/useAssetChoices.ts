// What a form of a deal offers to choose from: with a custodian, the instruments and accounts of the user's own tenant.
import { readableName, type Address, type Position, type RegistryInstrument } from '@connex/protocol'
import {
  everyPage,
  listAccounts,
  listPositions,
  listRegistryInstruments,
  type Client,
  type Custodian,
} from '@connex/sdk'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { formatQuantity } from '../../lib/format.ts'
import { instrumentName, shownIdentifier, spokenIdentifier } from '../../lib/identifiers.ts'
import { useSuspended } from '../../lib/instruments.ts'
import { useViewer } from '../../lib/Viewer.ts'
import { t } from '../../messages/t.ts'
import type { Option } from '../../ui/field/SelectField.tsx'
import { accountOption, accountText } from './ownAccounts.ts'
import type { AssetDraft, AssetLimits } from './AssetDraft.ts'

/** Out of an own holding, or into an own account. */
export type LegKey = 'deliver' | 'receive'

export type AssetChoices = {
  instruments: Option[]
  accounts: Option[]
  /** Of the chosen instrument, as a sentence names it. */
  instrumentName: string
  /** Of the chosen account, likewise. */
  accountName: string
  instrument: Position | RegistryInstrument | undefined
  /** The own positions with the custodian. */
  held: readonly Position[]
  limits: AssetLimits
  /** Of the chosen instrument in the chosen account; undefined if the account holds none of it. */
  position: Position | undefined
  /** Also while a list that misses what is chosen is read again: it may have arrived since. */
  isLoading: boolean
  /** A list is being read, or read again: what the old one refuses, the new one may allow. */
  isReading: boolean
  /** The holdings could not be read. */
  hasFailed: boolean
  /** What could not be loaded, or what is missing. */
  hint: string | undefined
  /** The hint names what could not be loaded. */
  isHintFailure: boolean
}

/** To deliver, the choices are the tenant's holdings; to receive, all instruments of the custodian. */
export function useAssetChoices(
  side: LegKey,
  custodian: Custodian | undefined,
  draft: AssetDraft,
): AssetChoices {
  const { client, tenantAddr } = useViewer()
  const isSuspended = useSuspended()
  const positions = useQuery(positionsQuery(client, custodian, tenantAddr))
  const instruments = useQuery(instrumentsQuery(client, custodian, side))
  const accounts = useQuery(accountsQuery(client, custodian))
  return choicesOf(side, { positions, instruments, accounts }, draft, isSuspended)
}

const pairOf = (custodian: Custodian | undefined) => ({
  registryManagerAddr: custodian?.registryManagerAddr,
  registrarAddr: custodian?.registrarAddr,
})

/** The own positions with a custodian. */
export const positionsQuery = (client: Client, custodian: Custodian | undefined, owner: Address) =>
  queryOptions({
    queryKey: ['positions', 'choices', pairOf(custodian)],
    queryFn: ({ signal }) =>
      everyPage((page) => listPositions(client, { ...pairOf(custodian), ...page, owner }, { signal })),
    enabled: custodian !== undefined,
  })

export const instrumentsQuery = (client: Client, custodian: Custodian | undefined, side: LegKey) =>
  queryOptions({
    queryKey: ['instruments', 'choices', pairOf(custodian)],
    queryFn: ({ signal }) =>
      everyPage((page) =>
        listRegistryInstruments(
          client,
          { ...pairOf(custodian), ...page, registryState: ['REGISTERED'] },
          { signal },
        ),
      ),
    enabled: custodian !== undefined && side === 'receive',
  })

export const accountsQuery = (client: Client, custodian: Custodian | undefined) =>
  queryOptions({
    queryKey: ['accounts', 'choices', pairOf(custodian)],
    queryFn: ({ signal }) =>
      everyPage((page) => listAccounts(client, { ...pairOf(custodian), ...page }, { signal })),
    enabled: custodian !== undefined,
  })

type ListState<Item> = {
  data: readonly Item[] | undefined
  isSuccess: boolean
  isError: boolean
  isLoading: boolean
  isFetching: boolean
}
type Account = { accountNum: string; accountName: string | null }
type ChoiceLists = {
  positions: ListState<Position>
  instruments: ListState<RegistryInstrument>
  accounts: ListState<Account>
}

/** The choices in these lists, with what is chosen so far. */
export function choicesOf(
  side: LegKey,
  lists: ChoiceLists,
  { registryId, account }: AssetDraft,
  isSuspended: (instrument: Position | RegistryInstrument) => boolean,
): AssetChoices {
  const isDelivering = side === 'deliver'
  const { positions, instruments, accounts } = lists
  const held = positions.data ?? []
  const offered: readonly (Position | RegistryInstrument)[] = isDelivering ? held : (instruments.data ?? [])
  const chosen = offered.find((one) => one.registryId === registryId)
  const position = held.find((one) => one.registryId === registryId && one.account === account)
  const isMissing = registryId !== null && (isDelivering ? position : chosen) === undefined
  const all = [positions, instruments, accounts]
  const isReading = all.some(({ isFetching }) => isFetching)
  return {
    instruments: instrumentOptions(offered),
    accounts: accountOptions(accounts.data ?? [], isDelivering ? held : undefined, registryId),
    instrumentName: instrumentName(chosen?.identifier ?? '', chosen?.label),
    accountName: accountText(
      account ?? '',
      accounts.data?.find(({ accountNum }) => accountNum === account)?.accountName,
    ),
    instrument: chosen,
    held,
    limits: {
      decimals: chosen?.decimals ?? 0,
      available: isDelivering && positions.isSuccess ? availableOf(held, registryId, account) : undefined,
      isUnknown: registryId !== null && chosen === undefined,
      isSuspended: chosen !== undefined && isSuspended(chosen),
    },
    position,
    isLoading: all.some(({ isLoading }) => isLoading) || (isMissing && isReading),
    isReading,
    hasFailed: positions.isError || accounts.isError,
    hint: hintOf(side, lists),
    isHintFailure: all.some((list) => list.isError),
  }
}

/** Known once instrument and account are chosen, or once it is certain that the account holds nothing available. */
function availableOf(
  held: readonly Position[],
  registryId: string | null,
  account: string | null,
): bigint | undefined {
  if (account === null) return undefined
  const inAccount = held.filter((one) => one.account === account)
  if (registryId === null) return inAccount.some(({ available }) => available !== '0') ? undefined : 0n
  return BigInt(inAccount.find((one) => one.registryId === registryId)?.available ?? '0')
}

function hintOf(side: LegKey, { positions, instruments, accounts }: ChoiceLists): string | undefined {
  if (positions.isError || accounts.isError) return t('DealForm.positions_failure')
  if (instruments.isError) return t('DealForm.instruments_failure')
  const offered = side === 'deliver' ? positions : instruments
  if (offered.isSuccess && offered.data?.length === 0) return t('DealForm.no_instruments')
  return accounts.isSuccess && accounts.data?.length === 0 ? t('Deal.no_accounts') : undefined
}

function instrumentOptions(offered: readonly (Position | RegistryInstrument)[]): Option[] {
  const byRegistry = new Map(offered.map((one) => [one.registryId as string, one]))
  return [...byRegistry.values()].map(({ registryId, identifier, label }) => {
    const spoken = spokenIdentifier(identifier, label)
    const name = label === null ? null : readableName(label)
    const isNamed = spoken === name
    // The note of a code is its name, the note of a name its code.
    const note = isNamed ? shownIdentifier(identifier) : name
    return { value: registryId, label: spoken, isMono: !isNamed, ...(note !== null && { note }) }
  })
}

/** Every own account; to deliver, with its available quantity of the chosen instrument, the largest first. */
function accountOptions(
  accounts: readonly Account[],
  held: readonly Position[] | undefined,
  registryId: string | null,
): Option[] {
  if (held === undefined || registryId === null) return accounts.map((account) => accountOption(account))
  const decimals = held.find((one) => one.registryId === registryId)?.decimals ?? 0
  return accounts
    .map((account) => ({ account, available: availableOf(held, registryId, account.accountNum) ?? 0n }))
    .sort((one, other) => Number(other.available > one.available) - Number(one.available > other.available))
    .map(({ account, available }) =>
      accountOption(account, t('Deal.available', { quantity: formatQuantity(available, decimals) })),
    )
}
