import { act, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { createWorld, OWN_TENANT, pageOf, renderViewerHook } from '../../../../test/screen.tsx'
import { legOf, MANAGER, OTHER, REGISTRAR, REGISTRY_ID, transferOf } from '../../../../test/transfers.ts'
import { deals } from '../../../messages/en/deals.ts'
import { nextSteps } from '../../../messages/en/nextSteps.ts'
import { transferForms } from '../../../messages/en/transferForms.ts'
import { addMessages } from '../../../messages/t.ts'
import { confirmEarmarks, useConfirmAccounts } from './useConfirmAccounts.ts'

addMessages(deals)
addMessages(nextSteps)
addMessages(transferForms)

type Position = NonNullable<Parameters<typeof confirmEarmarks>[1][number]['position']>

const positionOf = (account: string, available: string) =>
  ({
    registryId: REGISTRY_ID,
    owner: OWN_TENANT,
    account,
    quantity: '9000',
    earmarked: String(9000 - Number(available)),
    available,
    decimals: 0,
  }) as unknown as Position

const delivery = transferOf('1')
const receipt = transferOf('2', {
  legs: [legOf({ sender: OTHER, receiver: OWN_TENANT, receiverConfirmed: false, senderConfirmed: true })],
})

function renderAccounts(
  positions: readonly Position[],
  accounts: readonly string[] = [],
  transfer = delivery,
) {
  const world = createWorld()
  world.queries.setQueryData(['positions', 'confirm', MANAGER, REGISTRAR, REGISTRY_ID], {
    holdings: positions,
    accounts: [],
  })
  const found = accounts.map((accountNum) => ({ accountNum, accountName: null }))
  world.queries.setQueryData(['accounts', 'confirm', MANAGER, REGISTRAR], { holdings: [], accounts: found })
  const duty = transfer === delivery ? 'deliver' : 'receive'
  return renderViewerHook(() => useConfirmAccounts(transfer, [duty]), world)
}

describe('the accounts of a confirmation', () => {
  it('are missing where nothing is held, or the only holding is too small', () => {
    expect(renderAccounts([]).result.current).toMatchObject({
      accounts: undefined,
      choices: [{ value: null, options: [] }],
    })
    const { result } = renderAccounts([positionOf('4100', '4999')])
    expect(result.current.choices[0]).toMatchObject({
      value: '4100',
      error: 'Insufficient funds in selected account.',
    })
    expect(result.current.accounts).toBeUndefined()
  })

  it('are proposed where there is one, and chosen where there are several', () => {
    expect(renderAccounts([positionOf('4100', '5000')]).result.current.accounts).toEqual({ 0: '4100' })
    const { result } = renderAccounts([positionOf('4100', '5000'), positionOf('4200', '9000')])
    expect(result.current.accounts).toBeUndefined()
    expect(result.current.choices[0]?.options.map(({ value }) => value)).toEqual(['4100', '4200'])
    act(() => result.current.choices[0]?.choose('4200'))
    expect(result.current.accounts).toEqual({ 0: '4200' })
    act(() => result.current.choices[0]?.choose('77'))
    expect(result.current.accounts).toBeUndefined()
  })

  it('are those of the last time, once they were remembered', () => {
    const several = ['8', '9']
    const { result } = renderAccounts([], several, receipt)
    expect(result.current.accounts).toBeUndefined()
    act(() => result.current.choices[0]?.choose('9'))
    act(() => result.current.remember())
    expect(renderAccounts([], several, receipt).result.current.accounts).toEqual({ 0: '9' })
    expect(renderAccounts([], ['8', '10'], receipt).result.current.accounts).toBeUndefined()
  })

  it('fail with the reason', async () => {
    const world = createWorld({ positions: pageOf([]) })
    const { result } = renderViewerHook(() => useConfirmAccounts(receipt, ['receive']), world)
    expect(result.current.isLoading).toBe(true)
    await waitFor(() => expect(result.current.isLoading).toBe(false))
    expect(result.current.failure).not.toBeNull()
  })
})

describe('what a confirmation earmarks', () => {
  const earmarksOf = (transfer: Parameters<typeof confirmEarmarks>[0], position: Position | undefined) =>
    confirmEarmarks(transfer, [{ position, accountName: '4100 (Trading book)' }])

  it('is the sum of the own legs, in the chosen account', () => {
    const two = transferOf('1', { legs: [legOf(), legOf({ legIdx: 1, quantity: '1000' })] })
    const [earmark, ...others] = earmarksOf(two, positionOf('4100', '9000'))
    expect(others).toEqual([])
    expect(earmark?.text).toContain('4100 (Trading book)')
    expect(JSON.stringify(earmark?.notes)).toContain('6,000')
  })

  it('is nothing without an account, and for what others deliver or another instrument', () => {
    expect(earmarksOf(delivery, undefined)).toEqual([])
    expect(earmarksOf(receipt, positionOf('4100', '9000'))).toEqual([])
    const other = transferOf('1', { legs: [legOf({ assetId: `0x${'9'.repeat(64)}` })] })
    expect(earmarksOf(other, positionOf('4100', '9000'))).toEqual([])
    const cash = transferOf('1', { legs: [legOf({ legType: 'EXTERNAL' })] })
    expect(earmarksOf(cash, positionOf('4100', '9000'))).toEqual([])
  })
})
