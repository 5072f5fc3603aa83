// A request as `fetch` makes it, over a connection with certificates, a look-up or an agent of its own: no redirects, and no
// more of the answer than allowed.
import { request as requestHttp } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { RequestOptions } from 'node:https'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** `name`: whose answer it is, at the start of a sentence. `maximum`: in bytes. */
type Answering = { readonly name: string; readonly maximum: number }

/** `await fetchOver({ ca, signal }, url, { method: 'POST', body }, { name: 'The peer', maximum: 262_144 })` */
export async function fetchOver(
  connection: RequestOptions,
  url: URL,
  init: RequestInit,
  answering: Answering,
): Promise<Response> {
  const answer = await send(url, init, connection)
  const status = answer.statusCode ?? 0
  if (status >= 300 && status < 400) {
    answer.destroy()
    throw new TypeError(`${answering.name} redirects, which is not allowed.`)
  }
  const body = await readBounded(answer, answering)
  return new Response(status === 204 ? null : body, {
    status,
    headers: Object.entries(answer.headers).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  })
}

function send(url: URL, init: RequestInit, options: RequestOptions): Promise<IncomingMessage> {
  const body = init.body instanceof Uint8Array ? init.body : new Uint8Array()
  const callerHeaders = Object.fromEntries(new Headers(init.headers).entries())
  // A stream comes with its length in a header.
  const headers =
    init.body instanceof ReadableStream ? callerHeaders : { ...callerHeaders, 'content-length': body.length }
  const open = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((done, fail) => {
    const request = open(
      url,
      {
        ...options,
        method: init.method ?? 'GET',
        headers,
      },
      done,
    )
    request.once('error', fail)
    if (init.body instanceof ReadableStream)
      pipeline(Readable.fromWeb(init.body as never), request).catch(fail)
    else request.end(body)
  })
}

async function readBounded(
  answer: IncomingMessage,
  { name, maximum }: Answering,
): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of answer) {
    const bytes = chunk as Buffer
    length += bytes.length
    if (length > maximum) {
      answer.destroy()
      throw new TypeError(`${name}’s answer is too large.`)
    }
    chunks.push(bytes)
  }
  return Buffer.concat(chunks)
}
