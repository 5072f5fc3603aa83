import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { errorsAbi, privileges } from '@connex/contracts'
import { encodeErrorResult } from 'viem'
import { expect, test } from 'vitest'
import { ApiError, LedgerError } from '../errors.ts'
import { asLedgerError } from './asLedgerError.ts'
import { decodeRevert } from './decodeRevert.ts'
import { revertSentences } from './revertSentences.ts'

const ID = `0x${'11'.repeat(32)}` as const
const USER = `0x${'22'.repeat(20)}` as const
const sample: Record<string, unknown> = {
  bytes32: ID,
  address: USER,
  string: 'x',
  bytes: '0x',
  bytes4: '0x12345678',
  bool: true,
}
type Input = { type: string; name?: string | undefined; components?: readonly Input[] | undefined }
const valueOf = ({ type, components }: Input): unknown =>
  components === undefined
    ? (sample[type] ?? (/^uint(8|16|32)$/.test(type) ? 1 : 1n))
    : Object.fromEntries(components.map((one) => [one.name, valueOf(one)]))

test('every typed error of the contracts has a sentence, and every sentence has its error', () => {
  const names = [...new Set(errorsAbi.map((error) => error.name))].sort()
  expect(Object.keys(revertSentences).sort()).toEqual(names)
})

test('E068 no contract refuses with a text, or with nothing: every revert names a typed error', () => {
  const folder = join(import.meta.dirname, '../../../contracts/src')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.sol'),
  )
  const names = new Set<string>(errorsAbi.map(({ name }) => name))
  const refusals = files.flatMap((file) => {
    const code = readFileSync(join(folder, file), 'utf8').replace(/\/\*[^]*?\*\/|\/\/.*/g, '')
    // The error of another contract is passed on unchanged.
    const own = code.replaceAll('revert(add(result, 32), mload(result))', '')
    return [...own.matchAll(/\b(?:revert|require|assert)\b\s*(?:(?:\w+\.)?(\w+))?\s*\(/g)].map((match) => ({
      file,
      match,
    }))
  })
  expect(refusals.length).toBeGreaterThan(100)
  const untyped = refusals.filter(({ match }) => !names.has(match[1] ?? ''))
  expect(untyped.map(({ file, match }) => `${file}: ${match[0]}`)).toEqual([])
})

test.each(errorsAbi.map((error) => [error.name, error] as const))('%s is a plain sentence', (name, error) => {
  const data = encodeErrorResult({
    abi: [error],
    args: error.inputs.map(valueOf),
  } as never)
  const { code, message } = decodeRevert(data)
  expect(code).toBe(name)
  expect(message).toMatch(/^[A-Z][^]*\.$/)
  expect(message).not.toMatch(/revert|undefined|0x1111|\[object/)
})

test('the sentence contains the values of the error', () => {
  const abi = errorsAbi
  const early = encodeErrorResult({ abi, errorName: 'DeliveryBeforeValueDate', args: [ID, 1_798_761_600n] })
  expect(decodeRevert(early).message).toBe('The delivery cannot settle before its value date, 2027-01-01.')
  const lacking = encodeErrorResult({
    abi,
    errorName: 'UserNotPrivileged',
    args: [USER, privileges['delivery.BACKOFFICE']],
  })
  expect(decodeRevert(lacking).message).toBe(
    'You lack the privilege delivery.BACKOFFICE. Ask your administrator.',
  )
  const short = encodeErrorResult({ abi, errorName: 'QuantityNotAvailable', args: [ID, USER, 7n, 5n, 9n] })
  expect(decodeRevert(short)).toMatchObject({
    message: 'Insufficient funds in selected account.',
    values: { accountNum: 7n, available: 5n, quantity: 9n },
  })
})

test('what no contract of ours says is still a sentence', () => {
  const text = encodeErrorResult({
    abi: [{ type: 'error', name: 'Error', inputs: [{ name: 'message', type: 'string' }] }],
    args: ['out of paper'],
  })
  expect(decodeRevert(text).message).toBe('The ledger refused: out of paper.')
  const panic = [{ type: 'error', name: 'Panic', inputs: [{ name: 'code', type: 'uint256' }] }] as const
  expect(decodeRevert(encodeErrorResult({ abi: panic, args: [17n] })).message).toBe(
    'The contract met a limit or a fault of its own (code 17).',
  )
  expect(decodeRevert('0x12345678').message).toBe(
    'The ledger refused for a reason that this version does not know (0x12345678).',
  )
  expect(decodeRevert('0x').code).toBe('unknownRevert')
})

test("the ledger's refusal is found in the server's answer", async () => {
  const revertData = encodeErrorResult({ abi: errorsAbi, errorName: 'BatchEmpty' })
  const problem = { title: 'Conflict', status: 409, code: 'contractRefused', revertData }
  const failed = new ApiError(409, '', { problem })
  expect(await asLedgerError(failed)).toBeInstanceOf(LedgerError)
  expect(await asLedgerError(failed)).toMatchObject({ code: 'BatchEmpty', cause: failed })
  const silent = new ApiError(409, '', { problem: { ...problem, revertData: '0x' } })
  expect(await asLedgerError(silent)).toBe(silent)
  const other = new TypeError('x')
  expect(await asLedgerError(other)).toBe(other)
})
