import { expect, test } from 'vitest'
import { keccak256, serializeTransaction } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { readRawTransaction } from './rawTransaction.ts'

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

test('an unsigned, truncated or extended transaction is malformed', async () => {
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

test('L2: less gas than the data costs is refused, and so is a fee that no account can pay', async () => {
  const data = '0x00ff' as const
  const least = 21_020n
  const sign = (change: object) => account.signTransaction({ type: 'legacy', ...fields, data, ...change })
  expect(refused(await sign({ gas: least - 1n }))).toBe('gasTooLow')
  expect(refused(await sign({ gas: least }))).toBeUndefined()
  expect(refused(await sign({ gasPrice: 2n ** 128n }))).toBe('balanceTooLow')
})

test("L2: a transaction that delegates to a contract's code, or carries blobs, is refused", async () => {
  const { gasPrice: _gasPrice, ...priceless } = fields
  const authorization = await account.signAuthorization({
    contractAddress: account.address,
    chainId: 31337,
    nonce: 0,
  })
  const lending = await account.signTransaction({
    type: 'eip7702',
    ...priceless,
    maxFeePerGas: 1n,
    authorizationList: [authorization],
  })
  expect(refused(lending)).toBe('transactionTypeUnsupported')
  const blobs = await account.signTransaction({
    type: 'eip4844',
    ...priceless,
    maxFeePerGas: 1n,
    maxFeePerBlobGas: 1n,
    blobVersionedHashes: [`0x01${'11'.repeat(31)}`],
  })
  expect(refused(blobs)).toBe('transactionTypeUnsupported')
})

test('legacy and typed transactions are read with their hash', async () => {
  const legacy = await account.signTransaction({ type: 'legacy', ...fields })
  const { gasPrice: _gasPrice, ...priceless } = fields
  const typed = await account.signTransaction({ type: 'eip1559', ...priceless, maxFeePerGas: 1n })
  const to = account.address.toLowerCase()
  for (const raw of [legacy, typed])
    expect(readRawTransaction(raw, 31337)).toEqual({
      hash: keccak256(raw),
      from: to,
      to,
      data: '0x',
      gas: fields.gas,
      feeCap: 1n,
    })
})

test('a transaction that creates a contract has no recipient', async () => {
  const { to: _to, ...making } = fields
  const raw = await account.signTransaction({ type: 'legacy', ...making, data: '0x00' })
  expect(readRawTransaction(raw, 31337)).toMatchObject({ to: null, data: '0x00' })
})
