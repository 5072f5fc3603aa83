// Deliveries in bulk, for an index to catch up with: the same transactions as the parties', many deliveries in each, sent to
// the ledger directly by accounts that it unlocks.
import { deliveryManagerAbi } from '@connex/contracts'
import { AccountNumber, DeliveryId, freshSalt } from '@connex/protocol'
import { contractCall } from '../../sdk/src/ledger/contractCall.ts'
import { dappOf } from '../../sdk/src/ledger/dappOf.ts'
import { delegate } from '../../sdk/src/ledger/delegate.ts'
import type { LedgerCall } from '../../sdk/src/ledger/delegate.ts'
import { hex } from '../../sdk/src/ledger/hex.ts'
import { accountData, digitalLeg } from '../../sdk/src/ledger/legs.ts'
import { until } from '../../testkit/src/machine.ts'
import { untilBlock } from './startMarket.ts'
import type { Market, PartyName } from './startMarket.ts'

const IN_ONE = 20

/** So many, settled, in blocks of up to twenty. */
export async function fillLedger(market: Market, count: number): Promise<void> {
  const { ledger, members, registry } = market
  await ledger.rpc('evm_setIntervalMining', 0)
  await ledger.rpc('evm_setAutomine', true)
  const send = async (party: PartyName, calls: LedgerCall[]) => {
    const { client, user } = members[party]
    const { to, data } = await delegate(client, calls)
    await ledger.rpc('eth_sendTransaction', {
      from: user.address,
      to,
      data,
      gas: '0x3b9aca0',
      gasPrice: '0x1',
    })
  }
  for (const party of ['alpenbank', 'rhone', 'registrar'] as const) {
    await ledger.rpc('anvil_impersonateAccount', members[party].user.address)
    await ledger.rpc('anvil_setBalance', members[party].user.address, '0xffffffffffffffffff')
  }
  const manager = await dappOf(members.alpenbank.client, 'delivery')
  const leg = digitalLeg({
    ...registry,
    sender: members.alpenbank.address,
    receiver: members.rhone.address,
    quantity: 1n,
    senderAccount: AccountNumber.parse('11'),
  })
  const received = accountData(AccountNumber.parse('33'))
  for (let made = 0; made < count; made += IN_ONE) {
    const ids = Array.from({ length: Math.min(IN_ONE, count - made) }, () =>
      hex(DeliveryId.parse(freshSalt())),
    )
    const each = (name: 'confirmAsReceiver' | 'confirmDelivery', data: `0x${string}`) =>
      ids.map((id) => contractCall(deliveryManagerAbi, manager, name, [id, [leg], [data]]))
    const creations = ids.map((id) =>
      contractCall(deliveryManagerAbi, manager, 'createDelivery', [id, hex(freshSalt()), [leg], 0n]),
    )
    await send('alpenbank', creations)
    await send('rhone', each('confirmAsReceiver', received))
    await send('registrar', each('confirmDelivery', '0x'))
  }
  const isIdle = async () =>
    Number(((await ledger.rpc('txpool_status')) as { pending: string }).pending) === 0
  await until('the ledger to take all in', isIdle, 120_000)
  await untilBlock(market.database, Number(await ledger.rpc('eth_blockNumber')))
}
