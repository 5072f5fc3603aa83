import { toFunctionSignature } from 'viem'
import type { Abi, Address } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  accountRegistryManagerAbi,
  chainRegistryManagerAbi,
  deliveryManagerAbi,
  entryRegistryManagerAbi,
  escrowLegManagerAbi,
  factoryAbi,
  instrumentManagerAbi,
  lockingLegManagerAbi,
  platformManagerAbi,
  privilegeManagerAbi,
  tenantAbi,
} from '../../generated/index.ts'
import type { PrivilegeName } from '../../script/deploy.ts'
import { change, changing, emptyCall, openMatrixFixture, privilegeNames } from './matrixFixture.ts'
import type { MatrixFixture } from './matrixFixture.ts'

/** What a call meets: of everybody alike, or of the tenants that hold one privilege and are the only ones. */
type Row = { everybody: string } & Partial<Record<PrivilegeName | 'operator', string>>

let fixture: MatrixFixture

beforeAll(async () => {
  fixture = await openMatrixFixture()
})

afterAll(() => fixture.stop())

const nobody: Address = '0x000000000000000000000000000000000000bEEF'
const areaOf = (name: string): string => name.split('.')[0] ?? ''

/** Asks of every function that changes something what each holder of a privilege of this area meets. */
async function rowsOf(abi: Abi, to: Address, area: string): Promise<Record<string, Row>> {
  const { tenant } = fixture.tenant
  const { tenant: operator } = fixture.deployment.operator
  const functions = changing(abi)
  const outcomesFor = (from: Address) =>
    fixture.outcomes(functions.map((item) => ({ from, to, data: emptyCall(item) })))
  const everybody = await outcomesFor(tenant)
  const rows = functions.map((_, index): Row => ({ everybody: everybody[index] ?? '' }))
  const note = (role: PrivilegeName | 'operator', outcomes: readonly string[]) =>
    rows.forEach((row, index) => {
      if (outcomes[index] !== row.everybody) row[role] = outcomes[index] ?? ''
    })
  const names = privilegeNames.filter((name) => areaOf(name) === area && !name.endsWith('_RO'))
  if (names.length > 0) {
    const manager = await fixture.privilegeManagerOf(to)
    for (const name of names) {
      await fixture.act({ from: operator, to: manager, data: change('grant', tenant, name) })
      note(name, await outcomesFor(tenant))
      await fixture.act({ from: operator, to: manager, data: change('revoke', tenant, name) })
    }
  }
  note('operator', await outcomesFor(operator))
  // A tenant that holds nothing may do no more than a stranger, but what every tenant may.
  expect(await outcomesFor(tenant)).toEqual(everybody)
  return Object.fromEntries(
    functions.map((item, index) => [toFunctionSignature(item), rows[index] ?? { everybody: '' }]),
  )
}

test('P21: every function meets each role as the table says', async () => {
  const { contracts, operator } = fixture.deployment
  const places: [name: string, abi: Abi, to: Address, area: string][] = [
    ['PlatformManager', platformManagerAbi, contracts.PlatformManager, 'platform'],
    ['Factory', factoryAbi, contracts.Factory, ''],
    ['Tenant', tenantAbi, operator.tenant, ''],
    ['PrivilegeManager of a tenant', privilegeManagerAbi, operator.privilegeManager, ''],
    ['InstrumentManager', instrumentManagerAbi, contracts.InstrumentManager, 'instrument'],
    ['AccountRegistryManager', accountRegistryManagerAbi, contracts.AccountRegistryManager, 'registry'],
    ['EntryRegistryManager', entryRegistryManagerAbi, contracts.EntryRegistryManager, 'registry'],
    ['ChainRegistryManager', chainRegistryManagerAbi, contracts.ChainRegistryManager, 'registry'],
    ['DeliveryManager', deliveryManagerAbi, contracts.DeliveryManager, 'delivery'],
    ['Erc20LegManager', escrowLegManagerAbi, contracts.Erc20LegManager, ''],
    ['Erc721LegManager', escrowLegManagerAbi, contracts.Erc721LegManager, ''],
    ['HtlcLegManager', lockingLegManagerAbi, contracts.HtlcLegManager, ''],
  ]
  const table: Record<string, Record<string, Row>> = {}
  for (const [name, abi, to, area] of places) table[name] = await rowsOf(abi, to, area)
  await expect(`${JSON.stringify(table, null, 2)}\n`).toMatchFileSnapshot('tenants.json')

  const strangers = places.flatMap(([name, abi, to]) => changing(abi).map((item) => ({ name, item, to })))
  const outcomes = await fixture.outcomes(
    strangers.map(({ item, to }) => ({ from: nobody, to, data: emptyCall(item) })),
  )
  const open = strangers
    .filter((_, index) => outcomes[index] === '')
    .map(({ name, item }) => `${name}.${item.name}`)
  expect(open).toEqual(['PlatformManager.fund'])
}, 300_000)
