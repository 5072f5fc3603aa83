// The checklist, row by row: the conventions of every call, what goes before a transaction, and the general, delivery and
// instrument calls, by the SDK against both servers.
import { api, Bytes32, Fingerprint, freshSalt, HEADERS, SaltedText, Seconds } from '@connex/protocol'
import type { CallName, Endpoint } from '@connex/protocol'
import {
  call,
  createClient,
  discoverVersion,
  downloadDocument,
  openSession,
  subscribe,
  uploadDocument,
  writeDeliveryComment,
} from '@connex/sdk'
import type { Client } from '@connex/sdk'
import { clientOf, expect, test } from '../support/sandbox.ts'
import { makeTransfer, openDesk } from '../support/desks.ts'
import { refusal, runChecklistRows } from '../support/checklist.ts'

test.describe.configure({ timeout: 600_000 })

const UNAUTHORIZED = { status: 401 }

const urlOf = (input: string | URL | Request): string =>
  input instanceof Request ? input.url : input.toString()

/** The same client, but what it sends goes through this first. */
const through = (
  client: Client,
  alter: (url: string, init: RequestInit) => [string, RequestInit],
): Client => ({
  ...client,
  fetch: (input, init) => client.fetch(...alter(urlOf(input), init ?? {})),
})
const withHeaders = (client: Client, change: (headers: Headers) => void): Client =>
  through(client, (url, init) => {
    const headers = new Headers(init.headers)
    change(headers)
    return [url, { ...init, headers }]
  })

/** A signed request that was not sent. */
async function sentBy(client: Client): Promise<[string, RequestInit]> {
  const sent: [string, RequestInit][] = []
  const unsent: Client = {
    ...client,
    fetch: (input, init) => {
      sent.push([urlOf(input), init ?? {}])
      return Promise.reject(new Error('not sent'))
    },
  }
  await refusal(call(unsent, 'transfers'))
  return sent[0] ?? ['', {}]
}

test('the conventions of every call', async ({ sandbox }) => {
  const client = await clientOf(sandbox, 'a.keller')
  await openSession(client)
  await runChecklistRows(async (row) => {
    await row(
      'A001 A002 A004 A005 every call goes to the base URL, below /api/v6, with credentials and the version',
      async () => {
        const sent: [string, RequestInit][] = []
        const spied = through(client, (url, init) => {
          sent.push([url, init])
          return [url, init]
        })
        await call(spied, 'transfers')
        await call(spied, 'tenants')
        for (const [url, init] of sent) {
          expect(url).toContain(`${client.baseUrl}/api/v6/`)
          expect(init.credentials).toBe('include')
          expect(new Headers(init.headers).get(HEADERS.version)).toBe('6')
        }
      },
    )
    await row('A004 the server answers other origins by none of theirs', async () => {
      const answer = await fetch(`${client.baseUrl}/api/introspection`, {
        headers: { origin: 'https://other.example' },
      })
      expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    })
    await row('A006 without a timestamp, or 301 s off, 401', async () => {
      const bare = withHeaders(client, (headers) => headers.delete(HEADERS.timestamp))
      expect(await refusal(call(bare, 'transfers'))).toMatchObject(UNAUTHORIZED)
      // Seen before the SDK sets its clock right by the server's answer.
      const clockSkew = client.connection.clockSkew - 301_000
      const [url, init] = await sentBy({ ...client, connection: { ...client.connection, clockSkew } })
      expect((await fetch(url, init)).status).toBe(401)
    })
    await row('A007 without a nonce, or with one used before, 401', async () => {
      const bare = withHeaders(client, (headers) => headers.delete(HEADERS.nonce))
      expect(await refusal(call(bare, 'transfers'))).toMatchObject(UNAUTHORIZED)
      const [url, init] = await sentBy(client)
      expect((await fetch(url, init)).status).toBe(200)
      expect((await fetch(url, init)).status).toBe(401)
    })
    await row('A008 any change after the signing, 401', async () => {
      const later = withHeaders(client, (headers) =>
        headers.set(HEADERS.timestamp, String(Number(headers.get(HEADERS.timestamp)) + 1)),
      )
      const nonce = withHeaders(client, (headers) => {
        const old = headers.get(HEADERS.nonce) ?? ''
        headers.set(HEADERS.nonce, `${old.startsWith('a') ? 'b' : 'a'}${old.slice(1)}`)
      })
      const path = through(client, (url, init) => [`${url}?items-per-page=9`, init])
      for (const one of [later, nonce, path])
        expect(await refusal(call(one, 'transfers'))).toMatchObject(UNAUTHORIZED)
      const body = through(client, (url, init) => [url, { ...init, body: JSON.stringify({ changed: true }) }])
      const comment = SaltedText.parse({ salt: freshSalt(), text: 'x' })
      const stored = call(body, 'putComment', { body: { type: 'reason', comment, sharedWith: [] } })
      expect((await refusal(stored)).status).toBe(401)
      const verb = through(client, (url, init) => [url, { ...init, method: 'POST' }])
      expect([401, 404, 405]).toContain((await refusal(call(verb, 'transfers'))).status)
    })
    await row('A010 a body that is not JSON is refused', async () => {
      const text = withHeaders(client, (headers) => headers.set('content-type', 'text/plain'))
      const comment = SaltedText.parse({ salt: freshSalt(), text: 'x' })
      const { status } = await refusal(
        call(text, 'putComment', { body: { type: 'reason', comment, sharedWith: [] } }),
      )
      expect([400, 401, 415]).toContain(status)
    })
    await row('A014 introspection tells the versions to everybody', async () => {
      const answer = await fetch(`${client.baseUrl}/api/introspection`)
      expect(await answer.json()).toMatchObject({ supportedApiVersions: [5, 6] })
    })
    await row(
      'A003 A015 A016 v5 where introspection offers it or is missing, v6 where it fails',
      async () => {
        const versionFor = async (status: number, body: unknown) => {
          const fresh = createClient({
            baseUrl: client.baseUrl,
            fetch: async (input, init) =>
              urlOf(input).endsWith('/introspection')
                ? new Response(JSON.stringify(body), {
                    status,
                    headers: { 'content-type': 'application/json' },
                  })
                : fetch(input, init),
          })
          await discoverVersion(fresh)
          return fresh.connection.version
        }
        expect(await versionFor(200, { supportedApiVersions: [5], chainId: 31337 })).toBe(5)
        expect(await versionFor(404, {})).toBe(5)
        expect(await versionFor(500, {})).toBe(6)
      },
    )
    await row('A017 a list on v5 is a plain array', async () => {
      const old = { ...client, connection: { ...client.connection, version: 5 as const } }
      const spied: unknown[] = []
      const watched: Client = {
        ...old,
        fetch: async (input, init) => {
          const answer = await old.fetch(input, init)
          spied.push(await answer.clone().json())
          return answer
        },
      }
      await call(watched, 'transfers')
      expect(Array.isArray(spied[0])).toBe(true)
      expect(Object.keys(await call(client, 'transfers')).toSorted()).toEqual([
        'items',
        'pageItemCount',
        'totalItemCount',
      ])
    })
    await row(
      'A006 to A136 unsigned, and with no token, 401 on every call that asks who one is',
      async () => {
        const wrong: string[] = []
        for (const [name, { method, path, authentication }] of Object.entries(api) as [
          CallName,
          Endpoint,
        ][]) {
          if (authentication === 'open') continue
          const target = path.replaceAll(/\{[^}]+\}/g, `0x${'11'.repeat(32)}`)
          const answer = await fetch(`${client.baseUrl}/api/v6${target}`, { method })
          await answer.body?.cancel()
          if (answer.status !== 401) wrong.push(`${name}: ${answer.status}`)
        }
        expect(wrong).toEqual([])
      },
    )
  })
})

test('what goes before a transaction', async ({ sandbox }) => {
  const client = await clientOf(sandbox, 'b.moser')
  await openSession(client)
  await runChecklistRows(async (row) => {
    await row('A018 the account’s nonce and balance', async () => {
      const { nonce, balance } = await call(client, 'account')
      expect(nonce).toBeGreaterThanOrEqual(0)
      expect(BigInt(balance)).toBeGreaterThan(0n)
    })
    await row('A021 a raw transaction that is none is refused', async () => {
      const { status } = await refusal(
        call(client, 'publishRawTx', { body: { rawTransaction: '0x1234' as never } }),
      )
      expect(status).toBe(400)
    })
  })
})

test('general and delivery calls', async ({ sandbox }) => {
  const [alpen, rhone] = [await openDesk(sandbox, 'a.keller'), await openDesk(sandbox, 'c.dubois')]
  const [baltic, registrar] = [await clientOf(sandbox, 'k.tamm'), await clientOf(sandbox, 'm.okafor')]
  await openSession(baltic)
  await openSession(registrar)
  const { deliveryId } = await makeTransfer('FOP', [alpen, rhone], { description: `Rows ${Date.now()}` })
  const ids = { query: { deliveryIds: [deliveryId] } }
  await runChecklistRows(async (row) => {
    await row('A025 everybody can read the health', async () => {
      expect((await fetch(`${alpen.client.baseUrl}/api/v6/health`)).status).toBe(200)
    })
    await row('A026 a change is announced within a block, and replayed after a broken line', async () => {
      const seen: (string | undefined)[] = []
      const stop = subscribe(alpen.client, { onEvent: ({ id }) => seen.push(id) })
      await makeTransfer('FOP', [alpen, rhone], { description: `Announced ${Date.now()}` })
      await expect.poll(() => seen.length).toBeGreaterThan(0)
      stop()
      const again: (string | undefined)[] = []
      const stopAgain = subscribe(alpen.client, { onEvent: ({ id }) => again.push(id), lastEventId: seen[0] })
      await makeTransfer('FOP', [alpen, rhone], { description: `Announced again ${Date.now()}` })
      await expect.poll(() => again.length).toBeGreaterThanOrEqual(seen.length)
      expect(again.slice(0, seen.length - 1)).toEqual(seen.slice(1))
      stopAgain()
    })
    await row('A027 how far the ledger was read', async () =>
      expect((await call(alpen.client, 'syncStatus')).indexedBlock).toBeGreaterThan(0),
    )
    await row('A022 the audit, narrowed by each parameter', async () => {
      const { items, totalItemCount } = await call(alpen.client, 'audit')
      expect(items.length).toBeGreaterThan(0)
      const [one] = items
      if (one === undefined) return
      const only = await call(alpen.client, 'audit', { query: { auditId: [one.auditId] } })
      expect(only.items).toEqual([one])
      const others = await call(alpen.client, 'audit', { query: { userAddr: rhone.tenantAddr } })
      expect(others.totalItemCount).toBe(0)
      const byAction = await call(alpen.client, 'audit', { query: { action: [one.action] } })
      expect(byAction.totalItemCount).toBeLessThanOrEqual(totalItemCount)
    })
    await row('A023 A024 a private comment is read by those who share it, and by nobody else', async () => {
      const comment = SaltedText.parse({ salt: freshSalt(), text: 'Ask again' })
      const sharedWith = [rhone.tenantAddr]
      const { fingerprint } = await call(alpen.client, 'putComment', {
        body: { type: 'reason', comment, sharedWith },
      })
      const read = (client: Client) => call(client, 'comments', { query: { fingerprints: [fingerprint] } })
      await expect
        .poll(async () => (await read(rhone.client)).items.map(({ text }) => text))
        .toEqual(['Ask again'])
      expect((await read(baltic)).items).toEqual([])
    })
    await row('A028 A036 the manager’s address and the leg managers', async () => {
      expect((await call(alpen.client, 'deliveryManager')).address).toMatch(/^0x/)
      const { items } = await call(alpen.client, 'legManagers')
      for (const type of ['EXTERNAL', 'DIGITAL'])
        expect(items.find(({ registryType }) => registryType === type)).toMatchObject({ active: true })
    })
    await row('A029 A030 details are at both parties’ servers, and nowhere else', async () => {
      const own = await call(alpen.client, 'deliveryDetails', ids)
      expect(own.items).toMatchObject([{ status: 'SYNCED' }])
      await expect
        .poll(async () =>
          (await call(rhone.client, 'deliveryDetails', ids)).items.map(({ status }) => status),
        )
        .toEqual(['SYNCED'])
      expect((await call(baltic, 'deliveryDetails', ids)).items).toEqual([])
    })
    await row('A031 the delivery, with its legs', async () => {
      const { items } = await call(alpen.client, 'deliveries', ids)
      expect(items).toMatchObject([{ deliveryId, deliveryState: 'PENDING', legs: [{ legType: 'DIGITAL' }] }])
      expect((await call(baltic, 'deliveries', ids)).items).toEqual([])
    })
    await row('A032 A033 a delivery’s comment is its parties’', async () => {
      await writeDeliveryComment(alpen.client, { deliveryId, text: 'Thank you' })
      await expect
        .poll(async () => (await call(rhone.client, 'deliveryComments', ids)).items.map(({ text }) => text))
        .toEqual(['Thank you'])
      expect((await call(baltic, 'deliveryComments', ids)).items).toEqual([])
    })
    await row('A034 A035 an internal one is for one’s own tenant', async () => {
      const comment = SaltedText.parse({ salt: freshSalt(), text: 'Between us' })
      await call(alpen.client, 'putInternalComment', { body: { deliveryId, comment } })
      expect((await call(alpen.client, 'internalComments', ids)).items).toMatchObject([
        { text: 'Between us' },
      ])
      expect((await call(rhone.client, 'internalComments', ids)).items).toEqual([])
    })
    await row('A037 A038 a secret belongs to an HTLC leg', async () => {
      const secret = Bytes32.parse(freshSalt())
      const put = call(alpen.client, 'putHtlcSecret', { body: { deliveryId, legIdx: 0, secret } })
      expect((await refusal(put)).status).toBe(404)
      expect((await call(alpen.client, 'htlcSecrets', ids)).items).toEqual([])
    })
    await row('A039 the delivery’s details include another system’s log', async () => {
      const log = { system: 'Core banking', text: 'Booked', at: Seconds.parse(1_790_000_000) }
      await call(alpen.client, 'putExternalAuditLog', { body: { deliveryId, log } })
      const { items } = await call(alpen.client, 'deliveryDetails', ids)
      expect(items[0]?.externalAuditLogs).toMatchObject([log])
    })
    await row('A040 the receiver’s task', async () => {
      const { items } = await call(rhone.client, 'deliveryTasks', { query: { itemsPerPage: 100 } })
      expect(items.find(({ entityId }) => entityId === deliveryId)).toBeDefined()
    })
  })
})

test('instrument calls', async ({ sandbox }) => {
  const [issuer, alpen] = [await clientOf(sandbox, 'h.petersen'), await clientOf(sandbox, 'a.keller')]
  for (const client of [issuer, alpen]) await openSession(client)
  const unknown = `0x${'12'.repeat(32)}`
  await runChecklistRows(async (row) => {
    const { address } = await call(issuer, 'instrumentManager')
    await row('A041 the manager’s address', async () => expect(address).toMatch(/^0x[0-9a-f]{40}$/))
    await row('A042 A043 A044 details of what the ledger has', async () => {
      const { items } = await call(issuer, 'instruments', { query: { itemsPerPage: 100 } })
      const [first] = items.filter(({ instrumentState }) => instrumentState !== 'DRAFT')
      expect(first).toBeDefined()
      const { items: details } = await call(issuer, 'instrumentDetails', {
        query: { instrumentIds: [first!.instrumentId] },
      })
      expect(details).toMatchObject([{ status: 'SYNCED' }])
    })
    await row('A045 A046 E011 a draft is listed, changed, removed', async () => {
      const draft = {
        instrumentType: 'BOND',
        identifierType: 'ISIN',
        identifier: 'DE000A1EWWW0',
        decimals: 2,
        details: { salt: freshSalt(), label: 'Draft' },
      } as never
      const { draftId } = await call(issuer, 'putDraft', { body: draft })
      const listed = async () =>
        (await call(issuer, 'instruments', { query: { itemsPerPage: 100 } })).items.find(
          ({ instrumentId }) => instrumentId === draftId,
        )
      expect(await listed()).toMatchObject({ instrumentState: 'DRAFT' })
      await call(issuer, 'deleteDraft', { query: { draftId } })
      expect(await listed()).toBeUndefined()
      expect(await refusal(call(issuer, 'deleteDraft', { query: { draftId } }))).toEqual({
        status: 404,
        message: 'Draft not found',
      })
    })
    await row('A048 A049 E012 a document’s very bytes', async () => {
      const bytes = new TextEncoder().encode(`Terms of ${Date.now()}`)
      const stored = await uploadDocument(issuer, { name: 'Terms.txt', mediaType: 'text/plain', bytes })
      const back = await downloadDocument(issuer, stored)
      expect(new Uint8Array(back as never)).toEqual(bytes)
      const other = { ...stored, contentFp: Fingerprint.parse(unknown) }
      expect(await refusal(downloadDocument(issuer, other))).toMatchObject({
        status: 404,
        message: 'Document not found',
      })
    })
    await row('A051 A052 the dApp’s configuration', async () => {
      const body = { dappAddress: address, config: { columns: ['identifier', String(Date.now())] } }
      await call(issuer, 'putInstrumentConfig', { body })
      const { items } = await call(issuer, 'instrumentConfig', { query: { dappAddresses: [address] } })
      expect(items).toMatchObject([body])
      expect((await call(alpen, 'instrumentConfig')).items.map(({ config }) => config)).not.toContainEqual(
        body.config,
      )
    })
    await row('A050 the manager’s own stream', async () => {
      const refusedStream = await fetch(`${issuer.baseUrl}/api/v6/instrument-manager/sse`)
      expect(refusedStream.status).toBe(401)
    })
  })
})
