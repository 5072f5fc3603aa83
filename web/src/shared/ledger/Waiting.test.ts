import { expect, it } from 'vitest'
import { deals } from '../../messages/en/deals.ts'
import { addMessages } from '../../messages/t.ts'
import { waitingHint } from './Waiting.tsx'

addMessages(deals)

it('D15: says after ten seconds what a silent server means for the money', () => {
  expect(waitingHint(9, false)).toBeUndefined()
  expect(waitingHint(10, false)).toMatch(/^Your server has not answered yet\. Nothing is signed/)
  expect(waitingHint(10, true)).toMatch(/Your transaction is signed and may still execute/)
})

it('gives no such hint for several transactions at once, whose rows say it', () => {
  expect(waitingHint(60, undefined)).toBeUndefined()
})
