import { expect, it } from 'vitest'
import { emptyAsset } from './AssetDraft.ts'
import { withInstrument } from './useAssetField.ts'

it('an instrument brings its last account, which another one replaces, and never one that the user chose', () => {
  const last: Record<string, string> = { '0xaa': '4100118', '0xbb': '4100120' }
  const propose = (registryId: string) => last[registryId]
  const first = withInstrument(emptyAsset, '0xaa', propose)
  expect(first).toEqual({ ...emptyAsset, registryId: '0xaa', account: '4100118' })
  expect(withInstrument(first, '0xbb', propose).account).toBe('4100120')
  expect(withInstrument(first, '0xcc', propose).account).toBe('4100118')
  expect(withInstrument(first, null, propose)).toMatchObject({ registryId: null, account: '4100118' })
  const chosen = { ...first, account: '4100121' }
  expect(withInstrument(chosen, '0xbb', propose).account).toBe('4100121')
  expect(withInstrument({ ...emptyAsset, account: '4100121' }, '0xbb', propose).account).toBe('4100121')
})
