// Sentences about acts: each is about the functions that take what it names, and about no others of the same name.
import * as contracts from '@connex/contracts'
import { Address } from '@connex/protocol'
import { toFunctionSelector, toFunctionSignature } from 'viem'
import type { Abi, AbiFunction, AbiParameter } from 'viem'
import { expect, test } from 'vitest'
import type { ActNames } from './actNames.ts'
import { actSentences } from './actSentences.ts'
import type { NamedCall } from '../ledger/calls/namedCalls.ts'

const NAMES: ActNames = {
  of: (address) => `of(${String(address)})`,
  instrument: (id) => `instrument(${String(id)})`,
  registry: (id) => `registry(${String(id)})`,
  quantity: (quantity, id) => `quantity(${String(quantity)}, ${String(id)})`,
}

const functions = new Map<string, AbiFunction>(
  Object.entries(contracts).flatMap(([name, abi]) =>
    name.endsWith('Abi')
      ? (abi as Abi).flatMap((item) =>
          item.type === 'function' && item.stateMutability !== 'view' && item.stateMutability !== 'pure'
            ? [[toFunctionSelector(item), item] as const]
            : [],
        )
      : [],
  ),
)

/** A value of the type, with one element in each list. */
function valueOf({ type, ...parameter }: AbiParameter): unknown {
  if (type.endsWith('[]')) return [valueOf({ ...parameter, type: type.slice(0, -2) })]
  if (type === 'tuple') {
    const { components } = parameter as { components: AbiParameter[] }
    return Object.fromEntries(components.map((one) => [one.name, valueOf(one)]))
  }
  if (type.startsWith('uint')) return Number(type.slice(4)) > 48 ? 7n : 1
  if (type === 'address') return `0x${'a1'.repeat(20)}`
  if (type === 'bool') return true
  return type === 'string'
    ? 'text'
    : type.startsWith('bytes')
      ? `0x${'00'.repeat(Number(type.slice(5) || 4))}`
      : 0
}

const callOf = (item: AbiFunction, selector: string): NamedCall => ({
  to: Address.parse(`0x${'b2'.repeat(20)}`),
  selector,
  functionName: item.name,
  args: Object.fromEntries(item.inputs.map((input) => [input.name ?? '', valueOf(input)] as const)),
})

const explained = [...functions].map(([selector, item]) => ({
  item,
  sentences: actSentences(callOf(item, selector), NAMES),
}))

test('no sentence has a gap', () => {
  const all = explained.flatMap(({ sentences = [] }) => sentences)
  expect(all.length).toBeGreaterThan(60)
  expect(all.filter((text) => /undefined|NaN|\[object/.test(text))).toEqual([])
})

test('functions that take something else than their namesakes have none', () => {
  const names = new Set(
    explained.flatMap(({ item, sentences }) => (sentences === undefined ? [] : [item.name])),
  )
  const silent = explained.filter(({ item, sentences }) => sentences === undefined && names.has(item.name))
  expect(silent.map(({ item }) => toFunctionSignature(item)).toSorted()).toMatchInlineSnapshot(`
    [
      "forcedTransfer(bytes32,address,bytes32[],address,bytes32[],bytes32)",
      "issue(bytes32,bytes32)",
      "reorg(bytes32,(uint64,uint256)[],(uint64,uint256)[])",
      "reorg(bytes32,bytes32,uint64,uint64,uint256)",
      "terminateEntry(bytes32,(address,address,(address,uint64),bool),uint256)",
    ]
  `)
})
