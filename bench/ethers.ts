import { scryptSync } from 'node:crypto'
import { deliveryManagerAbi } from '@connex/contracts'
import { Address } from '@connex/protocol'
import { contractCall, createLocalSigner, createWalletFile, unlockWallet } from '@connex/sdk'
import { Interface, Wallet } from 'ethers'
import { atMost, inRounds } from './measure.ts'
import type { Gate } from './measure.ts'

const ROUNDS = 7
const KEY = `0x${'5'.repeat(64)}` as const
const WORD = `0x${'12'.repeat(32)}` as const
const TO = Address.parse(`0x${'34'.repeat(20)}`)
const PASSWORD = 'correct horse'

/** What a program waits for, in the same run as ethers 6, in CPU milliseconds: unlocking a file of full cost, signing, encoding. */
export async function besideEthers(): Promise<Record<string, Gate>> {
  const file = await createWalletFile(Buffer.from(KEY.slice(2), 'hex'), PASSWORD)
  const unlocked = await inRounds(ROUNDS, {
    native: () => cpu(1, () => scryptSync(PASSWORD, WORD, 32, { N: 2 ** 17, r: 8, p: 1, maxmem: 2 ** 28 })),
    ours: () => cpu(1, () => unlockWallet(file, PASSWORD)),
    ethers: () => cpu(1, () => Wallet.fromEncryptedJson(file, PASSWORD)),
  })

  const signer = createLocalSigner(KEY, { chainId: 31337 })
  const wallet = new Wallet(KEY)
  const data = contractCall(deliveryManagerAbi, TO, 'unregisterLegManager', [1]).data
  const common = { chainId: 31337, nonce: 7, to: TO, value: 0n, data, gasPrice: 1n }
  const signed = await inRounds(ROUNDS, {
    ours: () => cpu(100, () => signer.signTransaction({ ...common, gas: 16_000_000n })),
    ethers: () => cpu(100, () => wallet.signTransaction({ ...common, type: 0, gasLimit: 16_000_000n })),
  })

  const contract = new Interface(deliveryManagerAbi)
  const leg = { legType: 4, sender: TO, receiver: TO, registrar: TO, txCoordinator: TO, assetManager: TO }
  const legs = [{ ...leg, assetId: WORD, quantity: 5n, senderData: WORD, receiverData: '0x' }] as never
  const encoded = await inRounds(ROUNDS, {
    ours: () =>
      cpu(500, () => contractCall(deliveryManagerAbi, TO, 'createDelivery', [WORD, WORD, legs, 0n])),
    ethers: () => cpu(500, () => contract.encodeFunctionData('createDelivery', [WORD, WORD, legs, 0n])),
  })
  return {
    unlockBesideNativeScrypt: atMost(1.25, unlocked.ours, unlocked.native),
    unlockBesideEthers: atMost(0.7, unlocked.ours, unlocked.ethers),
    signBesideEthers: atMost(1, signed.ours, signed.ethers),
    encodeBesideEthers: atMost(1, encoded.ours, encoded.ethers),
  }
}

/** CPU milliseconds of one, all threads of this process counted. */
async function cpu(times: number, work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  for (let done = 0; done < times; done += 1) await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / times
}
