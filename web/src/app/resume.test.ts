import type { Transfer } from '@connex/protocol'
import type { SignedCall } from '@connex/sdk'
import { expect, it } from 'vitest'
import { app } from '../messages/en/app.ts'
import { resumed } from '../messages/en/resumed.ts'
import { addMessages } from '../messages/t.ts'
import { dealText } from './resume.ts'

addMessages(app)
addMessages(resumed)

const textFor = (functionName: SignedCall['functionName'], transferType: Transfer['transferType']) =>
  dealText({ functionName }, { deliveryId: '0xab', transferType } as Transfer, 'Baltic')

it('D16: says which deal a transaction of an earlier session was about, and links to it', () => {
  expect(textFor('confirmAsReceiver', 'REPO')).toEqual({
    text: 'Confirmation · Repo with Baltic',
    link: { label: 'Open the transfer', href: '/transactions?row=0xab' },
  })
  expect(textFor('createDelivery', 'SEC_LEND').text).toBe('Creation · Securities Lending with Baltic')
  expect(textFor('cancelDelivery', 'FOP').text).toBe('Cancellation · FoP with Baltic')
})

it('D16: links no request to the table of transfers', () => {
  expect(textFor('createDelivery', 'MINT')).toEqual({ text: 'Creation · Mint with Baltic' })
})
