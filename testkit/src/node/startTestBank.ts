// The smallest world in which a server can be asked something: one server that hosts a bank, and a bank elsewhere.
import type { PrivilegeName } from '@connex/contracts/deploy'
import { nowSeconds } from '../../../node/src/storage/engine/database.ts'
import type { Config } from '../../../node/src/config.ts'
import type { RunningNode } from '../../../node/src/startNode.ts'
import { joinTenant } from './joinTenant.ts'
import type { TestTenant } from './joinTenant.ts'
import { planTestNode, startTestNode } from './startTestNode.ts'
import type { NodePlan } from './startTestNode.ts'
import { startTestLedger } from './startTestLedger.ts'
import type { TestLedger } from './startTestLedger.ts'
import { untilIndexed } from './untilIndexed.ts'

const USER: readonly PrivilegeName[] = ['registry.SHARED_POSITION_HANDLING', 'delivery.BACKOFFICE']
const INVESTOR: readonly PrivilegeName[] = ['registry.INVESTOR']

export type BankFixture = {
  ledger: TestLedger
  plan: NodePlan
  node: RunningNode
  /** Hosted here, its user active. */
  bank: TestTenant
  /** On the same ledger, hosted elsewhere. */
  stranger: TestTenant
  restart: (given?: Partial<Config>) => Promise<RunningNode>
  stop: () => Promise<void>
}

/** `part`: what both banks are on the registry manager. */
export async function startBankFixture(
  given: Partial<Config> = {},
  part: readonly PrivilegeName[] = INVESTOR,
): Promise<BankFixture> {
  const ledger = await startTestLedger()
  const plan = await planTestNode(ledger, given)
  const elsewhere = { ...plan, url: 'http://127.0.0.1:1', nodeAccount: plan.nodeAccount }
  const bank = await joinTenant(ledger, plan, { name: 'Alpenbank', user: USER, registry: part })
  const stranger = await joinTenant(ledger, elsewhere, {
    name: 'Baltic Trust Bank',
    user: USER,
    registry: part,
  })
  const hostedTenants = [bank.address]
  const started = { node: await startTestNode(plan, { hostedTenants }) }
  await untilIndexed(ledger, started.node)
  await addUser(started.node, bank)
  return {
    ledger,
    plan: plan,
    get node() {
      return started.node
    },
    bank,
    stranger,
    async restart(changed = {}) {
      await started.node.close()
      started.node = await startTestNode(plan, { hostedTenants, ...changed })
      return started.node
    },
    async stop() {
      await started.node.close()
      await plan.remove()
      await ledger.stop()
    },
  }
}

/** As the tenant's admin would by POST /platform/tenants/users. */
async function addUser({ database }: RunningNode, { address, user, name }: TestTenant): Promise<void> {
  const now = nowSeconds()
  await database.kysely
    .insertInto('users')
    .values({
      tenant: address,
      address: user.address,
      user_id: 'user',
      name: `User of ${name}`,
      status: 'ACTIVE',
      lock_expiration: null,
      created_at: now,
      updated_at: now,
    })
    .execute()
}
