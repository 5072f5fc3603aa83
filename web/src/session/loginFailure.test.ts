import { expect, it } from 'vitest'
import { loginFailure, LoginRefusal } from './loginFailure.ts'

const coded = (code: string, message: string, more: object = {}) =>
  Object.assign(new Error(message), { code, ...more })

it('says of a wrong password that the wallet could not be unlocked, and why', () => {
  const cause = coded('incorrectPassword', 'incorrect password')
  expect(loginFailure(coded('unlockFailed', 'Error unlocking wallet', { cause }))).toEqual({
    text: 'Could not unlock wallet.',
    cause: 'incorrect password',
    code: 'incorrectPassword',
  })
})

it('says of a damaged file what exactly is wrong with it', () => {
  const error = coded('invalidWallet', 'invalid JSON wallet', { detail: 'The version is not 3.' })
  expect(loginFailure(error).cause).toBe('invalid JSON wallet (The version is not 3.)')
})

it.each([
  ['error_not_investor', {}, 'Your account is not configured correctly. Please consult your administrator.'],
  ['error_user_not_active', { status: 'INACTIVE' }, 'Account not active. Account status: INACTIVE'],
  [
    'error_account_locked',
    { expiration: '21 Nov 2026, 10:00' },
    'Account remains locked until 21 Nov 2026, 10:00',
  ],
  ['error_no_account_info', {}, 'Could not get account info.'],
] as const)('words %s as the specification does', (key, values, text) => {
  expect(loginFailure(new LoginRefusal(key, values))).toMatchObject({ text, code: key })
})

it('D22: a wallet that the server did not authenticate may belong to another server, and the hint names this one', () => {
  const values = { server: 'north.example' }
  const refused = coded('unauthenticated', 'User Authentication Failure')
  expect(loginFailure(new LoginRefusal('error_no_account_info', values, refused))).toEqual({
    text: 'Could not get account info.',
    cause: 'User Authentication Failure',
    hint: 'north.example did not accept this wallet. It may belong to another server, or not be invited yet.',
    code: 'error_no_account_info',
  })
  const unreachable = coded('unreachable', 'The server cannot be reached.')
  expect(loginFailure(new LoginRefusal('error_no_account_info', values, unreachable)).hint).toBeUndefined()
})
