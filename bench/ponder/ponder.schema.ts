// What our index keeps of the same events, as far as Ponder has a column for it.
import { onchainTable, primaryKey } from 'ponder'

export const delivery = onchainTable('delivery', (t) => ({
  id: t.hex().primaryKey(),
  creator: t.hex().notNull(),
  state: t.text().notNull(),
  privateDataFp: t.hex().notNull(),
  valueDate: t.bigint().notNull(),
  numLegs: t.integer().notNull(),
  createdAt: t.bigint().notNull(),
  createdTx: t.hex().notNull(),
  closedAt: t.bigint(),
  closedTx: t.hex(),
}))

export const leg = onchainTable(
  'leg',
  (t) => ({
    deliveryId: t.hex().notNull(),
    legIdx: t.integer().notNull(),
    legType: t.integer().notNull(),
    sender: t.hex().notNull(),
    receiver: t.hex().notNull(),
    registrar: t.hex().notNull(),
    assetManager: t.hex().notNull(),
    assetId: t.hex().notNull(),
    quantity: t.bigint().notNull(),
    senderData: t.hex().notNull(),
    receiverData: t.hex().notNull(),
  }),
  (table) => ({ pk: primaryKey({ columns: [table.deliveryId, table.legIdx] }) }),
)

export const confirmation = onchainTable(
  'confirmation',
  (t) => ({
    deliveryId: t.hex().notNull(),
    legIdx: t.integer().notNull(),
    role: t.integer().notNull(),
    by: t.hex().notNull(),
    data: t.hex().notNull(),
    at: t.bigint().notNull(),
    txHash: t.hex().notNull(),
  }),
  (table) => ({ pk: primaryKey({ columns: [table.deliveryId, table.legIdx, table.role] }) }),
)

export const position = onchainTable(
  'position',
  (t) => ({
    registryId: t.hex().notNull(),
    owner: t.hex().notNull(),
    account: t.bigint().notNull(),
    balance: t.bigint().notNull(),
    earmarked: t.bigint().notNull(),
  }),
  (table) => ({ pk: primaryKey({ columns: [table.registryId, table.owner, table.account] }) }),
)

export const earmark = onchainTable(
  'earmark',
  (t) => ({
    registryId: t.hex().notNull(),
    reference: t.hex().notNull(),
    owner: t.hex().notNull(),
    account: t.bigint().notNull(),
    quantity: t.bigint().notNull(),
  }),
  (table) => ({
    pk: primaryKey({ columns: [table.registryId, table.reference, table.owner, table.account] }),
  }),
)

export const movement = onchainTable('movement', (t) => ({
  id: t.text().primaryKey(),
  registryId: t.hex().notNull(),
  reference: t.hex().notNull(),
  sender: t.hex().notNull(),
  receiver: t.hex().notNull(),
  quantity: t.bigint().notNull(),
  at: t.bigint().notNull(),
}))

export const batchSigner = onchainTable('batch_signer', (t) => ({
  id: t.text().primaryKey(),
  controller: t.hex().notNull(),
  user: t.hex().notNull(),
  numCalls: t.bigint().notNull(),
  at: t.bigint().notNull(),
}))
