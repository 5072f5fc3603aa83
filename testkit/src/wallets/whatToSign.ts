// One of each that a signer signs, on the ledger of the tests.
import { Address, bodyHash } from '@connex/protocol'
import type { BatchToSign, RequestToSign, TransactionToSign } from '@connex/sdk'

export const CONTRACT = Address.parse(`0x${'ab'.repeat(20)}`)
export const OTHER_CONTRACT = Address.parse(`0x${'cd'.repeat(20)}`)

export const requestToSign: RequestToSign = {
  version: 6,
  chainId: 31337,
  serverId: 'http://127.0.0.1:4000',
  method: 'GET',
  target: '/api/v6/registry-manager/positions?page=1',
  timestamp: 1_763_690_000_000,
  nonce: 'ab'.repeat(32),
  bodySha256: await bodyHash(new Uint8Array()),
  contentType: undefined,
}

const common = { chainId: 31337, nonce: 7, gas: 16_000_000n, value: 0n, data: '0x12345678' } as const
export const legacyToSign: TransactionToSign = { ...common, gasPrice: 1n, to: CONTRACT }
export const creationToSign: TransactionToSign = { ...common, gasPrice: 0n, to: null }
export const feeMarketToSign: TransactionToSign = {
  ...common,
  maxFeePerGas: 9n,
  maxPriorityFeePerGas: 2n,
  to: CONTRACT,
}

export const batchToSign: BatchToSign = {
  chainId: 31337,
  controllerAddr: CONTRACT,
  calls: [
    { target: OTHER_CONTRACT, data: '0x12345678' },
    { target: CONTRACT, data: '0x' },
  ],
  nonce: `0x${'07'.repeat(32)}`,
  deadline: 1_790_000_000,
  sender: null,
}
