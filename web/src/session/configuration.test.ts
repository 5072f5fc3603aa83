import { expect, it } from 'vitest'
import { defaultProduct, productOf } from './configuration.ts'

it.each(['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', ' javascript:alert(1)', ''])(
  'follows no address like %j',
  (helpUrl) => {
    expect(productOf({ helpUrl, logoUrl: helpUrl })).toMatchObject({
      helpUrl: defaultProduct.helpUrl,
      logoUrl: '',
    })
  },
)

it('takes name, slogan and addresses from the configuration', () => {
  const own = { productName: 'Bank X', slogan: 'Hello', helpUrl: 'https://help.bank/', logoUrl: '/bank.svg' }
  expect(productOf(own)).toEqual({
    name: 'Bank X',
    slogan: 'Hello',
    helpUrl: 'https://help.bank/',
    logoUrl: '/bank.svg',
  })
})

it.each([undefined, null, 'text', [], { productName: 7, slogan: null }])(
  'takes the defaults from %j',
  (given) => {
    expect(productOf(given)).toEqual(defaultProduct)
  },
)
