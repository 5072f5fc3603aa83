// One address for several servers, as a virtual address or a proxy before a primary and its standby.
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

export type Relay = {
  port: number
  /** Cuts all connections; new ones go to this port, or are refused with undefined. */
  pointTo: (port: number | undefined) => void
  close: () => Promise<void>
}

/** At an unused port of the loopback unless it is given an address. `const relay = await startRelay(5432)` */
export async function startRelay(
  target: number,
  { host, port }: { host: string; port: number } = { host: '127.0.0.1', port: 0 },
): Promise<Relay> {
  let current: number | undefined = target
  const open = new Set<Socket>()
  const cut = () => open.forEach((socket) => socket.destroy())
  const server = createServer((incoming) => {
    if (current === undefined) return incoming.destroy()
    const outgoing = connect(current, '127.0.0.1')
    for (const [socket, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      open.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        open.delete(socket)
        other.destroy()
      })
    }
    return incoming.pipe(outgoing).pipe(incoming)
  })
  await once(server.listen(port, host), 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    pointTo(port) {
      current = port
      cut()
    },
    async close() {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
