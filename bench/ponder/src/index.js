// One write for each event, by the peer's own means: it keeps rows in memory while it catches up, and flushes them.
import { ponder } from 'ponder:registry'
import { batchSigner, confirmation, delivery, earmark, leg, movement, position } from 'ponder:schema'

ponder.on('DeliveryManager:DeliveryCreated', async ({ event, context }) => {
  const { deliveryId, creator, privateDataFp, valueDate, legs } = event.args
  await context.db.insert(delivery).values({
    id: deliveryId,
    creator,
    state: 'PENDING',
    privateDataFp,
    valueDate,
    numLegs: legs.length,
    createdAt: event.block.timestamp,
    createdTx: event.transaction.hash,
  })
  await context.db.insert(leg).values(
    legs.map((one, legIdx) => ({
      deliveryId,
      legIdx,
      legType: one.legType,
      sender: one.sender,
      receiver: one.receiver,
      registrar: one.registrar,
      assetManager: one.assetManager,
      assetId: one.assetId,
      quantity: one.quantity,
      senderData: one.senderData,
      receiverData: one.receiverData,
    })),
  )
})

ponder.on('DeliveryManager:LegConfirmed', async ({ event, context }) => {
  const { deliveryId, legIdx, by, role, data } = event.args
  await context.db.insert(confirmation).values({
    deliveryId,
    legIdx: Number(legIdx),
    role,
    by,
    data,
    at: event.block.timestamp,
    txHash: event.transaction.hash,
  })
})

ponder.on('DeliveryManager:DeliverySettled', async ({ event, context }) => {
  await context.db.update(delivery, { id: event.args.deliveryId }).set({
    state: 'SETTLED',
    closedAt: event.block.timestamp,
    closedTx: event.transaction.hash,
  })
})

ponder.on('AccountRegistryManager:AccountChanged', async ({ event, context }) => {
  const { registryId, owner, accountNum, balance, earmarked } = event.args
  await context.db
    .insert(position)
    .values({ registryId, owner, account: accountNum, balance, earmarked })
    .onConflictDoUpdate({ balance, earmarked })
})

ponder.on('AccountRegistryManager:AssetsEarmarked', async ({ event, context }) => {
  const { registryId, movementRef, owner, accountNum, quantity } = event.args
  const row = { registryId, reference: movementRef, owner, account: accountNum, quantity }
  await context.db.insert(earmark).values(row).onConflictDoUpdate({ quantity })
})

ponder.on('AccountRegistryManager:AssetsTransferred', async ({ event, context }) => {
  const { registryId, movementRef, sender, senderAccount, receiver, quantity } = event.args
  await context.db.delete(earmark, {
    registryId,
    reference: movementRef,
    owner: sender,
    account: senderAccount,
  })
  await context.db.insert(movement).values({
    id: event.id,
    registryId,
    reference: movementRef,
    sender,
    receiver,
    quantity,
    at: event.block.timestamp,
  })
})

ponder.on('DappController:CallsDelegated', async ({ event, context }) => {
  await context.db.insert(batchSigner).values({
    id: event.id,
    controller: event.log.address,
    user: event.args.user,
    numCalls: BigInt(event.args.functionSelectors.length),
    at: event.block.timestamp,
  })
})
