import { BlockNumber, TxHash } from '@connex/protocol'
import type { Progress, SendOptions } from '@connex/sdk'
import { expect, test } from 'vitest'
import { createTerminal } from '../terminal/Terminal.ts'
import { failureOf } from '../command/failure.ts'
import { sign } from './sign.ts'

const { stdin: input, stdout: output, stderr: error } = process
const terminal = createTerminal({ input, output, error }, true)
const options = { dryRun: false, yes: true }
const txHash = TxHash.parse(`0x${'ab'.repeat(32)}`)
const block = BlockNumber.parse(12)

/** The failure of a command that is stopped after these steps. */
async function stoppedAt(...steps: Progress[]) {
  const stop = new AbortController()
  const verb = async ({ dryRun, onProgress, signal }: SendOptions): Promise<object> => {
    if (dryRun === 'only') return {}
    for (const step of steps) onProgress?.(step)
    stop.abort()
    signal?.throwIfAborted()
    return {}
  }
  const signing = sign({ terminal, options, signal: stop.signal }, [], verb)
  return failureOf(await signing.catch((thrown: unknown) => thrown))
}

test('a stop before the signature reports only that it stopped', async () => {
  expect(await stoppedAt({ step: 'stored' })).toMatchObject({ exit: 'interrupted', message: 'Stopped.' })
})

test('a stop after the signature warns not to repeat the command', async () => {
  for (const step of ['signed', 'published'] as const) {
    const { exit, message } = await stoppedAt({ step: 'stored' }, { step, txHash })
    expect(exit).toBe('unconfirmed')
    expect(message).toContain(`${txHash} is signed and may still be executed`)
    expect(message).toContain('do not repeat the command')
  }
  const { message } = await stoppedAt({ step: 'signed', txHash }, { step: 'mined', txHash, block })
  expect(message).toContain('executed in block 12')
})

test('without a terminal or --yes nothing is signed', async () => {
  const unattended = {
    terminal,
    options: { dryRun: false, yes: false },
    signal: new AbortController().signal,
  }
  await expect(sign(unattended, [], async () => ({}))).rejects.toMatchObject({ code: 'agreementMissing' })
})
