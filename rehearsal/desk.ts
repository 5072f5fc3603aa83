// The desks of both banks and of the registrar, who bring deliveries to their end whatever happens to their servers.
import { until } from '../testkit/src/machine.ts'
import type { Consortium, Name } from './consortium.ts'
import { CommandFailure } from './hosts.ts'

type Transfer = { deliveryId: string; description: string | null; state: string }
type Interruption = () => Promise<void>
/** What happens while a command runs. */
export type Interruptions = { creating?: Interruption; confirming?: Interruption; settling?: Interruption }

export type Desk = {
  /** Alpenbank creates a delivery of 1,000 to Baltic Trust Bank: its description. */
  create: (interruption?: Interruption) => Promise<string>
  /** Baltic Trust Bank and the registrar confirm it, until it has settled. */
  finish: (description: string, interruptions?: Interruptions) => Promise<void>
  /** Both. */
  settle: (interruptions?: Interruptions) => Promise<void>
  listAt: (name: Name) => Promise<Transfer[]>
  /** Both banks have each delivery once, settled, with its description, and the quantities add up. */
  audit: () => Promise<string>
}

/** How the command line ends where the server cannot be reached, and where a transaction's outcome is not known. */
const UNREACHABLE = 3
const UNKNOWN = 4

const UNITS = 1000

/** `const desk = openDesk(consortium)` */
export function openDesk({ hosts }: Consortium): Desk {
  const settled: string[] = []
  let numCreated = 0

  const read = async <Answer>(name: Name, command: string): Promise<Answer> =>
    JSON.parse(await hosts[name].run(`connex ${command} --json 2>/dev/null`)) as Answer
  const listAt = async (name: Name): Promise<Transfer[]> =>
    (await read<{ items: Transfer[] }>(name, 'transfers --items-per-page 500')).items
  const find = (name: Name, wanted: string, state?: string): Promise<Transfer> =>
    until(`${wanted} ${state ?? ''} at ${name}`, async () =>
      (await listAt(name)).find((one) => one.description === wanted && one.state === (state ?? one.state)),
    )

  async function create(interruption?: Interruption): Promise<string> {
    numCreated += 1
    const description = `Drill ${numCreated}`
    const parties = `--custodian 'Meridian Registrars' --counterparty 'Baltic Trust Bank'`
    const asset = `--instrument DE000A1EWWW0 --account 1001 --quantity ${UNITS}`
    const terms = `${parties} ${asset} --description '${description}'`
    await persist(hosts['bank-a'], `connex transfer fop --direction deliver ${terms} --yes`, interruption)
    return description
  }

  async function finish(description: string, { confirming, settling }: Interruptions = {}): Promise<void> {
    const { deliveryId } = await find('bank-b', description)
    const confirm = `connex transfer confirm ${deliveryId} --receive-account 1002 --yes`
    await persist(hosts['bank-b'], confirm, confirming)
    await until('the turn of the registrar', async () =>
      (await read<{ deliveries: Transfer[] }>('registrar', 'desk tasks')).deliveries.some(
        (one) => one.deliveryId === deliveryId,
      ),
    )
    await persist(hosts.registrar, `connex desk confirm ${deliveryId} --yes`, settling)
    await find('bank-a', description, 'SETTLED')
    settled.push(description)
  }

  return {
    create,
    finish,
    listAt,
    settle: async (interruptions = {}) => finish(await create(interruptions.creating), interruptions),
    async audit() {
      const wanted = settled.map((description) => `${description} SETTLED`).toSorted()
      for (const name of ['bank-a', 'bank-b'] as const) {
        const seen = (await listAt(name)).filter(({ description }) => description?.startsWith('Drill '))
        const found = seen.map(({ description, state }) => `${description} ${state}`).toSorted()
        if (found.join() !== wanted.join())
          throw new Error(`${name} has ${found.join(', ')} in place of ${wanted.join(', ')}.`)
      }
      const { items } = await read<{ items: { quantity: string }[] }>('bank-b', 'holdings')
      // The instrument has two decimals.
      const expected = String(settled.length * UNITS * 100)
      if (items[0]?.quantity !== expected)
        throw new Error(`bank-b holds ${items[0]?.quantity}, not ${expected}.`)
      return `${settled.length} deliveries`
    },
  }
}

/** As a user does: again where nothing was signed, `connex resume` where the outcome is not known. */
async function persist(
  host: Consortium['hosts'][Name],
  command: string,
  interruption?: Interruption,
): Promise<void> {
  const interrupted = interruption?.()
  const first = await exitCodeOf(host, command)
  await interrupted
  if (first === UNREACHABLE) await persist(host, command)
  if (first === UNKNOWN)
    await until('the outcome', async () => (await exitCodeOf(host, 'connex resume')) === 0, 60_000, 1000)
}

/** 0, or one of those that a user waits after; any other failure is one of the rehearsal. */
const exitCodeOf = (host: Consortium['hosts'][Name], command: string): Promise<number> =>
  host.run(command).then(
    () => 0,
    (error: unknown) => {
      const code = error instanceof CommandFailure ? error.exitCode : null
      if (code === UNREACHABLE || code === UNKNOWN) return code
      throw error
    },
  )
