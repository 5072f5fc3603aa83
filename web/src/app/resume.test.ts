import type { Transfer } from '@connex/protocol'
import type { Resumed, SignedCall } from '@connex/sdk'
import { expect, it } from 'vitest'
import { app } from '../messages/en/app.ts'
import { resumed } from '../messages/en/resumed.ts'
import { addMessages } from '../messages/t.ts'
import { dealText, titleOf } from './resume.ts'

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

it('D16: names an event of a deal', () => {
  const closing = { deliveryId: '0xab', transferType: 'REPO', dealEvent: 'RETURN' } as Transfer
  expect(dealText({ functionName: 'confirmAsReceiver' }, closing, 'Baltic').text).toBe(
    'Confirmation · Return of a repo with Baltic',
  )
})

it('D16: links no request to the table of transfers', () => {
  expect(textFor('createDelivery', 'MINT')).toEqual({ text: 'Creation · Mint with Baltic' })
})

it('says that the ledger took a transaction back, and how it ended after that', () => {
  const title = (outcome: Resumed['outcome'], wasTakenBack: boolean) => titleOf({ outcome, wasTakenBack })
  expect(title('mined', false)).toBe('A transaction you signed earlier has executed')
  expect(title('mined', true)).toBe('The transaction that the ledger took back has executed again')
  expect(title('replaced', true)).toBe(
    'The ledger took back one of your transactions and executed another in its place',
  )
  expect(title('refused', true)).toBe(
    'The ledger took back one of your transactions, then refused it: nothing moved',
  )
})
