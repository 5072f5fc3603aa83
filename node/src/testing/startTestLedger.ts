// A ledger of its own for one test file, with the one deployment on it.
import { deploy, openLedger } from '@connex/contracts/deploy'
import type { Deployment, Ledger } from '@connex/contracts/deploy'
import { privateKeyToAccount } from 'viem/accounts'
import type { LocalAccount } from 'viem'
import { startAnvil } from './startAnvil.ts'
import type { Anvil } from './startAnvil.ts'

/** The first of anvil's well-known accounts. */
export const DEPLOYER = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'

export type TestLedger = Anvil & {
  ledger: Ledger
  deployment: Deployment
  /** A user of the operator's tenant with every administrator's right. */
  operatorUser: LocalAccount
}

export async function startTestLedger(): Promise<TestLedger> {
  const anvil = await startAnvil()
  try {
    const operator = { name: 'ConneX Platform', apiUrl: '', lei: '' }
    const deployment = await deploy({ ...anvil, deployerKey: DEPLOYER, platform: { operator } })
    const operatorUser = privateKeyToAccount(DEPLOYER)
    return { ...anvil, ledger: openLedger(anvil), deployment, operatorUser }
  } catch (error) {
    await anvil.stop()
    throw error
  }
}
