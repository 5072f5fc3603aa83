import { fingerprintOf, type Transfer } from '@connex/protocol'
import { act, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { press, settle } from '../../../../test/press.ts'
import { OWN_TENANT, pageOf, renderScreen, type Answers } from '../../../../test/screen.tsx'
import {
  createDesk,
  legOf,
  MANAGER,
  OTHER,
  REGISTRAR,
  REGISTRY_ID,
  transferOf,
} from '../../../../test/transfers.ts'
import { nextSteps } from '../../../messages/en/nextSteps.ts'
import { transactions } from '../../../messages/en/transactions.ts'
import { transferForms } from '../../../messages/en/transferForms.ts'
import { transfers } from '../../../messages/en/transfers.ts'
import { addMessages } from '../../../messages/t.ts'
import { transferQuery } from '../shared/transferQueries.ts'
import ConfirmTransferDialog from './ConfirmTransferDialog.tsx'

for (const messages of [transactions, transfers, transferForms, nextSteps]) addMessages(messages)

const cashLeg = legOf({
  legIdx: 1,
  legType: 'EXTERNAL',
  sender: OWN_TENANT,
  receiver: OTHER,
  assetId: null,
  identifier: null,
  quantity: '0',
  receiverConfirmed: false,
  registrarConfirmed: true,
})
const delivered = legOf({
  sender: OTHER,
  receiver: OWN_TENANT,
  senderConfirmed: true,
  receiverConfirmed: true,
  registrarConfirmed: true,
})
const details = {
  salt: `0x${'5a'.repeat(32)}`,
  description: 'One week',
  cashQuantity: '1000.00',
  cashCurrency: 'EUR',
}

/** A payment that the viewer has yet to report, after the securities have been delivered. */
const payment = {
  ...transferOf('1', { legs: [delivered, cashLeg], deliver: null, pays: 'VIEWER' }),
  privateDataFp: fingerprintOf(details),
}
const arrived = (found: object | null = details, status = 'SYNCED') =>
  pageOf([
    {
      deliveryId: payment.deliveryId,
      details: found,
      ledgerFp: payment.privateDataFp,
      status,
      externalAuditLogs: [],
    },
  ])

async function renderConfirm(transfer: Transfer, answers: Answers = {}) {
  const log: string[] = []
  const world = createDesk({ positions: pageOf([]), deliveryDetails: pageOf([]), ...answers })
  const { client, queries } = world
  await renderScreen(<ConfirmTransferDialog transfer={transfer} onClose={() => log.push('close')} />, world)
  await settle(20)
  const change = (now: Transfer) =>
    act(async () => void queries.setQueryData(transferQuery(client, transfer.deliveryId).queryKey, now))
  return { log, world, change }
}

/** Why the button signs nothing, as it says itself. */
const refusal = (): string | undefined => {
  const button = screen.getByRole('button', { name: 'Sign and confirm' })
  const id = button.getAttribute('aria-describedby')
  return id === null ? undefined : (document.getElementById(id)?.textContent ?? undefined)
}
const UNKNOWN = /amount to pay is unknown/

describe('a payment', () => {
  it('is not signed while its private details are being read', async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>()
    await renderConfirm(payment, { deliveryDetails: () => promise })
    expect(refusal()).toBe('The private details are being read.')
    await act(async () => resolve(arrived()))
    expect(await screen.findByText(/report that EUR 1,000\.00/)).toBeTruthy()
    expect(refusal()).not.toBe('The private details are being read.')
  })

  for (const [reason, answer] of [
    ['have not arrived', pageOf([])],
    ['could not be read', () => Promise.reject(new TypeError('away'))],
  ] as const)
    it(`of which the details ${reason} is signed only once the user has verified it`, async () => {
      await renderConfirm(payment, { deliveryDetails: answer })
      expect(await screen.findByText('Ask Baltic before you sign')).toBeTruthy()
      expect(screen.getByText(UNKNOWN)).toBeTruthy()
      expect(refusal()).toBe('Confirm first that you have verified the terms.')
      await press(/^I have verified/, 'checkbox')
      expect(refusal()).not.toBe('Confirm first that you have verified the terms.')
    })

  it('shows no terms that differ from the ledger’s fingerprint, and needs the same acceptance', async () => {
    await renderConfirm(payment, { deliveryDetails: arrived({ ...details, cashQuantity: '9000.00' }) })
    expect(await screen.findByText(/do not match the ledger’s fingerprint/)).toBeTruthy()
    expect(screen.queryByText(/9,000/)).toBeNull()
    expect(refusal()).toBe('Confirm first that you have verified the terms.')
  })
})

describe('a delivery', () => {
  const position = (account: string, available: string) => ({
    registryId: REGISTRY_ID,
    owner: OWN_TENANT,
    account,
    quantity: available,
    earmarked: '0',
    available,
    decimals: 0,
  })

  const delivery = (more: object = {}) => transferOf('1', { privateDataFp: fingerprintOf(details), ...more })

  it('needs an account that holds enough before the ledger checks it', async () => {
    const { world } = await renderConfirm(delivery())
    world.queries.setQueryData(['positions', 'confirm', MANAGER, REGISTRAR, REGISTRY_ID], {
      holdings: [position('4100', '4999')],
      accounts: [],
    })
    expect(await screen.findByText('Insufficient funds in selected account.')).toBeTruthy()
    expect(screen.queryByText(/ledger check/)).toBeNull()
  })

  it('needs an acceptance where what arrived differs, although the server gives it to nobody', async () => {
    await renderConfirm(delivery(), { deliveryDetails: arrived(null, 'FINGERPRINT_MISMATCH') })
    expect(await screen.findByText(/do not match the ledger’s fingerprint/)).toBeTruthy()
    expect(refusal()).toBe('Confirm first that you have verified the terms.')
  })

  it('signs nothing once the other side has canceled it', async () => {
    const { change } = await renderConfirm(delivery())
    await change(
      delivery({ deliveryState: 'CANCELED', state: 'CANCELED', canceledBy: OTHER, wasRefused: false }),
    )
    expect(await screen.findByText('This transfer has changed')).toBeTruthy()
    expect(refusal()).toMatch(/^Baltic canceled this transfer/)
  })
})
