import { AccountNumber, RegistryId } from '@connex/protocol'
import type { RegistryInstrument } from '@connex/protocol'
import type { Custodian } from '@connex/sdk'
import { expect, test } from 'vitest'
import { checkAsset } from './inventory.ts'
import type { CustodianInventory } from './inventory.ts'

const account = AccountNumber.parse('11')
const registryId = (revision: number) => RegistryId.parse(`0x${String(revision).padStart(64, '0')}`)

/** Of one instrument in its revisions, of which the account has 100. */
function inventoryOf(...revisions: number[]): CustodianInventory {
  const instruments = revisions.map((revision) => ({
    registryId: registryId(revision),
    identifier: 'DE000CNX0017',
    label: 'Alpen 2031',
    revision,
    decimals: 0,
  }))
  let available = 100n
  return {
    custodian: { label: 'Meridian Bank' } as Custodian,
    instruments: instruments as RegistryInstrument[],
    accounts: [account],
    availableOf: () => available,
    reserve: (_registry, _account, quantity) => (available -= quantity),
  }
}

const typed = (more: Partial<Parameters<typeof checkAsset>[1]> = {}) => ({
  instrument: 'de000cnx0017',
  account,
  quantity: '70',
  isOutgoing: true,
  ...more,
})

test('every part that is wrong has its sentence', () => {
  const { resolved, faults } = checkAsset(
    inventoryOf(1),
    typed({ instrument: 'DE000CNX0016', account: AccountNumber.parse('12'), quantity: '0' }),
  )
  expect(resolved).toBeUndefined()
  expect(faults.map(({ part, error }) => [part, error.message])).toMatchInlineSnapshot(`
    [
      [
        "instrument",
        "Meridian Bank keeps no registry of an instrument 'DE000CNX0016'. Did you mean 'DE000CNX0017'?",
      ],
      [
        "quantity",
        "The quantity must be greater than 0, not '0'.",
      ],
      [
        "account",
        "Your tenant has no account 12 with Meridian Bank. It has: 11.",
      ],
    ]
  `)
})

test('what one transfer takes is not available to the next one; what arrives takes nothing', () => {
  const inventory = inventoryOf(1)
  expect(checkAsset(inventory, typed({ isOutgoing: false })).faults).toEqual([])
  expect(checkAsset(inventory, typed()).resolved?.text).toBe('70 of Alpen 2031')
  expect(checkAsset(inventory, typed()).faults.map(({ error }) => error.message)).toMatchInlineSnapshot(`
    [
      "Maximum quantity is 30",
    ]
  `)
})

test('an instrument is its newest revision, in whichever order they come', () => {
  for (const revisions of [
    [1, 3, 2],
    [3, 2, 1],
    [1, 2, 3],
  ])
    expect(checkAsset(inventoryOf(...revisions), typed()).resolved?.asset.registryId).toBe(registryId(3))
})
