import type { Duty } from '@connex/protocol'
import { expect, test } from 'vitest'
import { confirmFunctions } from './deliveryFunctions.ts'

test.each<[Duty[], string[]]>([
  [[], []],
  [['pay'], []],
  [['deliver'], ['confirmAsSender']],
  [['deliver', 'deliver'], ['confirmAsSender']],
  [['receive', 'pay'], ['confirmAsReceiver']],
  [['deliver', 'receive'], ['confirmDelivery']],
  [['register'], ['confirmDelivery']],
  [['deliver', 'register'], ['confirmDelivery']],
  [['coordinate'], ['confirmAsCoordinator']],
  [
    ['receive', 'coordinate'],
    ['confirmAsReceiver', 'confirmAsCoordinator'],
  ],
])('%j are given by %j', (duties, functions) => {
  expect(confirmFunctions(duties)).toEqual(functions)
})
