import { expect, test } from 'vitest'
import type { ChecklistClient } from './client.ts'

type Row = readonly [id: string, method: string, path: string]

const WORD = `0x${'5a'.repeat(32)}`

/** Signed calls; without a signature nobody is answered. */
const SIGNED: readonly Row[] = [
  ['A018', 'GET', '/dlt/eth/account'],
  ['A021', 'POST', '/dlt/eth/publish-raw-tx'],
  ['A022', 'GET', '/audit'],
  ['A023', 'GET', '/comments/private'],
  ['A024', 'PUT', '/comments/private'],
  ['A026', 'GET', '/events/sse'],
  ['A027', 'GET', '/dlt/eth/sync-status'],
  ['A028', 'GET', '/delivery-manager'],
  ['A029', 'PUT', '/delivery-manager/deliveries/details'],
  ['A030', 'GET', '/delivery-manager/deliveries/details'],
  ['A031', 'GET', '/delivery-manager/deliveries'],
  ['A032', 'PUT', '/delivery-manager/deliveries/comments/private'],
  ['A033', 'GET', '/delivery-manager/deliveries/comments/private'],
  ['A034', 'PUT', '/delivery-manager/deliveries/comments/internal'],
  ['A035', 'GET', '/delivery-manager/deliveries/comments/internal'],
  ['A036', 'GET', '/delivery-manager/leg-managers'],
  ['A037', 'POST', '/delivery-manager/deliveries/details/htlc-secret'],
  ['A038', 'GET', '/delivery-manager/deliveries/details/htlc-secret'],
  ['A039', 'POST', '/delivery-manager/deliveries/external-audit-logs'],
  ['A040', 'GET', '/delivery-manager/tasks'],
  ['A041', 'GET', '/instrument-manager'],
  ['A042', 'PUT', '/instrument-manager/instruments/details'],
  ['A043', 'GET', '/instrument-manager/instruments/details'],
  ['A044', 'GET', '/instrument-manager/instruments'],
  ['A045', 'PUT', '/instrument-manager/instruments/drafts'],
  ['A046', 'DELETE', '/instrument-manager/instruments/drafts'],
  ['A047', 'PUT', '/instrument-manager/instruments/internal-identifier'],
  ['A049', 'GET', `/instrument-manager/documents/download/${WORD}/${WORD}`],
  ['A050', 'GET', '/instrument-manager/sse'],
  ['A051', 'PUT', '/instrument-manager/config'],
  ['A052', 'GET', '/instrument-manager/config'],
  ['A054', 'GET', '/platform/login'],
  ['A101', 'GET', '/registry-manager'],
  ['A102', 'GET', '/registry-manager/instruments'],
  ['A103', 'GET', '/registry-manager/instruments/total-issued-amount'],
  ['A104', 'GET', '/registry-manager/registry-entries'],
  ['A105', 'GET', '/registry-manager/registry-entries/details'],
  ['A106', 'PUT', '/registry-manager/registry-entries/details/issue'],
  ['A107', 'PUT', '/registry-manager/registry-entries/details/reorg'],
  ['A108', 'PUT', '/registry-manager/registry-entries/details/terminate-entry'],
  ['A109', 'PUT', '/registry-manager/registry-entries/details/onramp'],
  ['A110', 'PUT', '/registry-manager/registry-entries/details/import'],
  ['A111', 'PUT', '/registry-manager/registry/unregister'],
  ['A112', 'GET', '/registry-manager/transfers'],
  ['A113', 'GET', '/registry-manager/registry-entries/propose-set'],
  ['A114', 'POST', '/registry-manager/registry-entries/propose-set'],
  ['A115', 'GET', '/registry-manager/registry-nonce'],
  ['A116', 'PUT', '/registry-manager/registration-requests/reasons'],
  ['A117', 'GET', '/registry-manager/registration-requests/reasons'],
  ['A118', 'GET', '/registry-manager/accounts'],
  ['A119', 'GET', '/registry-manager/custody-chains'],
  ['A120', 'GET', '/registry-manager/registry-confirmer-accounts'],
  ['A121', 'GET', '/registry-manager/positions'],
  ['A122', 'PUT', '/registry-manager/config'],
  ['A123', 'GET', '/registry-manager/config'],
  ['A124', 'GET', '/registry-manager/sse'],
  ['A125', 'GET', `/registry-manager/registry/forced-transfers/${WORD}`],
  ['A126', 'PUT', '/registry-manager/registry/forced-transfers'],
  ['A127', 'GET', '/registry-manager/tasks'],
  ['A128', 'GET', '/registry-manager/registry/forced-transfers/tasks'],
  ['A129', 'GET', '/sync/operations'],
  ['A130', 'PUT', '/sync/operations/retry'],
  ['A131', 'GET', '/transfer/transfers'],
  ['A132', 'GET', '/confirmation-workflows'],
  ['A133', 'PUT', '/confirmation-workflows'],
  ['A134', 'POST', '/confirmation-workflows/confirm'],
  ['A135', 'POST', '/confirmation-workflows/reject'],
  ['A136', 'POST', '/confirmation-workflows/revoke'],
]

/** Platform calls; without a bearer token nobody is answered. */
const BORNE: readonly Row[] = [
  ['A053', 'GET', '/platform/blacklist'],
  ['A055', 'GET', '/platform/logout'],
  ['A056', 'GET', '/platform'],
  ['A057', 'GET', '/platform/dapp-controllers'],
  ['A058', 'GET', '/platform/dapps'],
  ['A059', 'GET', '/platform/contract-version'],
  ['A060', 'GET', '/platform/me'],
  ['A061', 'GET', '/platform/tenants'],
  ['A062', 'PUT', '/platform/tenants'],
  ['A063', 'GET', '/platform/tenants/users'],
  ['A064', 'POST', '/platform/tenants/users'],
  ['A065', 'PUT', '/platform/tenants/users'],
  ['A066', 'GET', '/platform/tenants/users/registrations'],
  ['A067', 'DELETE', '/platform/tenants/users/registrations'],
  ['A068', 'POST', '/platform/tenants/users/registrations/confirm'],
  ['A069', 'GET', '/platform/tenants/invitations'],
  ['A070', 'POST', '/platform/tenants/invitations'],
  ['A071', 'DELETE', '/platform/tenants/invitations'],
  ['A072', 'POST', '/platform/tenants/invitations/confirm'],
  ['A073', 'POST', '/platform/tenants/register'],
  ['A074', 'GET', '/platform/tenants/details'],
  ['A075', 'PUT', '/platform/tenants/details'],
  ['A076', 'GET', '/platform/tenants/confirmer'],
  ['A077', 'GET', '/platform/tenants/hosted-here'],
  ['A078', 'PUT', '/platform/tenants/hosted-here'],
  ['A079', 'GET', '/platform/tenants/users/view-presets'],
  ['A080', 'PUT', '/platform/tenants/users/view-presets'],
  ['A081', 'DELETE', '/platform/tenants/users/view-presets'],
  ['A082', 'GET', '/platform/tenants/defaulted-tenants'],
  ['A083', 'PUT', '/platform/tenants/defaulted-tenants'],
  ['A084', 'DELETE', '/platform/tenants/defaulted-tenants'],
  ['A085', 'GET', '/platform/tenants/nominations'],
  ['A086', 'GET', '/platform/tenants/templates'],
  ['A087', 'PUT', '/platform/tenants/templates'],
  ['A088', 'DELETE', '/platform/tenants/templates'],
  ['A089', 'GET', '/platform/tenants/business-partners'],
  ['A090', 'POST', '/platform/tenants/business-partners'],
  ['A091', 'GET', '/platform/tenants/node-connection'],
  ['A092', 'PUT', '/platform/dapps/eoa-data'],
  ['A093', 'GET', '/platform/dapps/eoa-data'],
  ['A094', 'GET', '/platform/tenants/accounts'],
  ['A095', 'PUT', '/platform/tenants/accounts'],
]

export function callRows(walk: () => ChecklistClient): void {
  test.each([...SIGNED, ...BORNE])('%s %s %s answers 401 to nobody', async (_, method, path) => {
    const { status, json } = await walk().requestUnsigned(path, {
      method,
      ...(method === 'GET' ? {} : { body: {} }),
    })
    expect([status, json['code']]).toEqual([401, 'unauthenticated'])
  })

  /** Each read without any parameter, by users of whom one has the right to it. */
  test.each(
    [...SIGNED, ...BORNE].filter(([, method, path]) => method === 'GET' && !/sse|logout|5a5a/.test(path)),
  )('%s %s %s answers who may ask', async (_, __, path) => {
    const desks = ['a.keller', 'm.okafor', 'h.petersen', 'o.berg']
    const answers = await Promise.all(desks.map((user) => walk().request(user, path)))
    // A read that lacks its parameter is a bad request, or forbidden where the right depends on the parameter.
    expect(
      answers.map(({ status }) => status).filter((status) => ![200, 400, 401, 403].includes(status)),
    ).toEqual([])
    expect(answers.some(({ status }) => status === 200 || status === 400)).toBe(true)
    expect(answers.some(({ status }) => status === 404 || status >= 500)).toBe(false)
  })
  authenticationRows(walk)
}

function authenticationRows(walk: () => ChecklistClient): void {
  test('A008 A006 A007 one changed byte, another time, a nonce of 31 bytes: nobody is answered', async () => {
    for (const signed of [
      { method: 'POST' },
      { timestamp: Date.now() - 301_000 },
      { timestamp: Date.now() + 301_000 },
      { nonce: `0x${'11'.repeat(31)}` as never },
      { target: '/api/v6/registry-manager/positions?page=2' },
      { bodySha256: WORD as never },
    ]) {
      const { status } = await walk().requestSigned('a.keller', '/registry-manager/positions', { signed })
      expect([signed, status]).toEqual([signed, 401])
    }
  })

  test('A009 A054 A055 a token opens platform calls until logout', async () => {
    const { json } = await walk().requestSigned('b.moser', '/platform/login')
    const headers = { authorization: `Bearer ${String(json['token'])}` }
    expect((await walk().requestUnsigned('/platform', { headers })).status).toBe(200)
    expect((await walk().requestUnsigned('/platform/logout', { headers })).status).toBe(200)
    expect((await walk().requestUnsigned('/platform', { headers })).status).toBe(401)
    for (const user of ['l.riegel', 'i.ruhe'])
      expect((await walk().requestSigned(user, '/platform/login')).status).toBe(403)
  })

  test('A010 A011 bodies are JSON, an upload is multipart', async () => {
    const text = { data: new TextEncoder().encode('{}'), contentType: 'text/plain' }
    const wrong = { method: 'PUT', bytes: text }
    expect((await walk().request('a.keller', '/delivery-manager/deliveries/details', wrong)).status).toBe(415)
    expect(
      (
        await walk().request('h.petersen', '/instrument-manager/documents/upload', {
          method: 'PUT',
          body: {},
        })
      ).status,
    ).toBe(415)
  })

  test('A014 A025 introspection and health are for everybody', async () => {
    const url = walk().urlOf('a.keller')
    expect(await (await fetch(`${url}/api/introspection`)).json()).toMatchObject({
      supportedApiVersions: [5, 6],
    })
    expect((await walk().requestUnsigned('/health')).json).toMatchObject({
      status: 'ok',
      database: true,
      ledger: true,
    })
  })
}
