import { encodeFunctionData, toFunctionSelector, toFunctionSignature, zeroAddress } from 'viem'
import type { Abi, AbiFunction, AbiParameter, Address, Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount, privateKeyToAddress } from 'viem/accounts'
import {
  dappAbi,
  deliveryManagerAbi,
  errorsAbi,
  privilegeManagerAbi,
  privileges,
} from '../../generated/index.ts'
import { awaitReceipt, deploy, onboardTenant, openLedger } from '../../script/deploy.ts'
import type { Deployment, PrivilegeName } from '../../script/deploy.ts'
import type { TenantAccess } from '../../script/deployment/tenants.ts'
import { startAnvil } from '../../../testkit/src/ledger/anvil.ts'

// The first of anvil's well-known accounts.
const DEPLOYER = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'

export type Call = { from: Address; to: Address; data: Hex }

/** A ledger with the deployment and one tenant, on which calls may come from any address. */
export type MatrixFixture = {
  deployment: Deployment
  tenant: TenantAccess
  /** Makes another tenant. */
  onboard: (name: string) => Promise<TenantAccess>
  /** What becomes of each call: '' where it succeeds, else the name of its typed error. Nothing is changed. */
  outcomes: (calls: readonly Call[]) => Promise<string[]>
  /** Of a dApp. */
  privilegeManagerOf: (dapp: Address) => Promise<Address>
  /** The id of a delivery of these terms. */
  deliveryIdOf: (creator: Address, privateDataFp: Hex, legs: readonly object[]) => Promise<Hex>
  /** Makes a call as a contract would. */
  act: (call: Call) => Promise<void>
  stop: () => Promise<void>
}

export async function openMatrixFixture(): Promise<MatrixFixture> {
  const anvil = await startAnvil()
  const ledger = openLedger(anvil)
  const operator = { name: 'ConneX Platform', apiUrl: 'http://127.0.0.1:4000', lei: '' }
  const deployment = await deploy({ ...anvil, deployerKey: DEPLOYER, platform: { operator } })
  const onboard = (name: string) =>
    onboardTenant(
      ledger,
      privateKeyToAccount(DEPLOYER),
      deployment,
      { name, apiUrl: 'http://127.0.0.1:4001', lei: '' },
      privateKeyToAddress(generatePrivateKey()),
    )
  const tenant = await onboard('Alpenbank')
  const ask = <T>(requests: readonly { method: string; params: unknown[] }[]): Promise<T[]> =>
    fetch(anvil.rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(requests.map((request, id) => ({ jsonrpc: '2.0', id, ...request }))),
    }).then((answer) => answer.json() as Promise<T[]>)

  return {
    deployment,
    tenant,
    onboard,
    outcomes: async (calls) => {
      const answers: Answer[] = []
      for (let at = 0; at < calls.length; at += 500) {
        const some = calls.slice(at, at + 500)
        answers.push(
          ...(await ask<Answer>(some.map((call) => ({ method: 'eth_call', params: [call, 'latest'] })))),
        )
      }
      return answers.map(outcomeOf)
    },
    privilegeManagerOf: (address) =>
      ledger.client.readContract({ address, abi: dappAbi, functionName: 'privilegeManager' }),
    deliveryIdOf: (creator, privateDataFp, legs) =>
      ledger.client.readContract({
        address: deployment.contracts.DeliveryManager,
        abi: deliveryManagerAbi,
        functionName: 'deliveryIdOf',
        args: [creator, privateDataFp, legs as [], 0n],
      }),
    act: async (call) => {
      const [, sent] = await ask<Answer & { result?: Hex }>([
        { method: 'anvil_impersonateAccount', params: [call.from] },
        { method: 'eth_sendTransaction', params: [{ ...call, gas: '0x1000000', gasPrice: '0x0' }] },
      ])
      if (sent?.result === undefined) throw new Error(sent?.error?.message ?? 'anvil did not answer')
      const { status } = await awaitReceipt(ledger, sent.result)
      if (status !== 'success') throw new Error('a call of the matrix reverted')
    },
    stop: () => anvil.stop(),
  }
}

type Answer = { error?: { message: string; data?: unknown } }

function outcomeOf({ error }: Answer): string {
  if (error === undefined) return ''
  if (typeof error.data !== 'string' || error.data === '0x') return 'without an error'
  const selector = error.data.slice(0, 10)
  return errorNames.get(selector) ?? selector
}

/** By selector. Hashing all errors for each answer would take most of the time of the matrix. */
const errorNames = new Map<string, string>([
  ...errorsAbi.map((item): [string, string] => [
    toFunctionSelector({ ...item, type: 'function', outputs: [], stateMutability: 'view' }),
    item.name,
  ]),
  [toFunctionSelector('Error(string)'), 'Error'],
  [toFunctionSelector('Panic(uint256)'), 'Panic'],
])

/** Every function of an ABI that changes something. */
export const changing = (abi: Abi): AbiFunction[] =>
  abi
    .filter((item): item is AbiFunction => item.type === 'function')
    .filter(({ stateMutability }) => stateMutability === 'nonpayable' || stateMutability === 'payable')
    .sort((left, right) => (toFunctionSignature(left) < toFunctionSignature(right) ? -1 : 1))

/** A call of a function with what is known of its parameters, by `type name`, and nothing in the others. */
export const callWith = (item: AbiFunction, known: Readonly<Record<string, unknown>>): Hex =>
  encodeFunctionData({
    abi: [item],
    functionName: item.name,
    args: item.inputs.map((parameter) => known[`${parameter.type} ${parameter.name}`] ?? nothing(parameter)),
  })

/** A call of a function with nothing in any of its parameters. */
export const emptyCall = (item: AbiFunction): Hex => callWith(item, {})

function nothing(parameter: AbiParameter): unknown {
  const { type } = parameter
  if (type.endsWith(']')) return []
  if ('components' in parameter) {
    return Object.fromEntries(parameter.components.map((part) => [part.name ?? '', nothing(part)]))
  }
  if (type === 'address') return zeroAddress
  if (type === 'bool') return false
  if (type === 'string') return ''
  if (type === 'bytes') return '0x'
  if (type.startsWith('bytes')) return `0x${'00'.repeat(Number(type.slice(5)))}`
  return /^u?int(8|16|24|32|40|48)$/.test(type) ? 0 : 0n
}

export const privilegeNames = Object.keys(privileges) as PrivilegeName[]

/** Gives or takes a privilege, everywhere. */
export const change = (verb: 'grant' | 'revoke', holder: Address, name: PrivilegeName): Hex =>
  encodeFunctionData({
    abi: privilegeManagerAbi,
    functionName: verb,
    args: [holder, privileges[name], zeroAddress],
  })
