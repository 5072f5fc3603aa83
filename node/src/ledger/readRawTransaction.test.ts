import { expect, test } from 'vitest'
import { keccak256, serializeTransaction } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { readRawTransaction } from './readRawTransaction.ts'

const account = privateKeyToAccount(`0x${'4c'.repeat(32)}`)
const fields = { chainId: 31337, nonce: 0, gas: 16_000_000n, gasPrice: 1n, to: account.address, value: 1n }
const refused = (raw: `0x${string}`) => {
  const read = readRawTransaction(raw, 31337)
  return 'refusal' in read ? read.refusal : undefined
}

test.each<`0x${string}`>(['0x', '0x00', '0xc0', '0xdeadbeef', `0x${'ff'.repeat(200)}`, '0x02c0', '0x7f'])(
  '%s is not well formed',
  (raw) => {
    expect(refused(raw)).toBe('transactionMalformed')
  },
)

test('what is not signed, is cut off, or has more after it is not well formed', async () => {
  const raw = await account.signTransaction({ type: 'legacy', ...fields })
  expect(refused(serializeTransaction({ type: 'legacy', ...fields }))).toBe('transactionMalformed')
  expect(refused(raw.slice(0, -2) as `0x${string}`)).toBe('transactionMalformed')
  expect(refused(`${raw}00`)).toBe('transactionMalformed')
})

test('a transaction for every chain, or for another, is refused', async () => {
  const { chainId: _chainId, ...anywhere } = fields
  expect(refused(await account.signTransaction({ type: 'legacy', ...anywhere }))).toBe('transactionMalformed')
  const foreign = await account.signTransaction({ type: 'legacy', ...fields, chainId: 1 })
  expect(refused(foreign)).toBe('transactionForeignChain')
})

test('more gas than 16,000,000 is refused', async () => {
  const raw = await account.signTransaction({ type: 'legacy', ...fields, gas: 16_000_001n })
  expect(refused(raw)).toBe('transactionTooMuchGas')
})

test('legacy and typed transactions are read, and have their hash', async () => {
  const legacy = await account.signTransaction({ type: 'legacy', ...fields })
  const { gasPrice: _gasPrice, ...priceless } = fields
  const typed = await account.signTransaction({ type: 'eip1559', ...priceless, maxFeePerGas: 1n })
  const to = account.address.toLowerCase()
  for (const raw of [legacy, typed])
    expect(readRawTransaction(raw, 31337)).toEqual({ hash: keccak256(raw), from: to, to, data: '0x' })
})

test('what would make a contract is to nothing', async () => {
  const { to: _to, ...making } = fields
  const raw = await account.signTransaction({ type: 'legacy', ...making, data: '0x00' })
  expect(readRawTransaction(raw, 31337)).toMatchObject({ to: null, data: '0x00' })
})
