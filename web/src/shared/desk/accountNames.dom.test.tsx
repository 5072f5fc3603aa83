import { waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { createWorld, OWN_TENANT, pageOf, renderViewerHook } from '../../../test/screen.tsx'
import { MANAGER, OTHER, REGISTRAR } from '../../../test/transfers.ts'
import { useAccountNames } from './accountNames.ts'

const keeper = { registryManagerAddr: MANAGER, registrarAddr: REGISTRAR }
const accountOf = (accountNum: string, accountName: string | null, registrarAddr: string = REGISTRAR) => ({
  ...keeper,
  accountNum,
  ownerAddr: OWN_TENANT,
  registrarAddr,
  entityId: `${registrarAddr}.${accountNum}`,
  auditId: null,
  category: null,
  internalIdentifier: null,
  accountName,
})

it('knows no name before the accounts are here, of an account without one, and of another custodian’s of the same number', async () => {
  const assetAccounts = pageOf([accountOf('4100', 'Trading book'), accountOf('4200', null)])
  const { result } = renderViewerHook(() => useAccountNames(), createWorld({ assetAccounts }))
  expect(result.current(keeper, '4100')).toBeUndefined()
  await waitFor(() => expect(result.current(keeper, '4100')).toBe('Trading book'))
  expect(result.current(keeper, '4200')).toBeUndefined()
  expect(result.current(keeper, null)).toBeUndefined()
  expect(result.current({ ...keeper, registrarAddr: OTHER }, '4100')).toBeUndefined()
})

it('tells accounts of the same number apart by their custodian', async () => {
  const assetAccounts = pageOf([accountOf('1', 'Here'), accountOf('1', 'There', OTHER)])
  const { result } = renderViewerHook(() => useAccountNames(), createWorld({ assetAccounts }))
  await waitFor(() => expect(result.current(keeper, '1')).toBe('Here'))
  expect(result.current({ ...keeper, registrarAddr: OTHER }, '1')).toBe('There')
})
