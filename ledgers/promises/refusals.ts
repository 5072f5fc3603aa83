// What the contracts refuse, in the sentences that a user reads.
import assert from 'node:assert/strict'
import { AccountNumber, Seconds } from '@connex/protocol'
import { suspendRegistry, unsuspendRegistry } from '../../sdk/src/registries/lifecycle.ts'
import { confirmAsRegistrar, confirmTransfer } from '../../sdk/src/transfers/confirmTransfer.ts'
import { refuseAsRegistrar } from '../../sdk/src/transfers/cancelTransfer.ts'
import type { FopParameters } from '../../sdk/src/transfers/createTransfer.ts'
import type { Promised } from './promise.ts'
import { WAIT_MS, deliver, latestNonce, openedIn } from './world.ts'
import type { World } from './world.ts'

const PATIENTLY = { waitMs: WAIT_MS }
const TOO_MUCH = 10_000_000n
const NOT_AVAILABLE = {
  name: 'LedgerError',
  code: 'QuantityNotAvailable',
  message: 'Insufficient funds in selected account.',
}

type Refusal = { quantity?: bigint; more?: Partial<FopParameters>; code: string; message: string }

const refusedTransfers = (world: World): Refusal[] => {
  const { tenants } = openedIn(world).platform
  return [
    { ...NOT_AVAILABLE, quantity: TOO_MUCH },
    {
      more: { counterpartyAddr: tenants.issuer },
      code: 'PrivilegeNotHeld',
      message: 'One of the parties lacks the privilege registry.INVESTOR.',
    },
    {
      more: { account: AccountNumber.parse('77') },
      code: 'AccountNotOpen',
      message: 'Account 77 is not open with this custodian.',
    },
    {
      quantity: 0n,
      code: 'QuantityInvalid',
      message: 'The quantity must be greater than 0.',
    },
    {
      more: { counterpartyAddr: tenants.alpen },
      code: 'LegSenderIsReceiver',
      message: 'Sender and receiver must be different tenants.',
    },
    {
      more: { valueDate: Seconds.parse(1_800_000_001) },
      code: 'DeliveryValueDateInvalid',
      message: 'A value date must be a whole day, at midnight UTC, before the year 2106.',
    },
  ]
}

export const refusals: readonly Promised[] = [
  {
    name: 'a refusal of the contracts has its sentence, and nothing is signed',
    async prove(world) {
      const { alpen } = openedIn(world).platform.clients
      const before = await latestNonce(world, alpen)
      for (const { quantity = 1n, more, code, message } of refusedTransfers(world))
        await assert.rejects(deliver(world, quantity, more), { name: 'LedgerError', code, message })
      assert.equal(await latestNonce(world, alpen), before)
    },
  },
  {
    name: 'a refusal that comes only with the block has the same sentence',
    async prove(world) {
      const { alpen } = openedIn(world).platform.clients
      const before = await latestNonce(world, alpen)
      await assert.rejects(deliver(world, TOO_MUCH, {}, { dryRun: false }), NOT_AVAILABLE)
      assert.equal(await latestNonce(world, alpen), before + 1)
    },
  },
  {
    name: 'a transfer does not settle before its value date, and can be refused',
    async prove(world) {
      const { bond, platform } = openedIn(world)
      const { baltic, registrar } = platform.clients
      const { deliveryId } = await deliver(world, 1n, { valueDate: Seconds.parse(4_102_444_800) })
      await confirmTransfer(baltic, { deliveryId, accounts: { receive: bond.baltic } }, PATIENTLY)
      await assert.rejects(confirmAsRegistrar(registrar, deliveryId), {
        code: 'DeliveryBeforeValueDate',
        message: 'The delivery cannot settle before its value date, 2100-01-01.',
      })
      await refuseAsRegistrar(registrar, { deliveryId, reason: 'Too far away' }, PATIENTLY)
    },
  },
  {
    name: 'a suspended registry moves nothing',
    async prove(world) {
      const { bond, platform } = openedIn(world)
      const { registryManagerAddr, clients } = platform
      const registry = { registryManagerAddr, registryId: bond.registryId, reason: 'Corporate action' }
      await suspendRegistry(clients.registrar, registry, PATIENTLY)
      await assert.rejects(deliver(world, 1n), {
        code: 'RegistryNotRegistered',
        message: "The instrument's registry is suspended or closed. Nothing can be moved now.",
      })
      await unsuspendRegistry(clients.registrar, registry, PATIENTLY)
    },
  },
]
