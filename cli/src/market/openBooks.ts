import type { AccountNumber, RegistryId, RegistryInstrument } from '@connex/protocol'
import { type Custodian, everyPage, listAccounts, listPositions, listRegistryInstruments } from '@connex/sdk'
import type { Session } from '../connection/connect.ts'

/** What there is with one custodian. */
export type Book = {
  readonly custodian: Custodian
  readonly instruments: readonly RegistryInstrument[]
  readonly accounts: readonly AccountNumber[]
  /** What of an instrument is free in an account and was not spoken for in this book yet. */
  readonly availableOf: (registryId: RegistryId, account: AccountNumber) => bigint
  /** Speaks for a quantity, so that what several transfers take together is seen. */
  readonly take: (registryId: RegistryId, account: AccountNumber, quantity: bigint) => void
}

export type Books = (custodian: Custodian) => Promise<Book>

/** The books of custodians, each read once. */
export function openBooks(session: Session, signal: AbortSignal): Books {
  const open = new Map<string, Promise<Book>>()
  return (custodian) => {
    const book = open.get(custodian.key) ?? readBook(session, custodian, signal)
    open.set(custodian.key, book)
    return book
  }
}

async function readBook({ client, me }: Session, custodian: Custodian, signal: AbortSignal): Promise<Book> {
  const { registryManagerAddr, registrarAddr } = custodian
  const at = { registryManagerAddr, registrarAddr }
  const [instruments, accounts, positions] = await Promise.all([
    everyPage((page) => listRegistryInstruments(client, { ...page, ...at }, { signal })),
    everyPage((page) => listAccounts(client, { ...page, ...at }, { signal })),
    everyPage((page) => listPositions(client, { ...page, ...at, owner: me.tenant.address }, { signal })),
  ])
  const keyOf = (registryId: RegistryId, account: AccountNumber): string => `${registryId}@${account}`
  const available = new Map<string, bigint>()
  const add = (key: string, quantity: bigint): unknown =>
    available.set(key, (available.get(key) ?? 0n) + quantity)
  for (const position of positions)
    add(keyOf(position.registryId, position.account), BigInt(position.available))
  return {
    custodian,
    instruments,
    accounts: accounts.map(({ accountNum }) => accountNum),
    availableOf: (registryId, account) => available.get(keyOf(registryId, account)) ?? 0n,
    take: (registryId, account, quantity) => void add(keyOf(registryId, account), -quantity),
  }
}
