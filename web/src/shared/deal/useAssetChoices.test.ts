import type { Position, RegistryInstrument } from '@connex/protocol'
import { describe, expect, it } from 'vitest'
import { deals } from '../../messages/en/deals.ts'
import { dealForms } from '../../messages/en/dealForms.ts'
import { addMessages, t } from '../../messages/t.ts'
import { emptyAsset } from './AssetDraft.ts'
import { choicesOf, type LegKey } from './useAssetChoices.ts'

addMessages(deals)
addMessages(dealForms)

const REFERENCE = `0x${'ab'.repeat(32)}`
const position = (registryId: string, account: string, available: string, more: object = {}) =>
  ({
    registryId,
    account,
    available,
    earmarked: '0',
    identifier: 'DE000A2LQ5M4',
    label: 'Bund 2030',
    decimals: 2,
    ...more,
  }) as unknown as Position
const instrument = (registryId: string, more: object = {}) =>
  ({
    registryId,
    identifier: 'XS0000000009',
    label: null,
    decimals: 0,
    ...more,
  }) as unknown as RegistryInstrument

const idle = { isLoading: false, isFetching: false }
const loaded = <Item>(data: readonly Item[]) => ({ data, isSuccess: true, isError: false, ...idle })
const loading = { data: undefined, isSuccess: false, isError: false, isLoading: true, isFetching: true }
const failed = { data: undefined, isSuccess: false, isError: true, ...idle }
const lists = {
  positions: loaded([position('1', 'A', '500'), position('1', 'B', '700'), position('2', 'A', '0')]),
  instruments: loaded([instrument('9')]),
  accounts: loaded([
    { accountNum: 'A', accountName: 'Main' },
    { accountNum: 'B', accountName: null },
  ]),
}
const never = () => false
const choices = (side: LegKey, draft: object = {}, more: object = {}, isSuspended: () => boolean = never) =>
  choicesOf(side, { ...lists, ...more }, { ...emptyAsset, ...draft }, isSuspended)

describe('to deliver', () => {
  it('offers each held instrument once, with its name beside the code', () => {
    expect(choices('deliver').instruments).toEqual([
      { value: '1', label: 'DE000A2LQ5M4', isMono: true, note: 'Bund 2030' },
      { value: '2', label: 'DE000A2LQ5M4', isMono: true, note: 'Bund 2030' },
    ])
  })

  it('offers accounts by name until an instrument is chosen', () => {
    expect(choices('deliver').accounts).toEqual([
      { value: 'A', label: 'A', note: 'Main', name: 'Main' },
      { value: 'B', label: 'B' },
    ])
  })

  it('then offers them with what is available, the largest first', () => {
    expect(choices('deliver', { registryId: '1' }).accounts).toEqual([
      { value: 'B', label: 'B', note: t('Deal.available', { quantity: '7.00' }) },
      {
        value: 'A',
        label: 'A',
        note: `Main · ${t('Deal.available', { quantity: '5.00' })}`,
        name: 'Main',
      },
    ])
    expect(choices('deliver', { registryId: '2' }).accounts.map(({ value }) => value)).toEqual(['A', 'B'])
  })

  it('limits the quantity to what the chosen account has available', () => {
    const chosen = choices('deliver', { registryId: '1', account: 'B' })
    expect(chosen.limits).toEqual({ decimals: 2, available: 700n, isUnknown: false, isSuspended: false })
    expect(chosen.position?.available).toBe('700')
    expect(chosen.instrumentName).toBe('Bund 2030 (DE000A2LQ5M4)')
    expect(chosen.accountName).toBe('B')
    expect(choices('deliver', { account: 'A' }).accountName).toBe('A (Main)')
    expect(choices('deliver', { registryId: '2', account: 'B' }).limits.available).toBe(0n)
  })

  it('knows before an instrument is chosen only that an account has nothing available', () => {
    expect(choices('deliver', { account: 'A' }).limits.available).toBeUndefined()
    expect(choices('deliver', { account: 'C' }).limits.available).toBe(0n)
    const none = { positions: loaded([position('2', 'A', '0')]) }
    expect(choices('deliver', { account: 'A' }, none).limits.available).toBe(0n)
    expect(choices('deliver', { registryId: '1' }).limits.available).toBeUndefined()
  })

  it('waits for a list that is read again only where it misses what is chosen', () => {
    const again = { positions: { ...lists.positions, isFetching: true } }
    const held = { registryId: '1', account: 'A' }
    expect(choices('deliver', held, again).isLoading).toBe(false)
    expect(choices('deliver', {}, again).isLoading).toBe(false)
    expect(choices('deliver', { ...held, account: 'C' }, again).isLoading).toBe(true)
    expect(choices('deliver', { ...held, registryId: '3' }, again).isLoading).toBe(true)
    expect(choices('deliver', { ...held, account: 'C' }).isLoading).toBe(false)
  })

  it('is reading while any list is read again, whatever is chosen', () => {
    const again = { accounts: { ...lists.accounts, isFetching: true } }
    expect(choices('deliver', { registryId: '1', account: 'A' }, again).isReading).toBe(true)
    expect(choices('deliver', {}).isReading).toBe(false)
  })

  it('knows no limit while the holdings are loading', () => {
    const draft = { registryId: '1', account: 'A' }
    expect(choices('deliver', draft, { positions: loading }).limits.available).toBeUndefined()
  })
})

describe('to receive', () => {
  it('offers every instrument of the custodian, without a limit', () => {
    const chosen = choices('receive', { registryId: '9', account: 'A' })
    expect(chosen.instruments).toEqual([{ value: '9', label: 'XS0000000009', isMono: true }])
    expect(chosen.limits.available).toBeUndefined()
    expect(chosen.accounts[0]?.note).toBe('Main')
  })

  it('names a private instrument by its label, its reference beside it', () => {
    const instruments = loaded([instrument('9', { identifier: REFERENCE, label: 'Loan 7' })])
    expect(choices('receive', {}, { instruments }).instruments).toEqual([
      { value: '9', label: 'Loan 7', isMono: false, note: '0xabab…abab' },
    ])
  })
})

it('says that an instrument is unknown while no list has it', () => {
  expect(choices('deliver', { registryId: '3' }).limits.isUnknown).toBe(true)
  expect(choices('receive', { registryId: '9' }, { instruments: failed }).limits.isUnknown).toBe(true)
  expect(choices('receive', { registryId: '9' }).limits.isUnknown).toBe(false)
  expect(choices('deliver').limits.isUnknown).toBe(false)
})

it('says whether the chosen instrument is suspended', () => {
  expect(choices('deliver', { registryId: '1' }, {}, () => true).limits.isSuspended).toBe(true)
  expect(choices('deliver', {}, {}, () => true).limits.isSuspended).toBe(false)
})

describe('its hint', () => {
  it.each([
    [{}, undefined],
    [{ positions: failed }, 'DealForm.positions_failure'],
    [{ accounts: failed }, 'DealForm.positions_failure'],
    [{ instruments: failed }, 'DealForm.instruments_failure'],
    [{ positions: loaded([]) }, 'DealForm.no_instruments'],
    [{ accounts: loaded([]) }, 'Deal.no_accounts'],
    [{ positions: loading, accounts: loading }, undefined],
  ] as const)('names what failed or is missing: %#', (more, key) => {
    expect(choices('deliver', {}, more).hint).toBe(key && t(key))
  })

  it('is about the instruments of the custodian to receive', () => {
    expect(choices('receive', {}, { positions: loaded([]) }).hint).toBeUndefined()
    expect(choices('receive', {}, { instruments: loaded([]) }).hint).toBe(t('DealForm.no_instruments'))
  })

  it('tells a failure from what is missing', () => {
    expect(choices('deliver', {}, { positions: failed })).toMatchObject({
      hasFailed: true,
      isHintFailure: true,
    })
    expect(choices('deliver', {}, { instruments: failed })).toMatchObject({
      hasFailed: false,
      isHintFailure: true,
    })
    expect(choices('deliver', {}, { accounts: loaded([]) })).toMatchObject({
      hasFailed: false,
      isHintFailure: false,
      isLoading: false,
    })
    expect(choices('deliver', {}, { accounts: loading }).isLoading).toBe(true)
  })
})
