import { deliveryLegStates, deliveryManagerAbi, legTypes } from '@connex/contracts'
import type { Address, Hex } from 'viem'
import { buildDelivery } from '../../../node/src/storage/projections/deliveryRows.ts'
import type { DeliveryRows } from '../../../node/src/storage/projections/deliveryRows.ts'
import type { AnyRow } from '../../../node/src/storage/schema/versionKeys.ts'
import type { FactContext, Fact } from './Fact.ts'

/** How far each leg of each delivery has come, and who has asked to cancel it. */
export function legFacts({ world, at, rows }: FactContext): Fact[] {
  const { client } = world.ledger.ledger
  const { DeliveryManager } = world.ledger.deployment.contracts
  const call = { ...at, address: DeliveryManager, abi: deliveryManagerAbi }
  const of = (table: string) => Map.groupBy(rows(table), (row) => String(row['delivery_id']))
  const [legsOf, confirmationsOf, receiptsOf] = [of('legs'), of('confirmations'), of('receipts')]

  return rows('deliveries').map((row): Fact => {
    const id = String(row['delivery_id'])
    const inOrder = (legsOf.get(id) ?? []).toSorted((a, b) => Number(a['leg_idx']) - Number(b['leg_idx']))
    const deliveryRows = {
      deliveries: [row],
      legs: inOrder.map((leg) => ({ ...leg, instrument_id: null, identifier: null, decimals: null })),
      confirmations: confirmationsOf.get(id) ?? [],
      receipts: receiptsOf.get(id) ?? [],
      cancelVotes: [],
    } as unknown as DeliveryRows
    const legs = buildDelivery(id as Parameters<typeof buildDelivery>[0], deliveryRows)?.legs ?? []
    return {
      indexed: `legs ${legs.map(({ state }) => state).join()}`,
      async read() {
        const args = [id as Hex, inOrder.map(legOf)] as const
        const states = await client.readContract({ ...call, functionName: 'legStates', args })
        return `legs ${states.map((state) => deliveryLegStates[state]).join()}`
      },
    }
  })
}

const legOf = (row: AnyRow) => ({
  legType: legTypes.findIndex((name) => name === row['leg_type']),
  sender: row['sender'] as Address,
  receiver: row['receiver'] as Address,
  registrar: row['registrar'] as Address,
  txCoordinator: row['tx_coordinator'] as Address,
  assetManager: row['asset_manager'] as Address,
  assetId: row['asset_id'] as Hex,
  quantity: BigInt(String(row['quantity'])),
  senderData: row['sender_data'] as Hex,
  receiverData: row['receiver_data'] as Hex,
})
