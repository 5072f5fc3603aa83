import { Address, TxHash } from '@connex/protocol'
import { expect, test } from 'vitest'
import { createBrowserJournal } from './browserJournal.ts'
import type { SignedTransaction } from './journal.ts'

const WALLET = `31337:0x${'11'.repeat(20)}`
const signed: SignedTransaction = {
  nonce: 4,
  raw: '0xf8',
  txHash: TxHash.parse(`0x${'ab'.repeat(32)}`),
  to: Address.parse(`0x${'cd'.repeat(20)}`),
  data: '0x12',
}

/** A storage that two tabs share, and that may be full. */
function openStorage() {
  const items = new Map<string, string>()
  let isFull = false
  return {
    items,
    fill: () => (isFull = true),
    storage: {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, value: string) => {
        if (isFull) throw new DOMException('full', 'QuotaExceededError')
        items.set(key, value)
      },
      removeItem: (key: string) => void items.delete(key),
    },
    locks: navigator.locks,
  }
}

test('stored texts that are not transactions are ignored', async () => {
  const parts = openStorage()
  const journal = createBrowserJournal(parts)
  for (const text of ['', '{', '7', '{"nonce":1}', '[null,7,{"nonce":"1"}]']) {
    parts.items.set(`connex.signed.${WALLET}`, text)
    expect(await journal.read(WALLET)).toEqual([])
  }
  const half = { ...signed, raw: '<script>' }
  parts.items.set(`connex.signed.${WALLET}`, JSON.stringify([half, signed]))
  expect(await journal.read(WALLET)).toEqual([signed])
})

test('what another device had in the pool is stored, and ignored where it is damaged', async () => {
  const parts = openStorage()
  const journal = createBrowserJournal(parts)
  const later = { ...signed, passedOver: { nonces: [5, 6], at: 1_763_690_000_000 } }
  await journal.write(WALLET, [later])
  expect(await journal.read(WALLET)).toEqual([later])
  for (const passedOver of [7, { nonces: ['5'], at: 1 }, { nonces: [5], at: 'now' }]) {
    parts.items.set(`connex.signed.${WALLET}`, JSON.stringify([{ ...signed, passedOver }]))
    expect(await journal.read(WALLET)).toEqual([signed])
  }
})

test('the block that a chain reorg may take back is stored, and ignored where it is damaged', async () => {
  const parts = openStorage()
  const journal = createBrowserJournal(parts)
  await journal.write(WALLET, [{ ...signed, block: 12 }])
  expect(await journal.read(WALLET)).toEqual([{ ...signed, block: 12 }])
  for (const block of ['12', -1, 1.5, null]) {
    parts.items.set(`connex.signed.${WALLET}`, JSON.stringify([{ ...signed, block }]))
    expect(await journal.read(WALLET)).toEqual([signed])
  }
})

test('another wallet, and the same one on another ledger, have journals of their own', async () => {
  const journal = createBrowserJournal(openStorage())
  await journal.write(WALLET, [signed])
  expect(await journal.read(WALLET.replace('31337', '1'))).toEqual([])
})

test('a full storage does not stop work in this tab', async () => {
  const parts = openStorage()
  const journal = createBrowserJournal(parts)
  parts.fill()
  await journal.write(WALLET, [signed])
  expect(await journal.read(WALLET)).toEqual([signed])
  await journal.write(WALLET, [])
  expect(await journal.read(WALLET)).toEqual([])
})

test('two tabs take turns, and each reads what the other wrote', async () => {
  const parts = openStorage()
  const tabs = [createBrowserJournal(parts), createBrowserJournal(parts)]
  await Promise.all(
    Array.from({ length: 40 }, async (_, index) => {
      const tab = tabs[index % 2] ?? createBrowserJournal(parts)
      await tab.inTurn(WALLET, async () => {
        const stored = await tab.read(WALLET)
        await new Promise((resolve) => setTimeout(resolve, 1))
        await tab.write(WALLET, [...stored, { ...signed, nonce: stored.length }])
      })
    }),
  )
  const nonces = (await tabs[0]?.read(WALLET))?.map(({ nonce }) => nonce)
  expect(nonces).toEqual(Array.from({ length: 40 }, (_, index) => index))
})
