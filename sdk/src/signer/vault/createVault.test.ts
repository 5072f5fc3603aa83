import { Address, bodyHash } from '@connex/protocol'
import { describe, expect, it } from 'vitest'
import { TEST_KEY } from '../../../../testkit/src/wallets/testWallet.ts'
import { addressOfPrivateKey } from '../../wallet/privateKey.ts'
import { createVault } from './createVault.ts'
import { IDLE_MS } from './watch.ts'
import type { LockReason } from './vaultMessages.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const CHAIN = 31337
const keyBytes = (): Uint8Array => TEST_KEY.slice()
const OWNER = addressOfPrivateKey(keyBytes())
const CONTRACT = Address.parse(`0x${'ab'.repeat(20)}`)

const request = {
  version: 6,
  chainId: CHAIN,
  serverId: 'http://127.0.0.1:4000',
  method: 'GET',
  target: '/api/v6/transfer/transfers',
  timestamp: 1_763_690_000_000,
  nonce: 'ab'.repeat(32),
  bodySha256: await bodyHash(new Uint8Array()),
  contentType: undefined,
}
const transaction = {
  chainId: CHAIN,
  nonce: 0,
  gas: 16_000_000n,
  gasPrice: 1n,
  to: CONTRACT,
  value: 0n,
  data: '0x',
}

/** A vault whose clock the test moves, with a tab beside it that beats or does not. */
function openWorld({ idleMs = 15 * MINUTE, isOpen = true } = {}) {
  let now = 1_763_690_000_000
  let steady = 0
  const locked: LockReason[] = []
  const pass = (milliseconds: number): void => {
    now += milliseconds
    steady += milliseconds
  }
  const clock = {
    now: () => now,
    steady: () => steady,
    wait: async (milliseconds: number) => pass(milliseconds),
  }
  const vault = createVault({ clock, onLock: (reason) => locked.push(reason) })
  if (isOpen) vault.open(keyBytes(), { chainId: CHAIN, idleMs })
  const spend = (milliseconds: number, { isActive = true, beats = true } = {}): void => {
    for (let spent = 0; spent < milliseconds; spent += 10 * SECOND) {
      pass(Math.min(10 * SECOND, milliseconds - spent))
      if (beats) vault.beat(isActive)
      else vault.check()
    }
  }
  return {
    vault,
    locked,
    pass,
    spend,
    jump: (milliseconds: number) => (now += milliseconds),
    steady: () => steady,
  }
}

describe('refusals', () => {
  it('signs nothing before it is opened, and says that nobody has opened it', async () => {
    const { vault } = openWorld({ isOpen: false })
    await expect(vault.signRequest(OWNER, request)).rejects.toThrow('The ConneX Wallet has to be initialized')
    await expect(vault.signTransaction(OWNER, transaction)).rejects.toMatchObject({
      code: 'walletNotInitialized',
    })
    expect(vault.status()).toEqual({ isUnlocked: false, reason: 'neverOpened' })
  })

  it('signs nothing for a tab that believes in another wallet', async () => {
    const { vault } = openWorld()
    await expect(vault.signRequest(CONTRACT, request)).rejects.toMatchObject({ code: 'walletNotInitialized' })
  })

  it.each([
    ['a request for another chain', { ...request, chainId: 1 }, 'foreignChain'],
    ['a malformed request', { digest: '00'.repeat(32) }, 'malformed'],
    ['a request with a line of its own', { ...request, target: '/a\nPOST' }, 'malformed'],
  ])('does not sign %s', async (_, fields, code) => {
    await expect(openWorld().vault.signRequest(OWNER, fields)).rejects.toMatchObject({ code })
  })

  it('sends transactions to the contracts of its list alone', async () => {
    const { vault } = openWorld()
    await vault.allowContracts(OWNER, [CONTRACT])
    await expect(vault.signTransaction(OWNER, { ...transaction, to: OWNER })).rejects.toMatchObject({
      code: 'foreignContract',
    })
    await expect(vault.allowContracts(OWNER, [OWNER])).rejects.toMatchObject({ code: 'contractsAlreadySet' })
    await expect(vault.signTransaction(OWNER, transaction)).resolves.toMatch(/^0x/)
  })
})

describe('what ends it', () => {
  it('locks 45 seconds after the last beat, and not before', () => {
    const { vault, locked, spend } = openWorld()
    spend(45 * SECOND, { beats: false })
    expect(vault.status().isUnlocked).toBe(true)
    spend(1 * SECOND, { beats: false })
    expect(locked).toEqual(['alone'])
  })

  it('locks after a quarter of an hour in which the user did nothing, though the tab is there', () => {
    const { vault, locked, spend } = openWorld()
    spend(15 * MINUTE, { isActive: false })
    expect(vault.status().isUnlocked).toBe(true)
    spend(10 * SECOND, { isActive: false })
    expect(locked).toEqual(['idle'])
  })

  it('goes on while the user works, up to eight hours', () => {
    const { vault, locked, spend } = openWorld()
    spend(6 * HOUR)
    expect(vault.status()).toMatchObject({ isUnlocked: true, left: 2 * HOUR })
    spend(2 * HOUR)
    expect(vault.status()).toMatchObject({ isUnlocked: true, left: 0 })
    spend(10 * SECOND)
    expect(locked).toEqual(['tooLong'])
  })

  it.each([6 * MINUTE, -6 * MINUTE])('locks when the time of day jumps by %d ms', (milliseconds) => {
    const { vault, locked, jump } = openWorld()
    jump(milliseconds)
    vault.check()
    expect(locked).toEqual(['clockJump'])
  })

  it('does not take a clock correction of four minutes for sleep', () => {
    const { vault, jump } = openWorld()
    jump(4 * MINUTE)
    expect(vault.status().isUnlocked).toBe(true)
  })

  it('locks the first wallet when another is opened', () => {
    const { vault, locked } = openWorld()
    const other = vault.open(new Uint8Array(32).fill(7), { chainId: CHAIN, idleMs: IDLE_MS.usual })
    expect(locked).toEqual(['otherWallet'])
    expect(vault.status()).toEqual({ isUnlocked: true, address: other, chainId: CHAIN, left: 8 * HOUR })
  })

  it('opens the same wallet again without ending the session of another tab', () => {
    const { vault, locked } = openWorld()
    vault.open(keyBytes(), { chainId: CHAIN, idleMs: IDLE_MS.usual })
    expect([locked, vault.status().isUnlocked]).toEqual([[], true])
  })

  it('is not locked by a tab that believes in another wallet', () => {
    const { vault, locked } = openWorld()
    vault.lock(CONTRACT)
    expect(locked).toEqual([])
    vault.lock(OWNER)
    expect(locked).toEqual(['loggedOut'])
  })

  it('keeps the idle time of a deployment within a minute and an hour', () => {
    const { locked, spend } = openWorld({ idleMs: 24 * HOUR })
    spend(60 * MINUTE, { isActive: false })
    expect(locked).toEqual([])
    spend(10 * SECOND, { isActive: false })
    expect(locked).toEqual(['idle'])
  })

  it('signs nothing that was still waiting when it was locked', async () => {
    const { vault } = openWorld()
    const waiting = vault.signRequest(OWNER, request)
    vault.lock(OWNER)
    await expect(waiting).rejects.toMatchObject({ code: 'walletNotInitialized' })
  })
})

describe('what it does', () => {
  it('wipes the key that it was given', () => {
    const { vault } = openWorld({ isOpen: false })
    const key = keyBytes()
    expect(vault.open(key, { chainId: CHAIN, idleMs: IDLE_MS.usual })).toBe(OWNER)
    expect(key).toEqual(new Uint8Array(32))
  })

  it('lets 20 signatures pass a second and 300 a minute, late rather than never', async () => {
    const { vault, steady, spend } = openWorld()
    const signatures = await Promise.all(Array.from({ length: 20 }, () => vault.signRequest(OWNER, request)))
    expect([new Set(signatures).size, steady()]).toEqual([1, 0])
    await vault.signRequest(OWNER, request)
    expect(steady()).toBe(1 * SECOND)
    spend(50 * SECOND)
    for (let count = 0; count < 279; count++) {
      vault.beat(true)
      await vault.signRequest(OWNER, request)
    }
    expect(steady()).toBeLessThan(66 * SECOND)
    vault.beat(true)
    await vault.signRequest(OWNER, request)
    expect(steady()).toBeGreaterThanOrEqual(60 * SECOND)
  })
})
