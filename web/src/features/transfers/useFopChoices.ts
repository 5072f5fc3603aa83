import type { Direction, RegistryInstrument, Position } from '@connex/protocol'
import { everyPage, listAccounts, listPositions, listRegistryInstruments, type Custodian } from '@connex/sdk'
import { useQuery } from '@tanstack/react-query'
import { formatQuantity } from '../../lib/quantity.ts'
import { shownIdentifier } from '../../lib/shownIdentifier.ts'
import { useViewer } from '../../lib/Viewer.ts'
import { t } from '../../messages/t.ts'
import type { Option } from '../../ui/field/Option.ts'

export type FopChoices = {
  instruments: Option[]
  accounts: Option[]
  /** Of the chosen instrument. */
  identifier: string
  decimals: number
  /** Of the chosen instrument in the chosen account. */
  position: Position | undefined
  isLoading: boolean
  /** What could not be loaded, or what is not there. */
  hint: string | undefined
}

type Chosen = {
  direction: Direction
  custodian: Custodian | undefined
  registryId: string | null
  account: string | null
}

/** What one can choose from with a custodian: to deliver, what one holds; to receive, all that it keeps. */
export function useFopChoices({ direction, custodian, registryId, account }: Chosen): FopChoices {
  const { client, tenantAddr } = useViewer()
  const where = {
    registryManagerAddr: custodian?.registryManagerAddr,
    registrarAddr: custodian?.registrarAddr,
  }
  const isDelivering = direction === 'DELIVER'
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
    enabled: custodian !== undefined && !isDelivering,
  })
  const held = (positions.data ?? []).filter(({ available }) => available !== '0')
  const kept: readonly (Position | RegistryInstrument)[] = isDelivering ? held : (instruments.data ?? [])
  const chosen = kept.find((one) => one.registryId === registryId)
  return {
    instruments: instrumentOptions(kept),
    accounts: isDelivering
      ? held.filter((one) => one.registryId === registryId).map(positionOption)
      : (accounts.data ?? []).map(({ accountNum, accountName }) => ({
          value: accountNum,
          label: accountNum,
          ...(accountName !== null && { note: accountName }),
        })),
    identifier: shownIdentifier(chosen?.identifier ?? ''),
    decimals: chosen?.decimals ?? 0,
    position: positions.data?.find((one) => one.registryId === registryId && one.account === account),
    isLoading: [positions, instruments, accounts].some((query) => query.isLoading),
    hint: hintOf(),
  }

  function hintOf(): string | undefined {
    if (custodian === undefined) return undefined
    if (isDelivering) {
      if (positions.isError) return t('FopForm.positions_failure')
      return positions.isSuccess && held.length === 0 ? t('FopForm.no_positions') : undefined
    }
    if (instruments.isError) return t('FopForm.instruments_failure')
    if (instruments.isSuccess && instruments.data.length === 0) return t('FopForm.no_instruments')
    return accounts.isSuccess && accounts.data.length === 0 ? t('FopForm.no_accounts') : undefined
  }
}

function instrumentOptions(kept: readonly (Position | RegistryInstrument)[]): Option[] {
  const byRegistry = new Map(kept.map((one) => [one.registryId as string, one]))
  return [...byRegistry.values()].map(({ registryId, identifier, label }) => ({
    value: registryId,
    label: shownIdentifier(identifier),
    isMono: true,
    ...(label !== null && { note: label }),
  }))
}

const positionOption = ({ account, available, decimals }: Position): Option => ({
  value: account,
  label: account,
  note: t('FopForm.free', { quantity: formatQuantity(available, decimals) }),
})
