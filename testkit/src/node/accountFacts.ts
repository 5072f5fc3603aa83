import { accountRegistryManagerAbi } from '@connex/contracts'
import type { Hex } from 'viem'
import { keyOf } from './Fact.ts'
import type { FactContext, Fact } from './Fact.ts'

/** Marks, allowances and prepared issues. */
export function accountFacts({ world, at, rows, one }: FactContext): Fact[] {
  const { client } = world.ledger.ledger
  const { contracts } = world.ledger.deployment
  const { registryIds, accounts, banks } = world
  const accountsAt = { ...at, address: contracts.AccountRegistryManager, abi: accountRegistryManagerAbi }
  const inAccounts = { registry_manager: contracts.AccountRegistryManager }

  const marks = registryIds.flatMap((id) =>
    accounts.map((account): Fact => {
      const row = one('marks', { ...inAccounts, registry_id: id, ...keyOf(account) })
      const args = [id, { owner: account.member.tenant, accountNum: account.accountNum }] as const
      return {
        indexed: `marked ${row['quantity'] ?? 0}`,
        read: async () =>
          `marked ${await client.readContract({ ...accountsAt, functionName: 'markedBalanceOf', args })}`,
      }
    }),
  )
  const allowances = registryIds.flatMap((id) =>
    banks.flatMap((owner) =>
      banks.map((spender): Fact => {
        const parties = { owner: owner.tenant, spender: spender.tenant }
        const row = one('allowances', { ...inAccounts, registry_id: id, ...parties })
        const args = [id, owner.tenant, spender.tenant] as const
        return {
          indexed: `allowed ${row['quantity'] ?? 0}`,
          read: async () =>
            `allowed ${await client.readContract({ ...accountsAt, functionName: 'allowance', args })}`,
        }
      }),
    ),
  )
  const prepared = rows('prepared_issues', inAccounts).map((row): Fact => {
    const args = [row['registry_id'] as Hex, row['entry_ref'] as Hex] as const
    return {
      indexed: `prepared ${row['receiver']} ${row['account']} ${row['quantity']}`,
      async read() {
        const [to, quantity] = await client.readContract({
          ...accountsAt,
          functionName: 'preparedEntries',
          args,
        })
        return `prepared ${to.owner.toLowerCase()} ${to.accountNum} ${quantity}`
      },
    }
  })
  return [...marks, ...allowances, ...prepared]
}
