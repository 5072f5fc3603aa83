import { expect, test } from 'vitest'
import { readLedgerRequest } from './ledgerRequest.ts'

const to = `0x${'ab'.repeat(20)}`
const read = (...params: unknown[]) => readLedgerRequest({ method: 'eth_call', params }, 16_000_000)

test('H1: a call without gas has the limit for it, and one with less keeps its own', () => {
  expect(read({ to }).params).toEqual([{ to, gas: '0xf42400' }, 'latest'])
  expect(read({ to, gas: '0xf42400' }, 'pending').params).toEqual([{ to, gas: '0xf42400' }, 'pending'])
  expect(read({ to, gas: '0x5208' }, '0x7').params).toEqual([{ to, gas: '0x5208' }, '0x7'])
  expect(() => read({ to, gas: '0xf42401' })).toThrow('Bad Request')
  expect(() => read({ to, gas: `0x${'f'.repeat(64)}` })).toThrow('Bad Request')
})

test('H1: what a dry run says of its transaction goes to the ledger as it is', () => {
  const call = { to, from: to, data: '0x12', value: '0x1', gasPrice: '0x1', nonce: '0x2', gas: '0x5208' }
  const block = { blockHash: `0x${'11'.repeat(32)}` }
  expect(read(call, block)).toEqual({ method: 'eth_call', params: [call, block], callee: to })
})

test('H1: a method that runs no code goes to the ledger as it is', () => {
  const request = { method: 'eth_getBalance', params: [to, 'latest'] }
  expect(readLedgerRequest(request, 1)).toEqual({ ...request, callee: undefined })
})
