import type { Address } from '@connex/protocol'
import { expect, it } from 'vitest'
import { approvals } from '../../messages/en/desk/approvals.ts'
import { addMessages } from '../../messages/t.ts'
import { termsOf, titleOf, userText } from './approvalText.ts'

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

it('names an event of a deal before what is signed, and a payment alone', () => {
  const names = { own, nameOf: String, instrumentOf: () => undefined }
  const title = (legs: readonly object[], details: object | null) => {
    const call = { functionName: 'createDelivery', legs, details, accounts: [], reason: null }
    return titleOf({ calls: [call] } as unknown as Parameters<typeof titleOf>[0], names)
  }
  const securities = { sender: own, receiver: colleague, registryId: '0x0b', quantity: 5n }
  const cash = { sender: colleague, receiver: own, currency: 'EUR' }
  const closing = { openingDeliveryId: '0x01', deal: { event: 'RETURN' } }
  expect(title([securities, cash], null)).toBe('You create a transfer.')
  expect(title([securities, cash], closing)).toBe('Return of a repo · You create a transfer.')
  expect(title([securities, securities], closing)).toBe('Return of a loan · You create a transfer.')
  expect(title([cash], null)).toBe('Cash payment · You create a transfer.')
})
