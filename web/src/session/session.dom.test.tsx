import { afterEach, describe, expect, it, vi } from 'vitest'
import { createWorld, OWN_USER } from '../../test/screen.tsx'
import { readPreference } from '../lib/preferences.ts'
import { endOfSession } from './endOfSession.ts'
import { LoginRefusal } from './loginFailure.ts'
import { rememberedFile } from './rememberedFile.ts'
import {
  failRestore,
  readSession,
  refuse,
  signIn,
  signOut,
  subscribeSession,
  type SignedIn,
} from './session.ts'
import { storedRefusal } from './storedRefusal.ts'

const LOCKED = new LoginRefusal('error_account_locked', { expiration: 'tomorrow' })

/** A session that counts how it is ended. */
function startSession() {
  const end = vi.fn<SignedIn['end']>()
  const { client } = createWorld()
  const me = { user: { userAddr: OWN_USER } } as SignedIn['me']
  signIn({ client, me, custodians: [], config: {} as SignedIn['config'], vault: undefined, end })
  return { end }
}

afterEach(() => signOut('loggedOut'))

describe('a session', () => {
  it('is open for the next page until it ends, and its key is wiped before the login shows', () => {
    const { end } = startSession()
    expect(readSession().status).toBe('signedIn')
    expect(readPreference('session')).toBe('open')
    const seen: string[] = []
    const stop = subscribeSession(() => seen.push(`${readSession().status} ${end.mock.calls.length}`))
    signOut('loggedOut')
    stop()
    expect(seen).toEqual(['signedOut 1'])
    expect(end).toHaveBeenCalledExactlyOnceWith(true)
    expect(readSession()).toEqual({ status: 'signedOut', reason: 'loggedOut' })
    expect(readPreference('session')).toBe('')
  })

  it('leaves signed transactions to the next one unless its user logs out', () => {
    const { end } = startSession()
    signOut('ended', 'idle')
    expect(end).toHaveBeenCalledExactlyOnceWith(false)
    expect(readSession()).toEqual({ status: 'signedOut', reason: 'ended', because: 'idle' })
  })

  it.each([
    ['loggedOut', undefined, false],
    ['ended', 'idle', false],
    ['ended', 'otherWallet', false],
    ['ended', undefined, false],
    ['ended', 'alone', true],
    ['ended', 'neverOpened', true],
    ['unreachable', undefined, true],
  ] as const)('that ends by %s, %s: remembers the file: %s', async (reason, because, isRemembered) => {
    startSession()
    await rememberedFile.write(new File(['{}'], 'ada.json'))
    signOut(reason, because)
    expect(rememberedFile.read()?.name).toBe(isRemembered ? 'ada.json' : undefined)
  })

  it('ends what runs without a screen, and not what began after it', () => {
    startSession()
    const ended = endOfSession()
    expect(ended.aborted).toBe(false)
    signOut('ended')
    expect(ended.aborted).toBe(true)
    expect(endOfSession().aborted).toBe(false)
  })
})

describe('a refusal', () => {
  it('changes nothing while nobody is signed in', () => {
    const before = readSession()
    refuse(LOCKED)
    expect(readSession()).toBe(before)
    expect(storedRefusal.read()).toBeUndefined()
  })

  it('ends the session with its reason, which a reload still shows, and a login removes', () => {
    const { end } = startSession()
    refuse(LOCKED)
    expect(end).toHaveBeenCalledExactlyOnceWith(false)
    expect(readSession()).toEqual({ status: 'signedOut', reason: 'refused', refusal: LOCKED })
    expect(storedRefusal.read()).toMatchObject({ key: LOCKED.key, values: LOCKED.values })
    startSession()
    expect(storedRefusal.read()).toBeUndefined()
  })

  it('is removed by a logout', () => {
    startSession()
    refuse(LOCKED)
    signOut('loggedOut')
    expect(storedRefusal.read()).toBeUndefined()
  })

  it('is not read from what another version has stored', () => {
    for (const stored of ['{', 'null', '{"key":"error_unknown"}', '7']) {
      sessionStorage.setItem('connex.refusal', stored)
      expect(storedRefusal.read()).toBeUndefined()
    }
  })
})

it('fails no session that is open or over: only one that is being restored', () => {
  startSession()
  failRestore('unreachable')
  expect(readSession().status).toBe('signedIn')
  signOut('ended')
  failRestore(LOCKED)
  expect(readSession()).toEqual({ status: 'signedOut', reason: 'ended' })
})
