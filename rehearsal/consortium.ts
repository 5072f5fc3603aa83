// Four hosts with what docs/going-live.md asks for on each: a name with a certificate, a proxy, a database, nodes of the ledger,
// and the release.
import { cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Network } from '../ledgers/networks/network.ts'
import { startPostgres } from '../testkit/src/database/postgres.ts'
import type { Postgres } from '../testkit/src/database/postgres.ts'
import { startRelay } from '../testkit/src/database/relay.ts'
import type { Relay } from '../testkit/src/database/relay.ts'
import { run } from '../tools/run.ts'
import { addServiceAddress, CONSORTIUM, startHost } from './hosts.ts'
import type { Host } from './hosts.ts'

/** By host: the tenant that it hosts, and the last part of its addresses. */
export const MEMBERS = {
  operator: { tenant: 'Consortium', number: 11 },
  registrar: { tenant: 'Meridian Registrars', number: 12 },
  'bank-a': { tenant: 'Alpenbank', number: 13 },
  'bank-b': { tenant: 'Baltic Trust Bank', number: 14 },
} as const

export type Name = keyof typeof MEMBERS

export const NAMES = Object.keys(MEMBERS) as Name[]

/** The hosts that get a tenant of their own; the operator's comes with the deployment. */
export const TENANT_HOSTS = NAMES.filter((name) => name !== 'operator')

const PASSWORD = 'correct horse battery staple'
const LEDGER_PORT = 8545
const POSTGRES_PORT = 5432

export type Consortium = {
  hosts: Record<Name, Host>
  databases: Record<Name, Database>
  /** The way of all hosts to each node of the ledger. */
  nodes: Relay[]
  /** Replaces the release in a host's home by the one to upgrade to. */
  bringNext: (host: Host) => Promise<void>
  stop: () => Promise<void>
}

/** A host's database, at one address whichever server answers there. */
export type Database = { postgres: Postgres; relay: Relay }

/** Names of all hosts in `/etc/hosts` form. */
export const addresses = (): string =>
  Object.entries(MEMBERS)
    .map(([name, { number }]) => `${CONSORTIUM}.${number} ${name}.example\n`)
    .join('')

/** An authority and a certificate for each host, in the folder. `await makeCertificates('/tmp/rehearsal')` */
export async function makeCertificates(folder: string): Promise<void> {
  const openssl = async (...parameters: string[]): Promise<void> => {
    const { code, output } = await run('openssl', parameters, { cwd: folder })
    if (code !== 0) throw new Error(`openssl ${parameters.join(' ')}: ${output}`)
  }
  const fresh = [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-days',
    '2',
  ]
  await openssl(...fresh, '-subj', '/CN=Consortium', '-keyout', 'ca.key', '-out', 'ca.pem')
  const signed = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-addext', 'basicConstraints=critical,CA:FALSE']
  for (const name of NAMES) {
    const subject = ['-subj', `/CN=${name}.example`, '-addext', `subjectAltName=DNS:${name}.example`]
    await openssl(...fresh, ...subject, ...signed, '-keyout', `${name}.key`, '-out', `${name}.crt`)
  }
}

/** `folder` has the certificates, the release to begin with in `release`, and the one to upgrade to in `next`. `await startConsortium(folder, network)` */
export async function startConsortium(folder: string, network: Network): Promise<Consortium> {
  const nodes: Relay[] = []
  let hostsFile = `127.0.0.1 localhost\n${addresses()}`
  for (const [index, url] of network.urls.slice(0, 2).entries()) {
    const host = await addServiceAddress(2 + index)
    nodes.push(await startRelay(Number(new URL(url).port), { host, port: LEDGER_PORT }))
    hostsFile += `${host} node${index + 1}\n`
  }
  const hosts = {} as Record<Name, Host>
  const databases = {} as Record<Name, Database>
  for (const name of NAMES) {
    const { number } = MEMBERS[name]
    const address = await addServiceAddress(number + 10)
    databases[name] = await startDatabase(address)
    const files = `${hostsFile}${address} db\n`
    const environment = { CONNEX_PASSWORD: PASSWORD }
    const host = await startHost({ name, number, folder, hosts: files, environment })
    await equip(host, folder)
    hosts[name] = host
  }
  return {
    hosts,
    databases,
    nodes,
    async bringNext({ home }) {
      for (const name of await readdir(join(folder, 'release'))) await rm(join(home, name))
      await cp(join(folder, 'next'), home, { recursive: true })
    },
    async stop() {
      await Promise.all(nodes.map((relay) => relay.close()))
      for (const { postgres, relay } of Object.values(databases)) {
        await relay.close()
        await postgres.remove()
      }
    },
  }
}

async function startDatabase(address: string): Promise<Database> {
  const postgres = await startPostgres('max_connections=50')
  const port = Number(new URL(postgres.urlOf('postgres')).port)
  await query(postgres, 'CREATE DATABASE connex')
  return { postgres, relay: await startRelay(port, { host: address, port: POSTGRES_PORT }) }
}

/** Runs one statement in the maintenance database. `await query(postgres, 'SELECT pg_promote()')` */
export async function query(postgres: Postgres, statement: string): Promise<void> {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: postgres.urlOf('postgres') })
  await client.connect()
  await client.query(statement)
  await client.end()
}

/** What the host's user has received, and the proxy in front of the server. */
async function equip(host: Host, folder: string): Promise<void> {
  await cp(join(folder, 'release'), host.home, { recursive: true })
  await cp(join(folder, 'ca.pem'), join(host.home, 'ca.pem'))
  await mkdir(join(host.home, 'tls'))
  for (const kind of ['crt', 'key'])
    await cp(join(folder, `${host.name}.${kind}`), join(host.home, 'tls', `tls.${kind}`))
  await writeFile(join(host.home, 'proxy.log'), '')
  host.launch(`node ${join(import.meta.dirname, 'proxy.ts')} tls/tls.crt tls/tls.key`, 'proxy.log')
}
