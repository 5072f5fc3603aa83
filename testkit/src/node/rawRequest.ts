// A request byte by byte: nothing tidies up its target or its headers on the way.
import { once } from 'node:events'
import { request } from 'node:http'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import type { Problem } from '@connex/protocol'

export type RawRequest = {
  method?: string
  target: string
  headers?: Record<string, string | string[]>
  body?: string | Uint8Array
}

export type RawAnswer = { status: number; headers: IncomingHttpHeaders; text: string; problem: Problem }

export async function rawRequest(baseUrl: string, raw: RawRequest): Promise<RawAnswer> {
  const { hostname, port } = new URL(baseUrl)
  const { method = 'GET', target, headers = {}, body } = raw
  const sent = request({ hostname, port, method, path: target, headers, agent: false })
  // A server that refuses early closes while the body is still on its way; the answer is what counts.
  sent.on('error', () => undefined)
  sent.end(body)
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  const text = await readText(answer)
  return { status: answer.statusCode ?? 0, headers: answer.headers, text, problem: parse(text) }
}

async function readText(answer: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of answer.setEncoding('utf8')) text += chunk as string
  return text
}

function parse(text: string): Problem {
  try {
    return JSON.parse(text) as Problem
  } catch {
    return { title: text, status: 0 }
  }
}

/** Writes bytes to the server and gives all that comes back until it hangs up. */
export async function rawBytes(baseUrl: string, text: string): Promise<string> {
  const { hostname, port } = new URL(baseUrl)
  const socket = connect(Number(port), hostname).setEncoding('latin1')
  socket.write(text, 'latin1')
  let answer = ''
  for await (const chunk of socket) answer += chunk as string
  return answer
}
