import { expect, it } from 'vitest'
import { deals } from '../../messages/en/deals.ts'
import { addMessages } from '../../messages/t.ts'
import { waitingHint } from './Waiting.tsx'

addMessages(deals)

it('D15: says after ten seconds what a silent server means for the money', () => {
  expect(waitingHint(9, false, false)).toBeUndefined()
  expect(waitingHint(10, false, false)).toMatch(/^Your server has not answered yet\. Nothing is signed/)
  expect(waitingHint(10, true, false)).toMatch(/Your transaction is signed and may still execute/)
})

it('gives no such hint for several transactions at once, whose rows say it', () => {
  expect(waitingHint(60, undefined, false)).toBeUndefined()
})

it('says after four seconds that the wallet has reached its limit, and not that the server is silent', () => {
  expect(waitingHint(3, false, true)).toBeUndefined()
  expect(waitingHint(4, false, true)).toBe(
    'Your wallet signs at most 300 requests a minute, and has reached this limit. It continues automatically within a minute. Nothing is signed yet, so nothing moves. Keep this open.',
  )
  expect(waitingHint(4, true, true)).toMatch(/reached this limit.*Your transaction is signed/)
  expect(waitingHint(4, undefined, true)).toMatch(/within a minute\.$/)
})
