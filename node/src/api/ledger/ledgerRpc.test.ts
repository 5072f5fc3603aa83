import { expect, test } from 'vitest'
import type { RpcAnswer } from '../../ledger/jsonRpc.ts'
import { createLedgerRpc, isAlreadyKnown, ledgerRefusal } from './ledgerRpc.ts'

// Errors of anvil, geth, Besu, Nethermind and the sandbox's ledger.
test.each([
  [{ code: -32003, message: 'nonce too low: next nonce 1, tx nonce 0' }, 'nonceUsed'],
  [{ code: -32000, message: 'nonce too low: address 0x11, tx: 0 state: 1' }, 'nonceUsed'],
  [{ code: -32001, message: 'Nonce too low' }, 'nonceUsed'],
  [{ code: -32010, message: 'OldNonce, Current nonce: 1, nonce of rejected tx: 0' }, 'nonceUsed'],
  [{ code: -32003, message: 'nonce too high: next nonce 1, tx nonce 9' }, 'nonceGap'],
  [{ code: -32000, message: 'insufficient funds for gas * price + value: balance 0' }, 'balanceTooLow'],
  [{ code: -32004, message: 'Upfront cost exceeds account balance' }, 'balanceTooLow'],
  [{ code: -32000, message: 'intrinsic gas too low: gas 20000, minimum needed 21000' }, 'gasTooLow'],
  [{ code: -32000, message: 'intrinsic gas too high -- GasFloorMoreThanGasLimit' }, 'gasTooLow'],
  [{ code: -32000, message: 'oversized data: transaction size 400136, limit 131072' }, 'ledgerRefused'],
  [{ code: -32000, message: 'replacement transaction underpriced' }, 'nonceUsed'],
  [{ code: -32000, message: 'transaction underpriced: tip needed 1, tip permitted 0' }, 'gasPriceTooLow'],
  [{ code: -32003, message: 'max fee per gas less than block base fee' }, 'gasPriceTooLow'],
  [{ code: -32009, message: 'Gas price below configured minimum gas price' }, 'gasPriceTooLow'],
  [{ code: -32000, message: 'transaction gas price below minimum: gas tip cap 1' }, 'gasPriceTooLow'],
  [{ code: -32000, message: 'gasPrice is less than the current BaseFee' }, 'gasPriceTooLow'],
  [{ code: -32000, message: 'provided fee < minimum global fee (1 < 2)' }, 'gasPriceTooLow'],
  [{ code: -32603, message: 'EVM error OutOfGas' }, 'ledgerRefused'],
  [{ code: -32003, message: 'the transaction cannot be executed' }, 'ledgerRefused'],
  [{ code: 3, message: 'execution reverted', data: '0x' }, 'contractRefused'],
  [{ code: -32000, message: 'execution reverted', data: { data: '0x12345678' } }, 'contractRefused'],
  [{ code: -32602, message: 'invalid argument 0: json: cannot unmarshal' }, 'badRequest'],
  [{ code: -32001, message: 'Resource not found' }, 'badRequest'],
])("L2: %o is the caller's to correct", (error, code) => {
  expect(ledgerRefusal(error).code).toBe(code)
})

test.each([
  { code: -32603, message: 'Internal error' },
  { code: -32000, message: 'the disk is full: the transaction was not published' },
  { code: -32005, message: 'daily request count exceeded' },
  { code: -32601, message: 'Method not found' },
  { message: 'upstream is away' },
  {},
])("L2: %o is the ledger's own failure", (error) => {
  expect(ledgerRefusal(error).code).toBe('ledgerFailed')
})

test("L2: an unknown refusal carries its message, and a contract's refusal the revert data", () => {
  const message = 'the transaction cannot be executed'
  expect(ledgerRefusal({ code: -32003, message }).extra).toEqual({
    errors: [{ path: 'ledger', message }],
  })
  expect(ledgerRefusal({ code: 3, message: 'reverted', data: '0xab' }).extra).toEqual({ revertData: '0xab' })
})

test.each([
  [{ code: -32000, message: 'txpool is full' }, 'ledgerRefused'],
  [{ code: -32602, message: 'Invalid signer' }, 'ledgerRefused'],
  [{ code: -32007, message: 'Sender account not authorized to send transactions' }, 'ledgerRefused'],
  [{ code: -32000, message: 'request timed out' }, 'ledgerFailed'],
  [{ code: -32002, message: 'request timed out' }, 'ledgerFailed'],
  [{ code: -32005, message: 'daily request count exceeded' }, 'ledgerFailed'],
  [{ code: -32603, message: 'Internal error' }, 'ledgerFailed'],
  [{ code: -32000, message: 'the disk is full: the transaction was not published' }, 'ledgerFailed'],
  [{ message: 'upstream is away' }, 'ledgerFailed'],
])('%o in answer to a transaction is %s: only a verdict on it is final', (error, code) => {
  expect(ledgerRefusal(error, 'eth_sendRawTransaction').code).toBe(code)
})

// Of anvil, geth, Besu, Nethermind and CometBFT.
test.each([
  'transaction already imported',
  'already known',
  'Known transaction',
  'AlreadyKnown',
  'tx already exists in cache',
])("'%s' says that the ledger has the transaction", (message) => {
  expect(isAlreadyKnown(ledgerRefusal({ code: -32000, message }))).toBe(true)
})

test.each(['nonce too low', 'replacement transaction underpriced', 'OwnNonceAlreadyUsed'])(
  "'%s' does not",
  (message) => {
    expect(isAlreadyKnown(ledgerRefusal({ code: -32000, message }))).toBe(false)
  },
)

/** The methods that the other nodes receive once the first one has given this answer. */
async function spreadOf(method: string, answer: RpcAnswer): Promise<string[]> {
  const others: string[] = []
  const endpoints = {
    ask: () => Promise.resolve(answer),
    spread: (call: { method: string }) => void others.push(call.method),
  }
  await createLedgerRpc(endpoints)
    .call(method, ['0x01'])
    .catch(() => undefined)
  return others
}

const SEND = 'eth_sendRawTransaction'

test('a transaction that a node refuses reaches no other one: nobody would know of it', async () => {
  expect(await spreadOf(SEND, { error: { code: -32000, message: 'transaction underpriced' } })).toEqual([])
  expect(await spreadOf('eth_blockNumber', { result: '0x1' })).toEqual([])
})

test('a transaction that a node takes, or has already, reaches the others too', async () => {
  expect(await spreadOf(SEND, { result: '0x1' })).toEqual([SEND])
  expect(await spreadOf(SEND, { error: { code: -32000, message: 'already known' } })).toEqual([SEND])
})
