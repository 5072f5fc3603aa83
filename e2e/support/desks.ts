// What another desk does in a story is done by the SDK, as that desk's own user: quicker than a second browser.
import type { AccountNumber, Address, DeliveryId, Position, Seconds } from '@connex/protocol'
import {
  confirmTransfer,
  createFopTransfer,
  createRepoTransfer,
  createSecLendTransfer,
  everyPage,
  getTransfer,
  listAccounts,
  listPositions,
  openSession,
  waitForTransfer,
} from '@connex/sdk'
import type { Client, Created } from '@connex/sdk'
import { repoDelivery } from '../../sdk/src/transfers/createTransfer.ts'
import { publishDelivery } from '../../sdk/src/transfers/publishDelivery.ts'
import { clientOf, expect } from './sandbox.ts'
import { dayFromNow } from './forms.ts'
import type { Sandbox } from './sandbox.ts'

export type Desk = {
  client: Client
  tenantAddr: Address
  /** Something that it holds with the sandbox's first custodian, and much of it. */
  holding: Position
  /** Where it receives. */
  account: AccountNumber
  keeper: { registryManagerAddr: Address; registrarAddr: Address }
}

const PIECE = 3n
const MUCH = 1000n

export async function openDesk(
  sandbox: Sandbox,
  user: string,
  wanted: { identifier?: string; account?: string } = {},
): Promise<Desk> {
  const client = await clientOf(sandbox, user)
  const { tenant } = await openSession(client)
  const [custodian] = sandbox.description.custodians
  const [registryManagerAddr, registrarAddr] = (custodian?.key ?? '').split(':') as [Address, Address]
  const keeper = { registryManagerAddr, registrarAddr }
  const held = await everyPage((page) => listPositions(client, { ...page, ...keeper, owner: tenant.address }))
  const holding = held.find(({ available, ...one }) => BigInt(available) > MUCH && matches(one, wanted))
  if (holding === undefined) throw new Error(`${user} holds nothing there`)
  const [first] = await everyPage((page) => listAccounts(client, { ...page, ...keeper }))
  if (first === undefined) throw new Error('every investor has an account')
  return { client, tenantAddr: tenant.address, holding, account: first.accountNum, keeper }
}

const assetOf = ({ holding, keeper }: Desk, account = holding.account, quantity = PIECE) => ({
  ...keeper,
  registryId: holding.registryId,
  account,
  quantity,
})

type Agreed = {
  description: string
  direction?: 'DELIVER' | 'RECEIVE'
  valueDate?: Seconds
  quantity?: bigint
  /** Of a repo; today, if undefined. */
  purchaseDate?: string
}

/** A transfer made by one desk with another, and known to the other's server, with its details. */
export async function makeTransfer(
  kind: 'FOP' | 'REPO' | 'SEC_LEND',
  [from, to]: readonly [Desk, Desk],
  { description, direction = 'DELIVER', valueDate, quantity, purchaseDate = TERMS.purchaseDate }: Agreed,
): Promise<Created> {
  const { account } = from
  const asset = direction === 'DELIVER' ? assetOf(from, undefined, quantity) : assetOf(to, account, quantity)
  const agreed = { direction, counterpartyAddr: to.tenantAddr, description, valueDate }
  const created = await (kind === 'FOP'
    ? createFopTransfer(from.client, { ...asset, ...agreed })
    : kind === 'REPO'
      ? createRepoTransfer(from.client, { ...asset, ...agreed, terms: { ...TERMS, purchaseDate } })
      : createSecLendTransfer(from.client, {
          ...agreed,
          deliver: assetOf(from),
          receive: assetOf(to, account),
        }))
  await waitForTransfer(to.client, created.deliveryId)
  return created
}

/** Confirms as soon as the desk's server knows the transfer; both ways by the desk's one account. */
export const confirmBy = ({ client, account }: Desk, deliveryId: DeliveryId): Promise<void> =>
  expect
    .poll(() =>
      confirmTransfer(client, { deliveryId, accounts: { deliver: account, receive: account } }).then(
        () => 'confirmed',
        String,
      ),
    )
    .toBe('confirmed')

/** Its custodian confirms automatically: after 1 s in a sandbox of the tests, after 5 s in one that somebody started. */
export const untilSettled = ({ client }: Desk, deliveryId: DeliveryId): Promise<void> =>
  expect.poll(async () => (await getTransfer(client, deliveryId)).state, { timeout: 30_000 }).toBe('SETTLED')

/** A repo of 300 that both desks have confirmed and that has settled. */
export async function openRepo(
  [seller, buyer]: readonly [Desk, Desk],
  description: string,
  purchaseDate?: string,
): Promise<DeliveryId> {
  const agreed = { description, quantity: 300n, ...(purchaseDate !== undefined && { purchaseDate }) }
  const { deliveryId } = await makeTransfer('REPO', [seller, buyer], agreed)
  await confirmBy(buyer, deliveryId)
  await confirmBy(seller, deliveryId)
  await untilSettled(buyer, deliveryId)
  return deliveryId
}

/** One whose collateral is exchanged once the buyer agrees. No form agrees on that yet, but other systems do. */
export async function openRepoOnConsent(
  [seller, buyer]: readonly [Desk, Desk],
  description: string,
): Promise<DeliveryId> {
  const { legs, details } = repoDelivery(seller.tenantAddr, {
    ...assetOf(seller, undefined, 300n),
    direction: 'DELIVER',
    counterpartyAddr: buyer.tenantAddr,
    description,
    terms: TERMS,
  })
  const margin = { method: 'A', marginRatio: '100', substitution: 'ON_CONSENT' } as const
  const created = await publishDelivery(seller.client, { legs, details: { ...details, margin } })
  await waitForTransfer(buyer.client, created.deliveryId)
  await confirmBy(buyer, created.deliveryId)
  await confirmBy(seller, created.deliveryId)
  await untilSettled(buyer, created.deliveryId)
  return created.deliveryId
}

const TERMS = {
  purchaseDate: dayFromNow(0),
  repurchaseDate: dayFromNow(7),
  purchasePrice: '98000.00',
  rate: '2.14',
  dayCount: 'ACT/360' as const,
}

const matches = (
  { identifier, account }: Pick<Position, 'identifier' | 'account'>,
  wanted: { identifier?: string; account?: string },
) => (wanted.identifier ?? identifier) === identifier && (wanted.account ?? account) === account
