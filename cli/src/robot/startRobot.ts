import type { BlockNumber, DeliveryId } from '@connex/protocol'
import { confirmAsRegistrar, everyPage, listTransfers, subscribe } from '@connex/sdk'
import type { Client } from '@connex/sdk'

export type RobotOptions = {
  /** Signed-in clients of the registrars that it stands in for. */
  registrars: readonly { name: string; client: Client }[]
  /** Leaves alone what was created up to this block: the seeded examples keep their states. */
  afterBlock: BlockNumber
  /** How long a person would take, in milliseconds. */
  delayMs: number
  onProblem: (sentence: string) => void
}

/** Between two looks where no event has come: what was refused before its value date is tried again. */
const LOOK_AGAIN_MS = 15_000

/**
 * A registrar's robot: confirms what waits for the custodian, a few seconds after it does. Nothing is confirmed
 * without being read first, and what a person does meanwhile stands.
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
      if (!signal.aborted) onProblem(`${name} did not confirm ${deliveryId}: ${sentenceOf(error)}`)
    } finally {
      underWay.delete(deliveryId)
    }
  }

  async function look(): Promise<void> {
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
      if (!signal.aborted) onProblem(`${name} could not read its tasks: ${sentenceOf(error)}`)
    }
  }

  const looking = setInterval(() => void look(), LOOK_AGAIN_MS)
  const unsubscribe = subscribe(client, {
    onEvent: ({ topic }) => {
      if (topic === 'transfers') void look()
    },
    onState: (state) => {
      if (state === 'live') void look()
    },
    signal,
  })
  return () => {
    stopped.abort()
    unsubscribe()
    clearInterval(looking)
    for (const timer of underWay.values()) clearTimeout(timer)
  }
}

const sentenceOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
