import { describe, expect, it } from 'vitest'
import { loginAddress, returnPath } from './loginUrl.ts'

describe('returnPath', () => {
  it.each([
    '',
    '?return=',
    '?return=//evil.example',
    '?return=/\\evil.example',
    '?return=https://evil.example',
    '?return=/login',
  ])('does not follow %j', (search) => {
    expect(returnPath(search)).toBe('/custodians')
  })

  it('goes back to where one was going', () => {
    const search = new URL(loginAddress('/transactions?status=PENDING&row=0x1'), 'http://here').search
    expect(returnPath(search)).toBe('/transactions?status=PENDING&row=0x1')
  })
})

describe('loginAddress', () => {
  it('says nothing of the start or of itself', () => {
    expect(loginAddress('/')).toBe('/login')
    expect(loginAddress('/login?return=/x')).toBe('/login')
  })
})
