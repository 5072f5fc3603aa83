import type { Address, Position } from '@connex/protocol'
import { describe, expect, it } from 'vitest'
import type { AssetTerms } from '../../../shared/deal/AssetDraft.ts'
import { dealForms } from '../../../messages/en/dealForms.ts'
import { deals } from '../../../messages/en/deals.ts'
import { addMessages } from '../../../messages/t.ts'
import type { TransferTerms } from './transferDraft.ts'
import { ownLegs, transferConsequences, type Context } from './transferConsequences.ts'

addMessages(deals)
addMessages(dealForms)

const choices = {
  instrumentName: 'Bund 2030 (DE000A2LQ5M4)',
  accountName: '4100 (Trading book)',
  limits: { decimals: 0, available: undefined },
  position: { available: '41200000', earmarked: '5' } as Position,
}
const both = {
  deliver: choices,
  receive: { ...choices, instrumentName: 'Fonds A (A40HB2)', position: undefined },
}
const asset = { registryId: '0x1', account: '4100', quantity: 25_000_000n } as AssetTerms
const fop: TransferTerms = {
  kind: 'FOP',
  direction: 'DELIVER',
  counterpartyAddr: '0x02' as Address,
  assets: { deliver: asset },
  description: 'x',
  valueDate: undefined,
  repo: undefined,
}
const terms = {
  purchaseDate: '2026-11-23',
  repurchaseDate: '2026-11-30',
  purchasePrice: '1000000.00',
  rate: '2.14',
  dayCount: 'ACT/360',
} as const
const repo: TransferTerms = { ...fop, kind: 'REPO', repo: { terms, currency: 'EUR' } }
const consequencesOf = (given: TransferTerms, more: Partial<Context> = {}) =>
  transferConsequences(given, {
    custodians: ['Meridian'],
    counterparty: 'Baltic',
    legs: ownLegs(given, both),
    ...more,
  })
const textsOf = (given: TransferTerms, more: Partial<Context> = {}) =>
  consequencesOf(given, more).steps.map(({ when, text, notes = [] }) => [when, text, ...notes].join(' | '))

describe('transferConsequences', () => {
  it('tells free and earmarked before and after, and who acts next', () => {
    expect(consequencesOf(fop).legs).toEqual([
      'You deliver 25,000,000 Bund 2030 (DE000A2LQ5M4) from account 4100 (Trading book) to Baltic.',
    ])
    expect(textsOf(fop)).toEqual([
      'When you sign | You earmark 25,000,000 Bund 2030 (DE000A2LQ5M4) in account 4100 (Trading book). | Available 41,200,000, then 16,200,000 | Earmarked 5, then 25,000,005',
      'Then | Baltic confirms the receipt and chooses its account. | Until both have confirmed, or a payment is reported, either can cancel alone.',
      'Settlement | Meridian confirms, and the securities move.',
    ])
  })

  it('earmarks nothing where one receives, and says what is available then', () => {
    const [now, then, last] = textsOf({ ...fop, direction: 'RECEIVE', assets: { receive: asset } })
    expect(now).toBe(
      'When you sign | You will receive into account 4100 (Trading book). Nothing is earmarked yet.',
    )
    expect(then).toContain(
      'Baltic confirms the delivery, which earmarks 25,000,000 Fonds A (A40HB2) in its account.',
    )
    expect(last).toContain('Available in your account 0; after settlement 25,000,000')
  })

  it('tells a repo’s cash and its end, to the cent', () => {
    expect(consequencesOf(repo).legs[1]).toBe(
      'Baltic pays you EUR 1,000,000.00: documented cash, paid outside the ledger.',
    )
    expect(textsOf(repo).at(-1)).toContain(
      'On 30 Nov 2026 you buy the securities back for EUR 1,000,416.11, including 7 days of interest.',
    )
  })

  it('speaks of one day as of one', () => {
    const overnight = { ...terms, repurchaseDate: '2026-11-24' }
    const text = textsOf({ ...repo, repo: { terms: overnight, currency: 'EUR' } }).at(-1)
    expect(text).toMatch(/including 1 day of interest\./)
  })

  it('says that a repo without a repurchase date is open, and nothing more of a closing', () => {
    const { repurchaseDate: _, ...open } = terms
    const openRepo = { ...repo, repo: { terms: open, currency: 'EUR' as const } }
    expect(textsOf(openRepo).at(-1)).toContain('The repo is open')
    expect(textsOf(repo, { isClosing: true }).at(-1)).toMatch(/^Settlement/)
  })

  it('tells both legs of a loan', () => {
    const loan: TransferTerms = { ...fop, kind: 'SEC_LEND', assets: { deliver: asset, receive: asset } }
    expect(consequencesOf(loan).legs).toHaveLength(2)
    expect(textsOf(loan)[1]).toContain(
      'Baltic confirms and chooses its accounts. This earmarks 25,000,000 Fonds A (A40HB2)',
    )
  })

  it('names each of several securities with its account', () => {
    const other = { ...both.deliver, instrumentName: 'Bill 2027', accountName: '33', position: undefined }
    const legs = [
      { key: 'deliver' as const, asset, choices: both.deliver },
      { key: 'deliver' as const, asset, choices: other },
    ]
    expect(consequencesOf(repo, { legs }).legs.slice(0, 2)).toEqual([
      'You deliver 25,000,000 Bund 2030 (DE000A2LQ5M4) from account 4100 (Trading book) to Baltic.',
      'You deliver 25,000,000 Bill 2027 from account 33 to Baltic.',
    ])
    const custodians = ['Meridian', 'Harbour']
    expect(textsOf(repo, { legs, custodians })).toContain(
      'Settlement | Meridian and Harbour confirm; all legs settle together, or none does.',
    )
    expect(textsOf(repo, { legs })[0]).toContain('You earmark 25,000,000 Bill 2027 in account 33.')
  })
})
