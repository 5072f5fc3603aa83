import { toFunctionSelector } from 'viem'
import type { Abi, AbiFunction } from 'viem'
import { describe, expect, test } from 'vitest'
import {
  dappControllerAbi,
  factoryAbi,
  platformManagerAbi,
  privilegeManagerAbi,
  privileges,
  tenantAbi,
} from '../../generated/index.ts'
import { workflowConfig } from './workflowConfig.ts'

/** What no user reaches through the platform controller, and who calls it instead. */
const closed: Record<string, readonly string[]> = {
  'the transaction that makes the contract': ['init'],
  'anybody, directly': [
    'fund',
    'refund',
    'createTenant',
    'createPrivilegeManager',
    'delegateBatchWithMultisig',
    'cancelNonce',
  ],
  'another contract': ['execute', 'useNonce', 'registerController', 'setName'],
}

const changing = (abi: Abi): AbiFunction[] =>
  abi.filter(
    (item): item is AbiFunction =>
      item.type === 'function' && item.stateMutability !== 'view' && item.stateMutability !== 'pure',
  )

describe('the platform controller', () => {
  const opened = new Map(workflowConfig('platform').map((entry) => [entry.functionSelector, entry]))
  const notOpened = new Set(Object.values(closed).flat())
  const abis = { dappControllerAbi, factoryAbi, platformManagerAbi, privilegeManagerAbi, tenantAbi }

  for (const [name, abi] of Object.entries(abis))
    test(`opens every function of ${name} that changes something, or says who else calls it`, () => {
      const forgotten = changing(abi)
        .filter((item) => opened.has(toFunctionSelector(item)) === notOpened.has(item.name))
        .map((item) => item.name)
      expect(forgotten).toEqual([])
    })

  test('asks for no privilege that only opens reads', () => {
    const readOnly = new Set<string>(
      Object.entries(privileges)
        .filter(([name]) => name.endsWith('_RO'))
        .map(([, id]) => id),
    )
    expect([...opened.values()].filter(({ privilege }) => readOnly.has(privilege))).toEqual([])
  })
})

test('a token is approved and moved by the back office', () => {
  const config = workflowConfig('token')
  const standard = [
    'approve(address,uint256)',
    'transfer(address,uint256)',
    'transferFrom(address,address,uint256)',
    'safeTransferFrom(address,address,uint256)',
    'safeTransferFrom(address,address,uint256,bytes)',
  ]
  expect(config.map(({ functionSelector }) => functionSelector).sort()).toEqual(
    standard.map((signature) => toFunctionSelector(`function ${signature}`)).sort(),
  )
  expect(new Set(config.map(({ privilege }) => privilege))).toEqual(
    new Set([privileges['delivery.BACKOFFICE']]),
  )
})
