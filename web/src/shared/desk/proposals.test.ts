import type { Address } from '@connex/protocol'
import { expect, it } from 'vitest'
import { userText } from './proposals.ts'

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
