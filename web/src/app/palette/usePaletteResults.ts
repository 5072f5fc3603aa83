// What the desk's own lists have for a text: the palette's results beside its commands.
import { readableText, SEARCH_MINIMUM, type Position, type Transfer } from '@connex/protocol'
import { listPositions, listRegistryInstruments, listTransfers, type Client } from '@connex/sdk'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { transferLeg, transferTitle } from '../../features/transfers/shared/transferSummary.ts'
import { legKeysOf, TRANSFER_KINDS } from '../../features/transfers/shared/transferKinds.ts'
import { custodianOf } from '../../lib/custodians.ts'
import { formatQuantity } from '../../lib/format.ts'
import { instrumentParts, shownIdentifier } from '../../lib/identifiers.ts'
import { includesText } from '../../lib/table/filterValue.ts'
import { tenantLabels, tenantsQuery, useTenantNames } from '../../lib/tenants.ts'
import { useViewer } from '../../lib/Viewer.ts'
import { t } from '../../messages/t.ts'
import { useAccountNames } from '../../shared/desk/accountNames.ts'
import { accountText } from '../../shared/deal/ownAccounts.ts'
import type { Command, CommandGroup } from './commands.ts'

const MOST = 5
const MOST_DEALS = 3

/** A text that is a number, without the marks between its thousands. `amountOf('2,060,000.50')` → '2060000.50' */
export function amountOf(typed: string): string | undefined {
  const plain = typed.trim().replaceAll(/[,'’ ]/g, '')
  return /^\d{1,30}([.]\d{1,18})?$/.test(plain) ? plain : undefined
}

/** Conditions that a quantity is exactly this amount. */
const exactly = (column: string, amount: string): string[] => [
  `${column}:at-least:${amount}`,
  `${column}:at-most:${amount}`,
]

/** What a list is searched for: the text, and a number as an amount too, for it may as well be an account or a code. */
export function questionsOf(
  text: string,
  columns: readonly string[],
): { filter?: string; where?: string[] }[] {
  const amount = amountOf(text)
  const amounts = amount === undefined ? [] : columns.map((column) => ({ where: exactly(column, amount) }))
  return [{ filter: text }, ...amounts]
}

/** The first of all answers, each once. */
async function firstFound<Item>(
  pages: readonly Promise<{ items: readonly Item[] }>[],
  idOf: (item: Item) => string,
): Promise<Item[]> {
  const items = (await Promise.all(pages)).flatMap((page) => page.items)
  return [...new Map(items.map((item) => [idOf(item), item])).values()].slice(0, MOST)
}

const findTransfers = (client: Client, text: string, signal: AbortSignal): Promise<Transfer[]> =>
  firstFound(
    questionsOf(text, ['deliverQuantity', 'receiveQuantity']).map((question) =>
      listTransfers(client, { ...question, transferType: TRANSFER_KINDS, itemsPerPage: MOST }, { signal }),
    ),
    ({ deliveryId }) => deliveryId,
  )

const findHoldings = (client: Client, owner: Position['owner'], text: string, signal: AbortSignal) =>
  firstFound(
    questionsOf(text, ['quantity']).map((question) =>
      listPositions(client, { ...question, owner, itemsPerPage: MOST }, { signal }),
    ),
    holdingId,
  )

const holdingId = ({ registryManagerAddr, registryId, account }: Position): string =>
  `holding.${registryManagerAddr}.${registryId}.${account}`

export type PaletteResults = { groups: readonly CommandGroup[]; isSearching: boolean; hasFailed: boolean }

/** The deals that wait for the user's tenant while nothing is typed; afterwards whatever the text finds. */
export function usePaletteResults(text: string): PaletteResults {
  const wanted = text.trim()
  const turn = useTurn(wanted === '')
  const found = useFound(wanted)
  if (wanted === '') return turn
  return wanted.length < SEARCH_MINIMUM ? { groups: [], isSearching: false, hasFailed: false } : found
}

function useTurn(enabled: boolean): PaletteResults {
  const { client } = useViewer()
  const { ofTransfer } = useResultCommands()
  const query = { waiting: true, transferType: TRANSFER_KINDS, itemsPerPage: MOST_DEALS }
  const { data, isError } = useQuery({
    queryKey: ['transfers', query],
    queryFn: ({ signal }) => listTransfers(client, query, { signal }),
    enabled,
  })
  const commands = (data?.items ?? []).map(ofTransfer)
  return {
    groups: [{ id: 'turn', label: t('Palette.turn'), commands }],
    isSearching: false,
    hasFailed: isError,
  }
}

function useFound(text: string): PaletteResults {
  const { client, tenantAddr, custodians } = useViewer()
  const { ofTransfer, ofHolding, ofInstrument, ofTenant } = useResultCommands()
  const enabled = text.length >= SEARCH_MINIMUM
  const tenants = useQuery({ ...tenantsQuery(client), enabled })
  const transfers = useQuery({
    queryKey: ['transfers', 'palette', text],
    queryFn: ({ signal }) => findTransfers(client, text, signal),
    enabled,
  })
  const holdings = useQuery({
    queryKey: ['positions', 'palette', text],
    queryFn: ({ signal }) => findHoldings(client, tenantAddr, text, signal),
    enabled,
  })
  const instruments = useQuery({
    queryKey: ['instruments', 'palette', text],
    queryFn: ({ signal }) =>
      listRegistryInstruments(client, { filter: text, itemsPerPage: MOST }, { signal }),
    enabled,
  })
  const instrumentCommands = (instruments.data?.items ?? []).flatMap((one) => {
    const custodian = custodianOf(custodians, one)
    return custodian === undefined ? [] : [ofInstrument(one, custodian)]
  })
  const names = [...tenantLabels(tenants.data ?? [])]
    .filter(([address, name]) => address !== tenantAddr && includesText(name, text.toLowerCase()))
    .slice(0, MOST)
  const group = (id: 'transfers' | 'holdings' | 'instruments' | 'counterparties', commands: Command[]) => ({
    id: `found-${id}`,
    label: t(`Palette.${id}`),
    commands,
  })
  const lists = [tenants, transfers, holdings, instruments]
  return {
    groups: [
      group('transfers', (transfers.data ?? []).map(ofTransfer)),
      group('holdings', (holdings.data ?? []).map(ofHolding)),
      group('instruments', instrumentCommands),
      group(
        'counterparties',
        names.map(([, name]) => ofTenant(name)),
      ),
    ],
    isSearching: lists.some(({ isFetching }) => isFetching),
    hasFailed: lists.some(({ isError }) => isError),
  }
}

type Instrument = { registryId: string; identifier: string; label: string | null }
type Keeper = { key: string; label: string }

/** Results as commands: each opens its screen, where it is shown alone. */
function useResultCommands() {
  const navigate = useNavigate()
  const { custodians } = useViewer()
  const nameOf = useTenantNames()
  const accountName = useAccountNames()
  return {
    ofTransfer: (transfer: Transfer): Command => ({
      id: transfer.deliveryId,
      label: transferTitle(transfer, nameOf(transfer.counterpartyAddr)),
      note: legText(transfer),
      transfer,
      icon: 'transactions',
      run: () => void navigate({ to: '/transactions', search: { row: transfer.deliveryId } }),
    }),
    ofHolding: (held: Position): Command => ({
      id: holdingId(held),
      label: instrumentParts(held.identifier, held.label).name,
      note: [custodianOf(custodians, held)?.label, accountText(held.account, accountName(held, held.account))]
        .filter(Boolean)
        .join(' · '),
      aside: formatQuantity(held.quantity, held.decimals),
      icon: 'holdings',
      run: () =>
        void navigate({
          to: '/holdings',
          search: { identifier: `is:${held.identifier}`, account: `is:${held.account}` },
        }),
    }),
    ofInstrument: ({ registryId, identifier, label }: Instrument, keeper: Keeper): Command => {
      const { name, code = shownIdentifier(identifier) } = instrumentParts(identifier, label)
      return {
        id: `instrument.${keeper.key}.${registryId}`,
        label: name,
        note: keeper.label,
        aside: code,
        icon: 'instrument',
        run: () =>
          void navigate({
            to: '/custodians/$custodianKey/instruments',
            params: { custodianKey: keeper.key },
            search: { identifier: `is:${identifier}` },
          }),
      }
    },
    ofTenant: (name: string): Command => ({
      id: `counterparty.${name}`,
      label: name,
      icon: 'custodians',
      run: () => void navigate({ to: '/transactions', search: { counterparty: `is:${name}` } }),
    }),
  }
}

function legText(transfer: Transfer): string {
  const [first] = legKeysOf(transfer)
  const leg = first && transferLeg(transfer, first)
  const asset = first && transfer[first]
  const what = asset ? instrumentParts(asset.identifier ?? '', asset.label).name : leg?.instrument
  const amount = leg === undefined ? '' : `${leg.quantity} ${what}`
  return [amount, readableText(transfer.description ?? '')].filter(Boolean).join(' · ')
}
