import type { Address } from '@connex/protocol'
import { expect, it } from 'vitest'
import { approvals } from '../../messages/en/desk/approvals.ts'
import { addMessages } from '../../messages/t.ts'
import { termsOf, userText } from './approvalText.ts'

addMessages(approvals)

const [own, colleague, gone] = ['0x01', '0x02', '0x03'] as Address[] as [Address, Address, Address]
const workflow = {
  users: [
    { address: own, name: 'a.keller' },
    { address: colleague, name: 'b.moser' },
    { address: gone, name: null },
  ],
}

it('names a user, calls the viewer ‘you’, and has the address of one whom the server does not know any more', () => {
  expect(userText(workflow, own, own)).toBe('you')
  expect(userText(workflow, colleague, own)).toBe('b.moser')
  expect(userText(workflow, gone, own)).toBe('0x03')
  expect(userText({ users: [] }, gone, own)).toBe('0x03')
})

it('lists what a proposal adds to the legs, as the other side reads it', () => {
  const margin = { method: 'A', marginRatio: '102', substitution: 'NONE' }
  const details = { description: 'One week', reference: 'DESK-4711', margin }
  const one = { details, reason: null, valueDate: undefined } as unknown as Parameters<typeof termsOf>[0]
  expect(termsOf(one).map(({ term, value }) => `${term}: ${value}`)).toEqual([
    'Description: One week',
    'Reference: DESK-4711',
    'Margin: by ratio to the repurchase price (method A)',
    'Margin ratio: 102%',
    'Substitution: never',
  ])
})
