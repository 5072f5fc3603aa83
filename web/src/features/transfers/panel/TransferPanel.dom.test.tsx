import { fingerprintOf, type Transfer } from '@connex/protocol'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { press, settle } from '../../../../test/press.ts'
import { pageOf, renderScreen, type Answers } from '../../../../test/screen.tsx'
import { createDesk, OTHER, openRepo, REGISTRAR, transferOf } from '../../../../test/transfers.ts'
import { transactions } from '../../../messages/en/transactions.ts'
import { transfers } from '../../../messages/en/transfers.ts'
import { addMessages } from '../../../messages/t.ts'
import { transferQuery } from '../shared/transferQueries.ts'
import TransferPanel from './TransferPanel.tsx'

addMessages(transactions)
addMessages(transfers)

const details = { salt: `0x${'5a'.repeat(32)}`, description: 'As agreed by phone' }
const proved = { creator: OTHER, createdByUser: null, privateDataFp: fingerprintOf(details) }
const fop = transferOf('1', proved)

const arrived = (found: object) =>
  pageOf([
    {
      deliveryId: fop.deliveryId,
      details: found,
      ledgerFp: fop.privateDataFp,
      status: 'SYNCED',
      externalAuditLogs: [],
    },
  ])

async function renderPanel(transfer: Transfer | undefined, answers: Answers = {}) {
  const log: string[] = []
  const world = createDesk({ deliveryDetails: pageOf([]), deliveryComments: pageOf([]), ...answers })
  const { client, queries } = world
  if (transfer !== undefined)
    queries.setQueryData(transferQuery(client, transfer.deliveryId).queryKey, transfer)
  await renderScreen(
    <TransferPanel
      deliveryId={fop.deliveryId}
      onAction={(action) => log.push(action)}
      onOpen={(deliveryId) => log.push(`open ${deliveryId.slice(2, 3)}`)}
      onClose={() => log.push('close')}
    />,
    world,
  )
  await settle(20)
  return { log, world, text: () => document.body.textContent ?? '' }
}

/** The value of a term. */
const valueOf = (term: string): string | undefined =>
  screen
    .queryAllByRole('term')
    .find(({ textContent }) => textContent === term)
    ?.parentElement?.querySelector('dd')?.textContent ?? undefined

describe('the panel of a transfer', () => {
  it('says that a transfer could not be loaded, and offers nothing', async () => {
    await renderPanel(undefined, {
      transfers: () => Response.json({ code: 'serverError', title: 'x', status: 500 }, { status: 500 }),
    })
    expect(await screen.findByText('This transfer could not be loaded')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Confirm Delivery' })).toBeNull()
  })

  it('shows a description only if it matches the ledger’s fingerprint', async () => {
    const unproved = await renderPanel(transferOf('1', { ...proved, description: 'As the server has it' }), {
      deliveryDetails: arrived({ ...details, description: 'Something else' }),
    })
    expect(unproved.text()).toContain('The details do not match the ledger’s fingerprint.')
    expect(unproved.text()).not.toContain('Something else')
    expect(unproved.text()).not.toContain('As the server has it')
  })

  it('says that private details could not be loaded, and loads them on request', async () => {
    let isDown = true
    const { text } = await renderPanel(fop, {
      deliveryDetails: () =>
        isDown
          ? Response.json({ code: 'serverError', title: 'x', status: 500 }, { status: 500 })
          : arrived(details),
    })
    expect(await screen.findByText('The private details could not be loaded')).toBeTruthy()
    expect(text()).not.toContain('Private details not received yet')
    isDown = false
    await press('Try again')
    await settle(20)
    expect(screen.queryByText('The private details could not be loaded')).toBeNull()
  })

  it('says whose turn it is, who takes part, and offers what the viewer can do', async () => {
    const { log, text } = await renderPanel(fop, { deliveryDetails: arrived(details) })
    expect(text()).toContain('As agreed by phone')
    expect(text()).toContain('Details match the ledger’s fingerprint')
    expect([valueOf('Counterparty'), valueOf('Custodian')]).toEqual(['Baltic', 'Meridian'])
    expect(within(screen.getByRole('figure')).getByText('Baltic')).toBeTruthy()
    await press('Confirm Delivery')
    expect(log).toEqual(['confirm'])
  })

  it('names a custodian once where it is the counterparty, as of a mint', async () => {
    await renderPanel({ ...fop, counterpartyAddr: REGISTRAR })
    expect(valueOf('Counterparty')).toBeUndefined()
    expect(valueOf('Custodian')).toBe('Meridian')
    expect(screen.queryByRole('figure')).toBeNull()
  })

  it('leads from a repo to what closes it', async () => {
    const repo = { ...openRepo(), ...proved } as unknown as Transfer
    const { log, world } = await renderPanel(repo)
    world.queries.setQueryData(['transfers', 'closing', repo.deliveryId], {
      deliveryId: transferOf('2').deliveryId,
    })
    await press('View closing')
    expect(log).toEqual(['open 2'])
  })
})
