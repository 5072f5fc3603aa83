// The drills of docs/recovery.md, by the commands of the page. `npm run test:deep` runs them.
import { existsSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { installPostgresClients } from '../testkit/src/database/postgresClients.ts'
import { until } from '../testkit/src/machine.ts'
import { fillIn, readSteps, takeNotes } from './page.ts'
import type { Block, Engine, Notes } from './page.ts'
import { startRecoveryHosts } from './recoveryHosts.ts'
import type { HostName, Place, RecoveryHosts } from './recoveryHosts.ts'

vi.setConfig({ testTimeout: 900_000, hookTimeout: 900_000 })

const ISIN = 'DE0001102580'
const DAY = 86_400
const SERVER = 'node --env-file=server.env "$(command -v connex-server)"'
const steps = readSteps(readFileSync(join(import.meta.dirname, '../docs/recovery.md'), 'utf8'))

const programs = await installPostgresClients()

let world: RecoveryHosts
let engine: Engine
const notes: Notes = new Map()

async function open(given: Engine): Promise<void> {
  engine = given
  notes.clear()
  world = await startRecoveryHosts(given, programs)
  for (const name of ['operator', 'bank-a', 'bank-b'] as const) await world.start(name, SERVER)
  await acceptUsers()
  await openBond()
}

/** Each user is known to its server once invited. */
async function acceptUsers(): Promise<void> {
  const invite = async (place: Place, administrator: string, wallet: string): Promise<void> => {
    const address = `"$(connex wallet address ${wallet}.json)"`
    const output = await world.run(
      place,
      `connex admin invite ${address} 'User ${wallet}' --yes --wallet ${administrator}.json`,
    )
    takeNotes(notes, output)
    await world.run(place, fillIn(`connex admin accept TOKEN --wallet ${wallet}.json`, notes))
  }
  await invite('bank-a', 'administrator', 'desk')
  await invite('bank-b', 'administrator', 'desk')
  await invite('operator', 'registrar-administrator', 'registrar')
  await invite('operator', 'issuer-administrator', 'issuer')
  await invite('operator', 'deployer', 'second')
  for (const bank of ['bank-a', 'bank-b'] as const) await world.run(bank, 'connex login --wallet desk.json')
}

/** A bond with a document, 1,000 of it at Alpenbank. */
async function openBond(): Promise<void> {
  const keeper = (command: string) => world.run('registrar', `${command} --wallet registrar.json --yes`)
  const uploaded = await world.run(
    'issuer',
    `printf 'The terms' >Terms.pdf && connex documents upload Terms.pdf --json`,
  )
  expect(uploaded).toContain('Terms.pdf')
  const reference =
    (await world.run('issuer', 'connex documents upload Terms.pdf')).trim().split('\n').at(-1) ?? ''
  await world.run(
    'issuer',
    `connex issuer create ${ISIN} --label 'Bund 2031' --decimals 0 --document '${reference}' --yes`,
  )
  await keeper(`connex desk register ${ISIN}`)
  await world.run(
    'issuer',
    `connex issuer confirm-registration ${ISIN} --registrar 'Meridian Registrars' --yes`,
  )
  await keeper('connex desk open-account Alpenbank 11')
  await keeper("connex desk open-account 'Baltic Trust Bank' 22")
  await keeper(`connex desk issue ${ISIN} --owner Alpenbank --account 11 --quantity 1,000`)
}

/** The commands of a section, those for the other kind of database left out. */
const blocksOf = (heading: string): Block[] =>
  steps
    .filter((one) => one.heading === heading)
    .flatMap(({ blocks }) => blocks)
    .filter((block) => block.engine === undefined || block.engine === engine)

/** Runs a section. A server that it starts is stopped first, unless `isStopped`. */
async function drill(heading: string): Promise<string> {
  const blocks = blocksOf(heading)
  expect(blocks.length).toBeGreaterThan(0)
  for (const { isServer, place } of blocks) if (isServer) await world.stop(place as HostName)
  let output = ''
  for (const { isServer, place, text, line } of blocks) {
    const commands = fillIn(text, notes)
    if (isServer) await world.start(place as HostName, commands.trim())
    else
      output += await world.run(place as Place, commands).catch((error: unknown) => {
        throw new Error(`line ${line}`, { cause: error })
      })
    takeNotes(notes, output)
  }
  return output
}

const transfer = (place: 'bank-a' | 'bank-b', description: string): Promise<string> => {
  const [direction, account, counterparty] =
    place === 'bank-a' ? ['deliver', '11', 'Baltic Trust Bank'] : ['receive', '22', 'Alpenbank']
  return world.run(
    place,
    `connex transfer fop --direction ${direction} --custodian 'Meridian Registrars' --counterparty '${counterparty}' ` +
      `--instrument ${ISIN} --account ${account} --quantity 1 --description '${description}' --yes`,
  )
}

const descriptionsAt = async (place: 'bank-a' | 'bank-b'): Promise<(string | null)[]> => {
  const { items } = JSON.parse(await world.run(place, 'connex transfers --json')) as {
    items: { description: string | null }[]
  }
  return items.map(({ description }) => description)
}

const untilAt = (place: 'bank-a' | 'bank-b', descriptions: readonly string[]): Promise<unknown> =>
  until(
    `the terms at ${place}`,
    async () => {
      const seen = await descriptionsAt(place)
      return descriptions.every((one) => seen.includes(one))
    },
    60_000,
    500,
  )

const healthOf = async (host: HostName): Promise<string> =>
  ((await (await fetch(`${world.hosts[host].url}/health`)).json()) as { status: string }).status

const folderOf = (host: HostName, name: string): string => join(world.hosts[host].folder, name)

// PostgreSQL's own programs take its backup. Without them its drills are skipped.
describe.skipIf(programs === undefined)('PostgreSQL', () => {
  drillAll('PostgreSQL')
})
describe('the embedded database', () => {
  drillAll('embedded')
})

function drillAll(given: Engine): void {
  beforeAll(() => open(given))
  afterAll(() => world?.close())

  test('1: the database is lost: the backup has what was before, the other party sends the rest', async () => {
    await transfer('bank-a', 'Before the backup')
    await untilAt('bank-b', ['Before the backup'])
    await drill('Back up')
    await transfer('bank-a', 'Ours after it')
    await transfer('bank-b', 'Theirs after it')
    await untilAt('bank-a', ['Theirs after it'])
    await untilAt('bank-b', ['Ours after it'])
    await world.loseDatabase('bank-a')
    await drill('1. The database is lost')
    await untilAt('bank-a', ['Before the backup', 'Ours after it', 'Theirs after it'])
    await until('health', async () => (await healthOf('bank-a')) === 'ok')
    expect(await descriptionsAt('bank-a')).toContain('Ours after it')
  })

  test('1a: without a backup an empty database gets the index, the users and the terms again', async () => {
    await drill('1a. There is no backup either')
    await untilAt('bank-a', ['Before the backup', 'Ours after it', 'Theirs after it'])
    await transfer('bank-a', 'In the new database')
    await untilAt('bank-b', ['In the new database'])
    expect(await healthOf('bank-a')).toBe('ok')
  })

  test('2: lost documents come from the backup or the issuer, and the issuer takes its own back', async () => {
    const documents = folderOf('bank-a', 'documents')
    await rm(documents, { recursive: true })
    const [restore, resend, download, ...ofIssuer] = blocksOf('2. The documents are lost')
    await world.run('bank-a', restore?.text ?? '')
    // As if the backup were older than the document.
    await rm(documents, { recursive: true })
    await world.run('bank-a', 'mkdir -m 700 documents')
    await expect(world.run('bank-a', download?.text ?? '')).rejects.toThrow('connex documents download')
    await world.run('issuer', resend?.text ?? '')
    await until(
      'the document',
      () =>
        world.run('bank-a', download?.text ?? '').then(
          () => true,
          () => false,
        ),
      60_000,
      500,
    )
    expect(readFileSync(folderOf('bank-a', 'terms.pdf'), 'utf8')).toBe('The terms')
    await rm(folderOf('operator', 'documents'), { recursive: true })
    await world.run('issuer', `mkdir -m 700 documents && cp '${folderOf('bank-a', 'terms.pdf')}' terms.pdf`)
    for (const { text } of ofIssuer) await world.run('issuer', text)
    expect(readFileSync(folderOf('operator', 'again.pdf'), 'utf8')).toBe('The terms')
  })

  test('3: after the ledger was restored from an older copy, all servers agree with it', async () => {
    const copy = await world.ledger.rpc('evm_snapshot')
    await transfer('bank-a', 'After the copy')
    await untilAt('bank-b', ['After the copy'])
    await world.ledger.rpc('evm_revert', copy)
    await world.ledger.rpc('evm_mine')
    const isGone = async (): Promise<boolean> =>
      !(await descriptionsAt('bank-a')).includes('After the copy') &&
      !(await descriptionsAt('bank-b')).includes('After the copy')
    await until('the transfer to be gone', isGone, 60_000, 500)
    expect(await drill('3. The ledger was restored from an older copy')).not.toContain('After the copy')
    await transfer('bank-a', 'Agreed again')
    await untilAt('bank-b', ['Agreed again'])
  })

  test('4: a lost node key is replaced, and what waited is pushed', async () => {
    notes.set('FORMER_ACCOUNT', world.hosts['bank-a'].account)
    await world.stop('bank-b')
    await transfer('bank-a', 'While the other is away')
    await rm(folderOf('bank-a', 'node.key'))
    await world.stop('bank-a')
    await world.start('bank-b', SERVER)
    expect(existsSync(folderOf('bank-a', 'node.key'))).toBe(false)
    await drill('4. The node key is lost')
    expect(notes.get('NODE_ACCOUNT')).not.toBe(world.hosts['bank-a'].account)
    await untilAt('bank-b', ['While the other is away'])
    await until('health', async () => (await healthOf('bank-a')) === 'ok')
    await until(
      'nothing to wait',
      async () =>
        (await world.run('bank-a', 'connex sync operations --status pending,request_failed')).includes(
          'No pushes',
        ),
      60_000,
      500,
    )
  })

  test("5: the operator's lost key is replaced by the recoverer's nominee", async () => {
    notes.set('SECOND_USER', world.second.address)
    notes.set('LOST_USER', world.ledger.operatorUser.address)
    const blocks = blocksOf("5. The operator's key is lost")
    const [appoint, nominate, ...ofNominee] = blocks.map(({ place, text }) => ({
      place: place as Place,
      text: fillIn(text, notes),
    }))
    const pass = async (seconds: number): Promise<void> => {
      await world.ledger.rpc('evm_increaseTime', seconds)
      await world.ledger.rpc('evm_mine')
    }
    await world.run('operator', appoint?.text ?? '')
    await expect(world.run('registrar', nominate?.text ?? '')).rejects.toThrow(
      'registrar: connex admin nominate',
    )
    await pass(7 * DAY)
    await world.run('registrar', nominate?.text ?? '')
    await expect(world.run('second', 'connex admin commit-nomination --yes')).rejects.toThrow(
      'can be committed between',
    )
    await pass(DAY)
    await rm(folderOf('operator', 'deployer.json'))
    let output = ''
    for (const { place, text } of ofNominee) output += await world.run(place, text)
    expect(output).toContain('Invited: Nordhafen Custody')
  })
}
