// A reader of server-sent events that notes what arrives.
import { once } from 'node:events'
import { request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { createParser } from 'eventsource-parser'
import type { ChangeEvent } from '@connex/protocol'
import type { TestUser } from '../servers/users.ts'
import { signRequest } from '../servers/requests.ts'
import { until } from '../machine.ts'

export type TestEvent = ChangeEvent & { id: string; event: string }

export type TestStream = {
  answer: IncomingMessage
  events: TestEvent[]
  comments: string[]
  isEnded: () => boolean
  /** Waits for the first event that fits. */
  find: (what: string, fits: (event: TestEvent) => boolean) => Promise<TestEvent>
  close: () => void
}

export async function openTestStream(
  baseUrl: string,
  user: TestUser,
  headers: Record<string, string> = {},
  target = '/api/v6/events/sse',
): Promise<TestStream> {
  const signed = await signRequest(baseUrl, user, { target })
  const { hostname, port } = new URL(baseUrl)
  const sent = request({
    hostname,
    port,
    path: signed.target,
    headers: { ...signed.headers, ...headers },
    agent: false,
  })
  sent.end()
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  const events: TestEvent[] = []
  const comments: string[] = []
  let isEnded = false
  const parser = createParser({
    onEvent: ({ id, event, data }) =>
      events.push({ ...(JSON.parse(data) as ChangeEvent), id: id ?? '', event: event ?? '' }),
    onComment: (comment) => comments.push(comment),
  })
  answer.setEncoding('utf8').on('data', (text: string) => parser.feed(text))
  answer.once('close', () => (isEnded = true)).once('error', () => (isEnded = true))
  return {
    answer,
    events,
    comments,
    isEnded: () => isEnded,
    find: (what, fits) => until(what, () => Promise.resolve(events.find(fits))),
    close: () => sent.destroy(),
  }
}
