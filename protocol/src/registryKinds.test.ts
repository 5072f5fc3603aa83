import { expect, test } from 'vitest'
import { registryKind } from './registryKinds.ts'

test('a registry manager of an unknown name has no kind', () => {
  expect(registryKind({ shortName: 'Vault' })).toBeUndefined()
})

test('the name of a registry manager says how it records holdings', () => {
  expect(registryKind({ shortName: 'AccountRegistryManager' })).toBe('accounts')
  expect(registryKind({ shortName: 'EntryRegistryManager' })).toBe('entries')
  expect(registryKind({ shortName: 'ChainRegistryManager' })).toBe('chains')
})
