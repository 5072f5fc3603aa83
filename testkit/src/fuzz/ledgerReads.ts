// Reads of the ledger that nobody has thought of, by one user, while another one reads something plain.
import { platformManagerAbi } from '@connex/contracts'
import { encodeFunctionData, toHex } from 'viem'
import type { RawAnswer } from '../servers/requests.ts'
import type { Random } from '../random.ts'
import { sendSigned } from '../servers/requests.ts'
import type { BankFixture } from '../fixtures/bank.ts'

const TARGET = '/api/v6/dlt/eth/rpc'
const NAME = encodeFunctionData({ abi: platformManagerAbi, functionName: 'name' })
const AT_ONCE = 20

export type ReadFuzz = {
  /** Answers that say that the server or the ledger failed, and what they were given for. */
  wrong: string[]
  statuses: Map<number, number>
  /** How long the other user waited for an answer, at most. */
  slowestMs: number
}

/** `await fuzzReads(world, createRandom(1), 200)` */
export async function fuzzReads(world: BankFixture, random: Random, numCalls: number): Promise<ReadFuzz> {
  const { url } = world.node
  const wrong: string[] = []
  const statuses = new Map<number, number>()
  const left = Array.from({ length: numCalls })
  let slowestMs = 0

  function record(body: unknown, { status, text }: RawAnswer): void {
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    if (status >= 500) wrong.push(`${JSON.stringify(body).slice(0, 300)} → ${text.slice(0, 300)}`)
  }

  async function ask(): Promise<void> {
    while (left.length > 0) {
      left.pop()
      const body = randomRead(world, random)
      record(body, await sendSigned(url, world.bank.user, { method: 'POST', target: TARGET, body }))
    }
  }

  async function readPlainly(): Promise<void> {
    const { PlatformManager: to } = world.ledger.deployment.contracts
    const body = { method: 'eth_call', params: [{ to, data: NAME }, 'latest'] }
    while (left.length > 0) {
      const start = performance.now()
      const answer = await sendSigned(url, world.bank.admin, { method: 'POST', target: TARGET, body })
      slowestMs = Math.max(slowestMs, performance.now() - start)
      if (answer.status !== 200) wrong.push(`the other user → ${answer.text.slice(0, 300)}`)
    }
  }

  await Promise.all([...Array.from({ length: AT_ONCE }, ask), readPlainly()])
  return { wrong, statuses, slowestMs }
}

/** One in ten is right, and many are right in all but one thing: they get further. */
function randomRead(world: BankFixture, random: Random): unknown {
  const { PlatformManager, DeliveryManager } = world.ledger.deployment.contracts
  const { pick, chance, below } = random
  if (chance(0.1)) return { method: 'eth_call', params: [{ to: PlatformManager, data: NAME }, 'latest'] }
  const contracts = [PlatformManager, DeliveryManager, world.bank.address]
  const strangers = [world.bank.user.address, `0x${toHex(below(256), { size: 20 }).slice(2)}`, null, '0x', 7]
  const bytes = () => toHex(crypto.getRandomValues(new Uint8Array(below(pick([4, 100, 20_000])))))
  const number = () => pick(['0x0', '0xf42400', '0xf42401', '0xffffffffff', `0x${'f'.repeat(below(70))}`, 16])
  const call = {
    ...(chance(0.95) ? { to: pick(chance(0.7) ? contracts : strangers) } : {}),
    ...(chance(0.8) ? { data: pick([NAME, '0x', '0x5b600056', '0x00000000', bytes(), bytes()]) } : {}),
    ...(chance(0.3) ? { from: pick([...contracts, world.bank.user.address, '0x00']) } : {}),
    ...(chance(0.3) ? { gas: number() } : {}),
    ...(chance(0.1) ? { value: number() } : {}),
    ...(chance(0.1) ? { [pick(['gasPrice', 'maxFeePerGas', 'nonce', 'chainId', 'type'])]: number() } : {}),
    ...(chance(0.05) ? { [pick(['code', 'accessList', 'authorizationList', 'input'])]: bytes() } : {}),
  }
  const block = pick(['latest', 'pending', 'earliest', 'safe', '0x1', '0xffffff', 'best', null, {}, 5])
  const overrides = { [PlatformManager]: { code: '0x5b600056', balance: '0xff' } }
  const params = [
    call,
    ...(chance(0.8) ? [block] : []),
    ...(chance(0.1) ? [overrides] : []),
    ...(chance(0.05) ? [{ gasLimit: '0xffffffffffff' }] : []),
  ]
  const method = pick(['eth_call', 'eth_call', 'eth_estimateGas', 'eth_getCode', 'eth_simulateV1'])
  if (chance(0.03)) return [{ method, params }]
  return { method, params: chance(0.03) ? call : params }
}
