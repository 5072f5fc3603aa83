import { readableName, type Position, type RegistryInstrument } from '@connex/protocol'
import { everyPage, listAccounts, listPositions, listRegistryInstruments, type Custodian } from '@connex/sdk'
import { useQuery } from '@tanstack/react-query'
import { t } from '../../messages/t.ts'
import type { Option } from '../../ui/field/SelectField.tsx'
import { formatQuantity } from '../../lib/format.ts'
import { shownIdentifier, spokenIdentifier, useSuspended } from '../../lib/instruments.ts'
import { useViewer } from '../../lib/Viewer.ts'
import type { AssetDraft, AssetLimits } from './AssetDraft.ts'

/** Out of a holding of one's own, or into an account of one's own. */
export type LegKey = 'deliver' | 'receive'

export type AssetChoices = {
  instruments: Option[]
  accounts: Option[]
  /** Of the chosen instrument. */
  identifier: string
  limits: AssetLimits
  /** Of the chosen instrument in the chosen account; undefined where nothing is held there. */
  position: Position | undefined
  isLoading: boolean
  /** What one holds there could not be read. */
  hasFailed: boolean
  /** What could not be loaded, or what is not there. */
  hint: string | undefined
  /** It says what could not be loaded. */
  isHintFailure: boolean
}

/** What one can choose from with a custodian: to deliver, what one holds; to receive, all that it keeps. */
export function useAssetChoices(
  side: LegKey,
  custodian: Custodian | undefined,
  { registryId, account }: AssetDraft,
): AssetChoices {
  const { client, tenantAddr } = useViewer()
  const isSuspended = useSuspended()
  const where = {
    registryManagerAddr: custodian?.registryManagerAddr,
    registrarAddr: custodian?.registrarAddr,
  }
  const isDelivering = side === 'deliver'
  const positions = useQuery({
    queryKey: ['positions', 'choices', where],
    queryFn: ({ signal }) =>
      everyPage((page) => listPositions(client, { ...where, ...page, owner: tenantAddr }, { signal })),
    enabled: custodian !== undefined,
  })
  const instruments = useQuery({
    queryKey: ['instruments', 'choices', where],
    queryFn: ({ signal }) =>
      everyPage((page) =>
        listRegistryInstruments(client, { ...where, ...page, registryState: ['REGISTERED'] }, { signal }),
      ),
    enabled: custodian !== undefined && !isDelivering,
  })
  const accounts = useQuery({
    queryKey: ['accounts', 'choices', where],
    queryFn: ({ signal }) => everyPage((page) => listAccounts(client, { ...where, ...page }, { signal })),
    enabled: custodian !== undefined,
  })
  const held = positions.data ?? []
  const kept: readonly (Position | RegistryInstrument)[] = isDelivering ? held : (instruments.data ?? [])
  const chosen = kept.find((one) => one.registryId === registryId)
  const position = held.find((one) => one.registryId === registryId && one.account === account)
  return {
    instruments: instrumentOptions(kept),
    accounts: accountOptions(accounts.data ?? [], isDelivering ? held : undefined, registryId),
    identifier: spokenIdentifier(chosen?.identifier ?? '', chosen?.label),
    limits: {
      decimals: chosen?.decimals ?? 0,
      available: isDelivering ? freeIn() : undefined,
      isSuspended: chosen !== undefined && isSuspended(chosen),
    },
    position,
    isLoading: [positions, instruments, accounts].some((query) => query.isLoading),
    hasFailed: positions.isError || accounts.isError,
    hint: hintOf(),
    isHintFailure: [positions, instruments, accounts].some((query) => query.isError),
  }

  /** Known once instrument and account are chosen, or once it is certain that the account holds nothing at all. */
  function freeIn(): bigint | undefined {
    if (!positions.isSuccess || account === null) return undefined
    if (registryId !== null) return BigInt(position?.available ?? '0')
    return held.some((one) => one.account === account && one.available !== '0') ? undefined : 0n
  }

  function hintOf(): string | undefined {
    if (custodian === undefined) return undefined
    if (positions.isError || accounts.isError) return t('DealForm.positions_failure')
    if (instruments.isError) return t('DealForm.instruments_failure')
    const [list, isKnown] = isDelivering
      ? [positions.data, positions.isSuccess]
      : [instruments.data, instruments.isSuccess]
    if (isKnown && list?.length === 0) return t('DealForm.no_instruments')
    return accounts.isSuccess && accounts.data.length === 0 ? t('Deal.no_accounts') : undefined
  }
}

function instrumentOptions(kept: readonly (Position | RegistryInstrument)[]): Option[] {
  const byRegistry = new Map(kept.map((one) => [one.registryId as string, one]))
  return [...byRegistry.values()].map(({ registryId, identifier, label }) => {
    const spoken = spokenIdentifier(identifier, label)
    const name = label === null ? null : readableName(label)
    const isNamed = spoken === name
    // A code has its name beside it, a name its code.
    const note = isNamed ? shownIdentifier(identifier) : name
    return { value: registryId, label: spoken, isMono: !isNamed, ...(note !== null && { note }) }
  })
}

type Account = { accountNum: string; accountName: string | null }

/** Every account of one's own; to deliver, each with what is free there of the chosen instrument, the fullest first. */
function accountOptions(
  accounts: readonly Account[],
  held: readonly Position[] | undefined,
  registryId: string | null,
): Option[] {
  const named = accounts.map(({ accountNum, accountName }) => ({
    value: accountNum,
    label: accountNum,
    accountName,
  }))
  if (held === undefined || registryId === null)
    return named.map(({ accountName, ...option }) => ({
      ...option,
      ...(accountName !== null && { note: readableName(accountName) }),
    }))
  const holdings = held.filter((one) => one.registryId === registryId)
  const decimals = holdings[0]?.decimals ?? 0
  const freeIn = (account: string) =>
    BigInt(holdings.find((one) => one.account === account)?.available ?? '0')
  const fullestFirst = (one: Option, other: Option) =>
    Number(freeIn(other.value) > freeIn(one.value)) - Number(freeIn(one.value) > freeIn(other.value))
  return named
    .map(({ value, label }) => ({
      value,
      label,
      note: t('Deal.available', { quantity: formatQuantity(freeIn(value), decimals) }),
    }))
    .sort(fullestFirst)
}
