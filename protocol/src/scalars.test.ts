import { expect, test } from 'vitest'
import {
  AccountNumber,
  Address,
  Bytes32,
  CustodianKey,
  displayAddress,
  HexData,
  Quantity,
  toQuantity,
  ZERO_ADDRESS,
} from './scalars.ts'

const address = `0x${'Ab'.repeat(20)}`

test.each([
  [Address, ['', '0x', `0x${'ab'.repeat(19)}`, `${address}ab`, `0x${'zz'.repeat(20)}`, ` ${address}`, 7]],
  [Bytes32, ['0x', address, `0x${'ab'.repeat(33)}`]],
  [HexData, ['', '0x0', '0xzz', 'ab']],
  [Quantity, ['', '-1', '+1', '01', '1.0', '1,5', '1e30', ' 1', '9'.repeat(40), 1]],
  [AccountNumber, ['0', '', '-1', '01', '1.5', '18446744073709551616', '9'.repeat(30)]],
  [CustodianKey, [address, `${address}:`, `${address}:${address}:${address}`, `${address};${address}`]],
] as const)('%# what is not of its form is refused', (schema, bad) => {
  for (const text of bad) expect(schema.safeParse(text).success).toBe(false)
})

test('hex is converted to lower case', () => {
  expect(Address.parse(address)).toBe(address.toLowerCase())
  expect(CustodianKey.parse(`${address}:${address}`)).toBe(`${address}:${address}`.toLowerCase())
})

test('quantities and account numbers are whole, up to what the ledger holds', () => {
  expect(toQuantity(0n)).toBe('0')
  expect(toQuantity(10n ** 38n)).toBe(`1${'0'.repeat(38)}`)
  expect(() => toQuantity(-1n)).toThrow('not a whole quantity')
  expect(AccountNumber.parse('18446744073709551615')).toBe('18446744073709551615')
})

test('the zero address is displayed as N/A', () => {
  expect(displayAddress(ZERO_ADDRESS)).toBe('N/A')
  expect(displayAddress(Address.parse(address))).toBe(address.toLowerCase())
})
