import { Agent, request } from 'node:http'

/** One JSON-RPC call. Rejects with RpcError if the ledger refuses, with another error if it is not reached. */
export type Rpc = <Result>(method: string, ...parameters: unknown[]) => Promise<Result>

/** The ledger's refusal; its message is for the caller. */
export class RpcError extends Error {
  override readonly name = 'RpcError'
  readonly code: number
  readonly data: unknown

  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}

export function createRpc(port: number): Rpc {
  const agent = new Agent({ keepAlive: true })
  let id = 0
  return async <Result>(method: string, ...parameters: unknown[]) => {
    const text = await post(
      agent,
      port,
      JSON.stringify({ jsonrpc: '2.0', id: ++id, method, params: parameters }),
    )
    const answer = JSON.parse(text) as {
      result: Result
      error?: { code: number; message: string; data?: unknown }
    }
    if (answer.error) throw new RpcError(answer.error.code, answer.error.message, answer.error.data)
    return answer.result
  }
}

function post(agent: Agent, port: number, body: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const call = request({ agent, host: '127.0.0.1', port, method: 'POST', headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => resolve(Buffer.concat(chunks).toString()))
      response.on('error', reject)
    })
    call.on('error', reject)
    call.end(body)
  })
}
