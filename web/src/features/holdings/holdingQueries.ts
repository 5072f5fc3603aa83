// One holding: its id in an address, and the reads behind its panel.
import {
  AccountNumber,
  Address,
  PENDING_STATES,
  RegistryId,
  type Position,
  type Transfer,
} from '@connex/protocol'
import { everyPage, listPositions, listTransfers, type Client } from '@connex/sdk'
import { queryOptions } from '@tanstack/react-query'

/** One instrument in one account with one custodian. */
export type HoldingKey = Pick<Position, 'registryManagerAddr' | 'registryId' | 'account'>

export const holdingId = ({ registryManagerAddr, registryId, account }: HoldingKey): string =>
  `${registryManagerAddr}.${registryId}.${account}`

/** The holding that an address names; undefined if the address was cut off or mistyped. */
export function parseHoldingId(id: string): HoldingKey | undefined {
  const [manager, registry, number, ...others] = id.split('.')
  const registryManagerAddr = Address.safeParse(manager).data
  const registryId = RegistryId.safeParse(registry).data
  const account = AccountNumber.safeParse(number).data
  if (others.length > 0 || !registryManagerAddr || !registryId || !account) return undefined
  return { registryManagerAddr, registryId, account }
}

type AsOf = { asOfTime?: number }

/** The position of a holding, now or in the past; null where the tenant holds nothing. */
export const positionQuery = (client: Client, owner: Address, key: HoldingKey, asOf: AsOf) =>
  queryOptions({
    queryKey: ['positions', 'one', owner, key, asOf],
    queryFn: async ({ signal }) => {
      const { items } = await listPositions(client, { ...key, ...asOf, owner }, { signal })
      return items[0] ?? null
    },
  })

/**
 * The pending transfers and requests that earmark the holding. By the side that the tenant delivers, because a loan's
 * collateral goes the other way than the loan.
 */
export const pendingQuery = (client: Client, owner: Address, key: HoldingKey, asOf: AsOf) =>
  queryOptions({
    queryKey: ['transfers', 'holding', owner, key, asOf],
    queryFn: async ({ signal }) => {
      const where = [`deliverAccount:is:${key.account}`]
      const pending = await everyPage((page) =>
        listTransfers(
          client,
          { ...page, ...asOf, where, registryId: key.registryId, state: [...PENDING_STATES] },
          { signal },
        ),
      )
      return pending.filter((one) => isEarmarkedBy(one, owner) && deliveredFrom(one, key) > 0n)
    },
  })

const LAST = 5
/** The list's order is that of creation, so that more are read than shown. */
const READ = 25

/** The last settled transfers into the holding and out of it, the latest first. */
export const movementsQuery = (client: Client, owner: Address, key: HoldingKey, asOf: AsOf) =>
  queryOptions({
    queryKey: ['transfers', 'movements', owner, key, asOf],
    queryFn: async ({ signal }) => {
      const pages = await Promise.all(
        ['deliverAccount', 'receiveAccount'].map((column) =>
          listTransfers(
            client,
            {
              ...asOf,
              registryId: key.registryId,
              where: [`${column}:is:${key.account}`],
              state: ['SETTLED'],
              itemsPerPage: READ,
            },
            { signal },
          ),
        ),
      )
      const settled = pages.flatMap(({ items }) => items)
      return lastMovements(settled.filter((one) => movedBy(one, key) !== 0n))
    },
  })

/** Each once, although a transfer between own accounts is on both lists. */
export function lastMovements(transfers: readonly Transfer[]): Transfer[] {
  const byId = new Map(transfers.map((transfer) => [transfer.deliveryId, transfer]))
  return [...byId.values()].sort((one, other) => (other.closedAt ?? 0) - (one.closedAt ?? 0)).slice(0, LAST)
}

type Moved = Pick<Transfer, 'deliver' | 'receive'>

/** How much a transfer delivers from the holding, in smallest units. */
export const deliveredFrom = ({ deliver }: Pick<Moved, 'deliver'>, key: HoldingKey): bigint =>
  deliver?.registryId === key.registryId && deliver.account === key.account ? BigInt(deliver.quantity) : 0n

/** What a transfer adds to the holding, or takes from it. */
export const movedBy = ({ deliver, receive }: Moved, key: HoldingKey): bigint =>
  (receive?.registryId === key.registryId && receive.account === key.account
    ? BigInt(receive.quantity)
    : 0n) - deliveredFrom({ deliver }, key)

/** Whether the tenant has confirmed what it delivers, so that the ledger earmarks it. */
export const isEarmarkedBy = (
  { deliver, legs }: Pick<Transfer, 'deliver' | 'legs'>,
  owner: Address,
): boolean =>
  legs.some(
    ({ assetId, sender, senderConfirmed }) =>
      assetId === deliver?.registryId && sender === owner && senderConfirmed,
  )
