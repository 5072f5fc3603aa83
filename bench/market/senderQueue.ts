// One user's ledger transactions, one behind the other without waiting for the ledger: what a dealing desk's machine does.
import type { HexData } from '@connex/protocol'
import { call, ClientError } from '@connex/sdk'
import type { Client } from '@connex/sdk'
import { keccak256 } from 'viem'
import { delegate } from '../../sdk/src/ledger/controller.ts'
import type { LedgerCall } from '../../sdk/src/ledger/transaction.ts'
import type { TestLedger } from '../../testkit/src/ledger/testLedger.ts'
import { testClient } from '../../testkit/src/servers/users.ts'
import type { TestUser } from '../../testkit/src/servers/users.ts'

export type SenderQueue = {
  client: Client
  /** Signs and publishes through the user's server; the transaction's hash. */
  send: (calls: readonly LedgerCall[]) => Promise<`0x${string}`>
}

const GAS = 1_500_000n

export async function createSenderQueue(
  ledger: TestLedger,
  url: string,
  user: TestUser,
): Promise<SenderQueue> {
  const client = await testClient(url, user)
  await ledger.rpc('anvil_setBalance', user.address, '0xffffffffffffffffff')
  let nonce = await ledger.ledger.client.getTransactionCount({ address: user.account.address })
  let tail: Promise<unknown> = Promise.resolve()
  return {
    client,
    async send(calls) {
      const { to, data } = await delegate(client, calls)
      const published = tail.then(async () => {
        const { signer } = client
        if (signer === undefined) throw new TypeError('a lane has a wallet')
        const fields = { chainId: ledger.chainId, nonce, gas: GAS, gasPrice: 1n, to, value: 0n, data }
        const raw = await signer.signTransaction(fields)
        await retryOnDisconnect(() =>
          call(client, 'publishRawTx', { body: { rawTransaction: raw as HexData } }),
        )
        nonce += 1
        return keccak256(raw)
      })
      tail = published.catch(() => undefined)
      return published
    },
  }
}

const TRIES = 5

/** Again where the line broke: for what does no harm when it is done twice. */
export async function retryOnDisconnect<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await work()
    } catch (error) {
      const isBroken = error instanceof ClientError && ['unreachable', 'timedOut'].includes(error.code)
      if (!isBroken || attempt === TRIES) throw error
    }
}
