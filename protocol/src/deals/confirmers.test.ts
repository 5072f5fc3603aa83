import { describe, expect, it } from 'vitest'
import type { LegRole } from '../entities/delivery.ts'
import { confirmersOf, confirmersText } from './confirmers.ts'

type Given = Parameters<typeof confirmersOf>[0]
const delivery = (...confirmations: [tenant: string, role: LegRole, txHash: string][]) =>
  ({
    creator: 'Alpenbank',
    createdTxHash: '0x01',
    confirmations: confirmations.map(([tenant, role, txHash]) => ({ tenant, role, txHash })),
  }) as unknown as Given
const text = (given: Given) => confirmersText(given, (tenant) => tenant)

describe('confirmersOf', () => {
  it('leaves out what its creator confirmed by creating it, and has what it confirmed later', () => {
    expect(confirmersOf(delivery(['Alpenbank', 'sender', '0x01']))).toEqual([])
    expect(
      confirmersOf(delivery(['Alpenbank', 'sender', '0x01'], ['Alpenbank', 'receiver', '0x02'])),
    ).toEqual(['Alpenbank'])
  })

  it('has each tenant once, and the custodians last although one of them was earlier', () => {
    const found = confirmersOf(
      delivery(
        ['Meridian', 'registrar', '0x02'],
        ['Baltic', 'receiver', '0x03'],
        ['Baltic', 'sender', '0x03'],
        ['Alpenbank', 'receiver', '0x04'],
        ['Nordhafen', 'registrar', '0x05'],
        ['Meridian', 'registrar', '0x06'],
      ),
    )
    expect(found).toEqual(['Baltic', 'Alpenbank', 'Meridian', 'Nordhafen'])
  })
})

describe('confirmersText', () => {
  it('names the creator alone while nobody has confirmed', () => {
    expect(text(delivery())).toBe('created by Alpenbank')
  })

  it('lists everyone who has confirmed', () => {
    expect(text(delivery(['Baltic', 'receiver', '0x02']))).toBe('created by Alpenbank, confirmed by Baltic')
    expect(
      text(
        delivery(
          ['Baltic', 'receiver', '0x02'],
          ['Alpenbank', 'receiver', '0x03'],
          ['Meridian', 'registrar', '0x04'],
        ),
      ),
    ).toBe('created by Alpenbank, confirmed by Baltic, Alpenbank and Meridian')
  })
})
