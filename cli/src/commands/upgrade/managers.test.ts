import { MANAGERS, ownContracts } from '@connex/contracts/upgrade'
import { expect, test } from 'vitest'

test('every contract behind a proxy can be upgraded by its name', () => {
  expect(MANAGERS.toSorted()).toEqual(Object.keys(ownContracts.storageLayouts).toSorted())
})
