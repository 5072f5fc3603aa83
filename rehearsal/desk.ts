// The desks of both banks and of the registrar, who bring deliveries and returns of parts of a repo to their end whatever happens
// to their servers.
import { isDeepStrictEqual } from 'node:util'
import { until } from '../testkit/src/machine.ts'
import type { Consortium, Name } from './consortium.ts'
import { CommandFailure } from './hosts.ts'

type Transfer = { deliveryId: string; description: string | null; state: string }
type Interruption = () => Promise<void>
/** What happens while a command runs. */
export type Interruptions = { creating?: Interruption; confirming?: Interruption; settling?: Interruption }

/** What is under way: a delivery, or the return of a part of the repo, by turns. */
type Work = { description: string; isReturn: boolean }

export type Desk = {
  /** Opens the repo of which Alpenbank gets part after part back. */
  open: () => Promise<string>
  /** Alpenbank creates the next one. */
  create: (interruption?: Interruption) => Promise<Work>
  /** Both banks and the registrar confirm it, until it has settled. */
  finish: (work: Work, interruptions?: Interruptions) => Promise<void>
  /** Both, for a delivery and for a return. */
  settle: (interruptions?: Interruptions) => Promise<void>
  listAt: (name: Name) => Promise<Transfer[]>
  /** Both banks have each one once, settled, with its description, the same repo, and quantities that add up. */
  audit: () => Promise<string>
}

type Holding = { quantity: string }
type DealAtBank = { hash: string; lots: { outstanding: string }[] }

/** How the command line ends where the server cannot be reached, and where a transaction's outcome is not known. */
const UNREACHABLE = 3
const UNKNOWN = 4

const UNITS = 1000
const OPENED = 100_000
/** The instrument has two decimals. */
const smallest = (units: number): string => String(units * 100)

const BANKS = ['bank-a', 'bank-b'] as const
const PARTIES = `--custodian 'Meridian Registrars' --counterparty 'Baltic Trust Bank'`
const ASSET = `--instrument DE000A1EWWW0 --account 1001`
const REPO = 'Repo of the drills'
const inAWeek = (): string => new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10)
const today = (): string => new Date().toISOString().slice(0, 10)

/** What the desks read and confirm by the command line. */
function openCommands({ hosts }: Consortium) {
  const read = async <Answer>(name: Name, command: string): Promise<Answer> =>
    JSON.parse(await hosts[name].run(`connex ${command} --json 2>/dev/null`)) as Answer
  const listAt = async (name: Name): Promise<Transfer[]> =>
    (await read<{ items: Transfer[] }>(name, 'transfers --items-per-page 500')).items
  const find = (name: Name, wanted: string, state: string): Promise<Transfer> =>
    until(`${wanted} ${state} at ${name}`, async () =>
      (await listAt(name)).find((one) => one.description === wanted && one.state === state),
    )
  /** Once it is the bank's turn. `choice`: the account that it chooses. */
  const confirm = async (
    name: Name,
    wanted: string,
    choice = '',
    interruption?: Interruption,
  ): Promise<void> => {
    const { deliveryId } = await find(name, wanted, 'PENDING')
    await persist(hosts[name], `connex transfer confirm ${deliveryId} ${choice} --yes`, interruption)
  }
  /** The registrar's confirmation, by which it settles: its id. */
  const confirmLast = async (wanted: string, interruption?: Interruption): Promise<string> => {
    const { deliveryId } = await find('bank-a', wanted, 'PENDING_CUSTODIAN')
    await until('the turn of the registrar', async () =>
      (await read<{ deliveries: Transfer[] }>('registrar', 'desk tasks')).deliveries.some(
        (one) => one.deliveryId === deliveryId,
      ),
    )
    await persist(hosts.registrar, `connex desk confirm ${deliveryId} --yes`, interruption)
    for (const name of BANKS) await find(name, wanted, 'SETTLED')
    return deliveryId
  }
  return { read, listAt, confirm, confirmLast }
}

type Commands = ReturnType<typeof openCommands>

/** `const desk = openDesk(consortium)` */
export function openDesk(consortium: Consortium): Desk {
  const { hosts } = consortium
  const commands = openCommands(consortium)
  const { confirm, confirmLast, listAt } = commands
  const settled: Work[] = []
  let numCreated = 0
  let opening = ''

  async function open(): Promise<string> {
    const terms = `--purchase-date ${today()} --repurchase-date ${inAWeek()} --purchase-price 98500.00 --rate 2.14`
    const repo = `--direction deliver ${PARTIES} ${ASSET} --quantity ${OPENED} --description '${REPO}' ${terms}`
    await hosts['bank-a'].run(`connex transfer repo ${repo} --yes`)
    await confirm('bank-b', REPO, '--receive-account 1002')
    await confirm('bank-a', REPO)
    opening = await confirmLast(REPO)
    return `${OPENED} repurchased within a week, and returned in parts of ${UNITS} from now on`
  }

  async function create(interruption?: Interruption): Promise<Work> {
    numCreated += 1
    const isReturn = numCreated % 2 === 0
    const description = `Drill ${numCreated}`
    const terms = `--quantity ${UNITS} --description '${description}' --yes`
    const delivery = `connex transfer fop --direction deliver ${PARTIES} ${ASSET} ${terms}`
    const part = `connex transfer return ${opening} --repurchase-date ${inAWeek()} ${terms}`
    await persist(hosts['bank-a'], isReturn ? part : delivery, interruption)
    return { description, isReturn }
  }

  async function finish(work: Work, { confirming, settling }: Interruptions = {}): Promise<void> {
    const { description, isReturn } = work
    const account = isReturn ? '--deliver-account 1002' : '--receive-account 1002'
    await confirm('bank-b', description, account, confirming)
    if (isReturn) {
      await confirm('bank-a', description)
      await confirm('bank-b', description)
    }
    await confirmLast(description, settling)
    settled.push(work)
  }

  const settleOne = async (interruptions: Interruptions): Promise<void> =>
    finish(await create(interruptions.creating), interruptions)

  return {
    open,
    create,
    finish,
    listAt,
    async settle(interruptions = {}) {
      await settleOne(interruptions)
      await settleOne(interruptions)
    },
    audit: () => audit(commands, opening, settled),
  }
}

async function audit({ read, listAt }: Commands, opening: string, settled: readonly Work[]): Promise<string> {
  const wanted = settled.map(({ description }) => `${description} SETTLED`).toSorted()
  for (const name of BANKS) {
    const seen = (await listAt(name)).filter(({ description }) => description?.startsWith('Drill '))
    const found = seen.map(({ description, state }) => `${description} ${state}`).toSorted()
    if (!isDeepStrictEqual(found, wanted))
      throw new Error(`${name} has ${found.join(', ')} in place of ${wanted.join(', ')}.`)
  }
  const returns = settled.filter(({ isReturn }) => isReturn).length
  const deliveries = settled.length - returns
  const [here, there] = await Promise.all(BANKS.map((name) => read<DealAtBank>(name, `deal show ${opening}`)))
  if (here === undefined || here.hash !== there?.hash)
    throw new Error(`The repo is ${here?.hash} at bank-a, and ${there?.hash} at bank-b.`)
  const left = OPENED - returns * UNITS
  if (here.lots[0]?.outstanding !== smallest(left))
    throw new Error(`${here.lots[0]?.outstanding} of the repo is outstanding, not ${smallest(left)}.`)
  const { items } = await read<{ items: Holding[] }>('bank-b', 'holdings')
  const expected = smallest(deliveries * UNITS + left)
  if (items[0]?.quantity !== expected) throw new Error(`bank-b holds ${items[0]?.quantity}, not ${expected}.`)
  return `${deliveries} deliveries, ${returns} returns of a part, and the same repo at both banks`
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
