// Waiting for what other tenants do: one transfer's state, or every change.
import { setTimeout as pause } from 'node:timers/promises'
import { DeliveryId, Topic, TransferState } from '@connex/protocol'
import type { ChangeEvent, Transfer } from '@connex/protocol'
import { ApiError, getTransfer, subscribe } from '@connex/sdk'
import type { Client, SubscribeOptions } from '@connex/sdk'
import { CliError } from '../CliError.ts'
import { command } from '../command/Command.ts'
import type { Context } from '../command/Command.ts'
import {
  HEX_ID,
  choice,
  duration,
  labeledChoice,
  list,
  required,
  scalar,
  value,
  whole,
  withDefault,
} from '../command/Option.ts'
import { failureOf } from '../command/failure.ts'
import { connect } from '../connection/connect.ts'
import { connectionOptions } from '../connection/connectionOptions.ts'
import { stateText, stateTexts } from './transfers.ts'

/** Between two looks at a transfer. */
const PAUSE_MS = 1_000

type Goal = { readonly deliveryId: DeliveryId; readonly state: TransferState; readonly until: number }

export const waitTransferCommand = command({
  path: 'transfers wait',
  summary: 'wait until a transfer is in a state, such as settled',
  about:
    'Ends with exit code 1 if the transfer settles or is canceled instead, and with 6 after --timeout. Keeps waiting while the ' +
    'server cannot be reached.',
  positionals: { id: required(scalar(DeliveryId, 'ID', "the delivery's id", HEX_ID)) },
  options: {
    for: withDefault(labeledChoice(TransferState.options, stateTexts, 'the state to wait for'), 'SETTLED'),
    timeout: duration('wait at most this long, such as 90s, 10m or 2h; without it, until stopped'),
    ...connectionOptions,
  },
  examples: [
    'transfers wait 0x9f… --timeout 10m',
    'transfers wait 0x9f… --for pending_custodian --timeout 2h --json',
  ],
  async run(context) {
    const { options, positionals } = context
    const { client } = await connect(context)
    const until = options.timeout === undefined ? Infinity : Date.now() + options.timeout * 1000
    const goal = { deliveryId: positionals.id, state: options.for, until }
    const { deliveryId, state, cancelVotes } = await waitFor(client, goal, context)
    return { deliveryId, state, cancelVotes }
  },
  show: (transfer) => `Transfer ${transfer.deliveryId}: ${stateText(transfer)}.`,
})

async function waitFor(
  client: Client,
  { deliveryId, state, until }: Goal,
  { terminal, signal }: Pick<Context, 'terminal' | 'signal'>,
): Promise<Transfer> {
  for (;;) {
    const found = await getTransfer(client, deliveryId, { signal }).catch((error: unknown) => {
      if (!shouldRetry(error)) throw error
      return undefined
    })
    if (found?.state === state) return found
    const shown = found === undefined ? 'unknown: the server cannot be reached' : stateText(found)
    if (found !== undefined && !found.state.startsWith('PENDING')) throw CliError.of('waitedForOther', shown)
    if (Date.now() >= until) throw CliError.of('waitedTooLong', shown)
    terminal.status.show(`State: ${shown} …`)
    // Stopped by Ctrl-C, it must throw the signal's own reason.
    await pause(Math.min(PAUSE_MS, Math.max(0, until - Date.now())), undefined, { signal }).catch(() =>
      signal.throwIfAborted(),
    )
  }
}

/** What passes: the server is away or slow, or its database is. */
const shouldRetry = (error: unknown): boolean =>
  failureOf(error).exit === 'unreachable' || (error instanceof ApiError && error.status === 503)

export const eventsCommand = command({
  path: 'events',
  summary: 'print a line for each change that your server announces, until stopped',
  about:
    'A change has a topic and the ids of what changed, not the data: read the data with the commands of that topic. A broken ' +
    'connection is opened again, and missed changes are replayed; --after does the same from one run to the next. With --json, ' +
    'each line is a JSON document.',
  options: {
    topic: list(choice(Topic.options, 'only changes of this topic')),
    after: value('ID', 'first replay what came after the event with this id', (typed) =>
      /^\S{1,200}$/.test(typed) ? { value: typed } : { expected: 'must be the id of an event' },
    ),
    count: whole('N', 'stop after this many events', { from: 1 }),
    ...connectionOptions,
  },
  examples: ['events --topic transfers', 'events --json --after 0f3a-118'],
  async run(context) {
    const { options, signal } = context
    const { client } = await connect(context)
    const listening = new AbortController()
    const stop = () => listening.abort()
    signal.addEventListener('abort', stop, { once: true })
    let left = options.count ?? Infinity
    const onEvent: SubscribeOptions['onEvent'] = (event) => {
      const isShown = options.topic.length === 0 || options.topic.includes(event.topic)
      if (!isShown || left === 0) return
      printEvent(context, event)
      left -= 1
      if (left === 0) stop()
    }
    const stopped = new Promise<void>((resolve) =>
      listening.signal.addEventListener('abort', () => resolve(), { once: true }),
    )
    const onState = noteState(context)
    subscribe(client, { onEvent, onState, lastEventId: options.after, signal: listening.signal })
    await stopped
    signal.removeEventListener('abort', stop)
  },
})

function printEvent(
  { terminal }: Pick<Context, 'terminal'>,
  event: ChangeEvent & { id: string | undefined },
): void {
  const { id, topic, keys, block, txHashes } = event
  const at = new Date().toISOString()
  terminal.print(
    terminal.isJson
      ? JSON.stringify({ id, at, topic, keys, block, txHashes })
      : [at, topic, block === null ? '' : `block ${block}`, ...keys].filter((part) => part !== '').join('  '),
  )
}

const noteState =
  ({ terminal }: Pick<Context, 'terminal'>): SubscribeOptions['onState'] =>
  (state, error) => {
    if (state === 'live') terminal.note('Listening. Ctrl-C stops it.')
    if (state === 'offline')
      terminal.note(
        `Offline: ${error === undefined ? 'the connection ended' : failureOf(error).message} Connecting again.`,
      )
  }
