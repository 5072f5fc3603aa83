import type { BlockNumber, DeliveryId } from '@connex/protocol'
import { confirmAsRegistrar, everyPage, listTransfers, subscribe } from '@connex/sdk'
import type { Client } from '@connex/sdk'

export type RobotOptions = {
  /** Signed-in clients of the registrars that it acts for. */
  registrars: readonly { name: string; client: Client }[]
  /** Ignores deliveries created up to this block: the seeded examples keep their states. */
  afterBlock: BlockNumber
  /** How long a delivery waits before it is confirmed, in milliseconds. */
  delayMs: number
  onProblem: (sentence: string) => void
}

/** Without events, check at this interval: a delivery refused before its value date is tried again. */
const POLL_MS = 15_000

/**
 * Confirms deliveries that wait for the registrar, after a delay. Each is read before it is confirmed, so that what a
 * person does in the meantime counts.
 *
 * @example
 * const robot = startRobot({ registrars, afterBlock: 412, delayMs: 3000, onProblem: console.error })
 * robot.stop()
 */
export function startRobot(options: RobotOptions): { stop: () => void } {
  const stops = options.registrars.map(({ name, client }) => watch(name, client, options))
  return { stop: () => stops.forEach((stop) => stop()) }
}

function watch(name: string, client: Client, { afterBlock, delayMs, onProblem }: RobotOptions): () => void {
  const underWay = new Map<DeliveryId, NodeJS.Timeout>()
  const stopped = new AbortController()
  const { signal } = stopped

  async function confirm(deliveryId: DeliveryId): Promise<void> {
    try {
      await confirmAsRegistrar(client, deliveryId, { signal })
    } catch (error) {
      if (!signal.aborted) onProblem(`${name} did not confirm ${deliveryId}: ${messageOf(error)}`)
    } finally {
      underWay.delete(deliveryId)
    }
  }

  async function check(): Promise<void> {
    try {
      const waiting = await everyPage((page) =>
        listTransfers(client, { ...page, state: ['PENDING'] }, { signal }),
      )
      for (const { deliveryId, createdBlock } of waiting) {
        if (createdBlock <= afterBlock || underWay.has(deliveryId) || signal.aborted) continue
        underWay.set(
          deliveryId,
          setTimeout(() => void confirm(deliveryId), delayMs),
        )
      }
    } catch (error) {
      if (!signal.aborted) onProblem(`${name} could not read its tasks: ${messageOf(error)}`)
    }
  }

  const polling = setInterval(() => void check(), POLL_MS)
  const unsubscribe = subscribe(client, {
    onEvent: ({ topic }) => {
      if (topic === 'transfers') void check()
    },
    onState: (state) => {
      if (state === 'live') void check()
    },
    signal,
  })
  return () => {
    stopped.abort()
    unsubscribe()
    clearInterval(polling)
    for (const timer of underWay.values()) clearTimeout(timer)
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
