import { accountRegistryManagerAbi } from '@connex/contracts'
import { call, contractCall, send } from '@connex/sdk'
import { hex } from './hex.ts'
import { deskOf } from './openDesks.ts'
import type { Desk, Desks } from './openDesks.ts'
import { REGISTRARS, accountsOf } from './openRegistries.ts'
import type { SeedManagers } from './openRegistries.ts'

const NAMES = ['Trading book', 'Liquidity reserve']

/** Every registrar opens two accounts for every investor in one transaction; the investors name theirs. */
export async function openAccounts(desks: Desks, managers: SeedManagers): Promise<void> {
  const investors = investorsOf(desks)
  await Promise.all(
    REGISTRARS.map(async (registrar, registrarIndex) => {
      const calls = investors.flatMap(({ tenant }, investorIndex) =>
        accountsOf(investorIndex, registrarIndex).map((account) =>
          contractCall(accountRegistryManagerAbi, managers.registryManager, 'configureAccount', [
            { owner: hex(tenant.address), accountNum: BigInt(account) },
            { valid: true, omnibus: false, terminateOnReceive: false },
          ]),
        ),
      )
      await send(deskOf(desks, registrar).client, calls, { until: 'mined' })
    }),
  )
}

/** Once every server has read the accounts from the ledger. */
export async function nameAccounts(desks: Desks, managers: SeedManagers): Promise<void> {
  const named = investorsOf(desks).flatMap((desk, investorIndex) =>
    REGISTRARS.flatMap((registrar, registrarIndex) =>
      accountsOf(investorIndex, registrarIndex).map((accountNum, index) =>
        call(desk.client, 'setAssetAccount', {
          body: {
            accountNum,
            registryManagerAddr: managers.registryManager,
            registrarAddr: deskOf(desks, registrar).tenant.address,
            ...(NAMES[index] === undefined ? {} : { accountName: NAMES[index] }),
          },
        }),
      ),
    ),
  )
  await Promise.all(named)
}

export const investorsOf = (desks: Desks): Desk[] =>
  Object.values(desks).filter(({ tenant }) => tenant.kind === 'investor')
