import { TxHash } from '@connex/protocol'
import { ClientError, type Client, type Progress, type SendOptions, type Transaction } from '@connex/sdk'
import { beforeEach, describe, expect, it } from 'vitest'
import { deals } from '../../messages/en/deals.ts'
import { addMessages, t } from '../../messages/t.ts'
import { clearToasts, readToasts } from '../../ui/toast/toasts.ts'
import type { Resolution, SignedTransaction } from './resolveSigned.ts'
import type { DryRun } from './useDryRun.ts'
import { createLedgerRunner, type LedgerAction } from './useLedgerAction.ts'

addMessages(deals)

const client = {} as Client
const hash = TxHash.parse(`0x${'ab'.repeat(32)}`)
const pendingError = new ClientError('keptForLater', hash)
/** A batch without calls: words of 32 bytes, two offsets, nonce, deadline and sender, and two lengths. */
const data = `0x89974b40${[0xa0, 0xc0, 0, 0, 0, 0, 0].map((word) => word.toString(16).padStart(64, '0')).join('')}`
const transaction = { to: '0x01', data } as unknown as Transaction
const refused = (refetch: () => void): DryRun => ({
  status: 'failed',
  isRefused: true,
  cause: 'no',
  code: undefined,
  refetch,
  onRetry: refetch,
})

beforeEach(clearToasts)

/** A runner whose signed transactions end as `resolve` says, and what it has followed after its dialog was closed. */
function createRunner(resolve: () => Promise<Resolution> = () => Promise.resolve({ isDone: true })) {
  const followed: SignedTransaction[] = []
  const runner = createLedgerRunner(client, () =>
    Promise.resolve({
      resolveSigned: resolve,
      followInBackground: (_, signed) => {
        followed.push(signed)
        return Promise.resolve()
      },
    }),
  )
  return { runner, followed }
}

function createAction(
  run: LedgerAction<{ id: string }>['run'],
  more: Partial<LedgerAction<{ id: string }>> = {},
) {
  const published: number[] = []
  const action: LedgerAction<{ id: string }> = {
    run,
    dryRun: undefined,
    title: 'Transfer of 10 X',
    success: ({ id }) => ({ title: `Created ${id ?? 'it'}` }),
    failure: 'Could not create the transfer',
    onPublished: () => published.push(1),
    ...more,
  }
  return { action, published }
}

const steps = (...names: string[]): Progress[] =>
  names.map((step) => ({ step, block: 1_234 }) as unknown as Progress)

/** Reports these steps, then ends with the result or the error. */
const after =
  (progress: Progress[], error?: Error) =>
  async ({ onProgress }: SendOptions): Promise<{ id: string }> => {
    for (const one of progress) onProgress?.(one)
    if (error !== undefined) throw error
    return Promise.resolve({ id: '7' })
  }

describe('an action that succeeds', () => {
  it('shows its steps in the dialog until it is published, then in one toast', async () => {
    const { runner } = createRunner()
    const seen: (string | undefined)[] = []
    runner.subscribe(() => seen.push(runner.read().step))
    const { action, published } = createAction(
      after(steps('stored', 'refunded', 'signed', 'published', 'mined', 'indexed')),
    )
    await runner.start(action)
    for (const step of ['preparing', 'stored', 'refunded', 'publishing'] as const)
      expect(seen).toContain(t(`Sending.${step}`))
    expect(published).toHaveLength(1)
    expect(readToasts()).toMatchObject([{ tone: 'success', title: 'Created 7' }])
    expect(runner.read()).toEqual({ step: undefined, isSigned: true, failure: undefined, pending: undefined })
  })

  it('lists in its toast what is done, with the block', async () => {
    const { runner } = createRunner()
    const done: (readonly boolean[])[] = []
    const labels: string[] = []
    const { action } = createAction(({ onProgress }) => {
      for (const one of steps('published', 'mined', 'indexed')) {
        onProgress?.(one)
        const [toast] = readToasts()
        done.push((toast?.steps ?? []).map(({ isDone }) => isDone))
        labels.push(toast?.steps?.[2]?.label ?? '')
      }
      return Promise.resolve({ id: '7' })
    })
    await runner.start(action)
    expect(done).toEqual([
      [true, true, false, false],
      [true, true, true, false],
      [true, true, true, true],
    ])
    expect(labels).toEqual([
      t('Sending.to_block'),
      t('Sending.in_block', { block: '1,234' }),
      t('Sending.in_block', { block: '1,234' }),
    ])
  })

  it('shows a toast even if no progress was reported', async () => {
    const { runner } = createRunner()
    await runner.start(createAction(after([])).action)
    expect(readToasts()).toMatchObject([{ tone: 'success', title: 'Created 7' }])
    expect(runner.read().isSigned).toBe(false)
  })

  it('is signed only from the step after storing', async () => {
    const { runner } = createRunner()
    const signed: boolean[] = []
    const { action } = createAction(({ onProgress }) => {
      for (const one of steps('stored', 'signed')) {
        onProgress?.(one)
        signed.push(runner.read().isSigned)
      }
      return Promise.resolve({ id: '7' })
    })
    await runner.start(action)
    expect(signed).toEqual([false, true])
  })
})

it('runs once, however often it is started', async () => {
  const { runner } = createRunner()
  let count = 0
  const { action } = createAction(() => {
    count += 1
    return Promise.resolve({ id: '7' })
  })
  await Promise.all([runner.start(action), runner.start(action)])
  expect(count).toBe(1)
  await runner.start(action)
  expect(count).toBe(2)
})

it('signs only the transaction of the dry run on the screen', async () => {
  const dryRun: DryRun = { status: 'passed', block: 1, gas: 1n, transaction, calls: [], isChecked: true }
  const approve = async (shown: DryRun | undefined, signed: Transaction) => {
    const { runner } = createRunner()
    const { action } = createAction(
      async (options) => {
        options.approve?.(signed)
        return Promise.resolve({ id: '7' })
      },
      { dryRun: shown },
    )
    await runner.start(action)
    return runner.read().failure
  }
  expect(await approve(dryRun, transaction)).toBeUndefined()
  expect(await approve(dryRun, { to: '0x02', data } as unknown as Transaction)).toMatchObject({
    code: 'notWhatWasShown',
  })
  expect(await approve(undefined, transaction)).toMatchObject({ code: 'notShown' })
  expect(await approve({ status: 'running' }, transaction)).toMatchObject({ code: 'notShown' })
})

describe('an action that fails', () => {
  it('says in the dialog that nothing was signed, if nothing was', async () => {
    const { runner } = createRunner()
    const { action } = createAction(after(steps('stored'), new ClientError('unreachable')))
    await runner.start(action)
    const { failure, pending, step } = runner.read()
    expect(failure).toEqual({
      title: 'Could not create the transfer',
      text: `${new ClientError('unreachable').message} ${t('Sending.nothing_signed')}`,
      code: 'unreachable',
    })
    expect([pending, step]).toEqual([undefined, undefined])
    expect(readToasts()).toEqual([])
  })

  it('ends a cause without a full stop with one', async () => {
    const { runner } = createRunner()
    const cause = Object.assign(new ClientError('unreachable'), { message: 'gone' })
    await runner.start(createAction(after([], cause)).action)
    expect(runner.read().failure?.text).toBe(`gone. ${t('Sending.nothing_signed')}`)
  })

  it('gives the cause alone once something was signed', async () => {
    const { runner } = createRunner()
    const error = new ClientError('unreachable')
    await runner.start(createAction(after(steps('stored', 'signed'), error)).action)
    expect(runner.read().failure?.text).toBe(error.message)
  })

  it('has another sentence before anything was stored, if the action has one', async () => {
    const { runner } = createRunner()
    const more = { failureToSubmit: 'Could not submit' }
    await runner.start(createAction(after([], new ClientError('unreachable')), more).action)
    expect(runner.read().failure?.title).toBe('Could not submit')
    await runner.start(createAction(after(steps('stored'), new ClientError('unreachable')), more).action)
    expect(runner.read().failure?.title).toBe('Could not create the transfer')
  })

  it('puts the cause into a sentence that takes it', async () => {
    const { runner } = createRunner()
    const failure = (cause: string) => `Refused: ${cause}`
    await runner.start(createAction(after([], new ClientError('unreachable')), { failure }).action)
    expect(runner.read().failure).toEqual({
      title: `Refused: ${new ClientError('unreachable').message}`,
      text: undefined,
      code: 'unreachable',
    })
  })

  it('says so in its toast once the dialog may be closed', async () => {
    const { runner } = createRunner()
    const error = new ClientError('unreachable')
    await runner.start(createAction(after(steps('stored', 'signed', 'published'), error)).action)
    expect(runner.read().failure).toBeUndefined()
    expect(readToasts()).toMatchObject([
      { tone: 'danger', title: 'Could not create the transfer', text: error.message, code: 'unreachable' },
    ])
  })

  it('runs a failed dry run again', async () => {
    const { runner } = createRunner()
    let count = 0
    const dryRun = refused(() => (count += 1))
    await runner.start(createAction(after([], new ClientError('unreachable')), { dryRun }).action)
    expect(count).toBe(1)
    await runner.start(createAction(after([], pendingError), { dryRun }).action)
    expect(count).toBe(1)
  })

  it('loses its failure with the next start, or when the form changes', async () => {
    const { runner } = createRunner()
    const failing = createAction(after([], new ClientError('unreachable'))).action
    await runner.start(failing)
    runner.clearFailure()
    expect(runner.read().failure).toBeUndefined()
    await runner.start(failing)
    await runner.start(createAction(after([])).action)
    expect(runner.read().failure).toBeUndefined()
  })
})

describe('a transaction that may or may not be on the ledger', () => {
  const signedOnce = () => createAction(after(steps('stored', 'signed'), pendingError))

  it('is published again, and never signed again', async () => {
    const { runner } = createRunner()
    const first = signedOnce()
    await runner.start(first.action)
    expect(runner.read()).toMatchObject({
      pending: { txHash: hash },
      failure: { text: t('Sending.unconfirmed') },
    })
    const second = createAction(() => Promise.reject(new TypeError('signed twice')))
    await runner.start(second.action)
    expect(first.published).toHaveLength(1)
    expect(second.published).toHaveLength(0)
    expect(runner.read()).toMatchObject({ pending: undefined, failure: undefined })
    expect(readToasts()).toMatchObject([{ tone: 'success', title: 'Created it' }])
  })

  it('may be signed again once it can never be published', async () => {
    const { runner } = createRunner(() =>
      Promise.resolve({ isDone: false, error: new ClientError('unreachable') }),
    )
    const { action, published } = signedOnce()
    await runner.start(action)
    await runner.start(action)
    expect(published).toHaveLength(0)
    expect(runner.read()).toMatchObject({
      pending: undefined,
      isSigned: false,
      failure: { text: new ClientError('unreachable').message },
    })
  })

  it('stays pending while nobody knows', async () => {
    const { runner } = createRunner(() => Promise.reject(new ClientError('unreachable')))
    const { action } = signedOnce()
    await runner.start(action)
    const published: (string | undefined)[] = []
    runner.subscribe(() => published.push(runner.read().step))
    await runner.start(action)
    expect(published).toContain(t('Sending.publishing'))
    expect(runner.read()).toMatchObject({
      pending: { txHash: hash },
      failure: { text: t('Sending.unconfirmed') },
    })
    runner.clearFailure()
    expect(runner.read().failure).toBeDefined()
  })

  it('is followed without its dialog', async () => {
    const { runner, followed } = createRunner()
    runner.leave()
    await Promise.resolve()
    expect(followed).toEqual([])
    await runner.start(signedOnce().action)
    runner.leave()
    await Promise.resolve()
    expect(followed).toMatchObject([{ txHash: hash, title: 'Transfer of 10 X' }])
    expect(followed[0]?.done()).toEqual({ title: 'Created it' })
  })
})

it('calls its listeners until they unsubscribe', () => {
  const { runner } = createRunner()
  let count = 0
  const unsubscribe = runner.subscribe(() => (count += 1))
  runner.clearFailure()
  unsubscribe()
  runner.clearFailure()
  expect(count).toBe(1)
})
