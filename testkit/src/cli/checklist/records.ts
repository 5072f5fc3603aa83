import { describe, expect, test } from 'vitest'
import { freshSalt } from '@connex/protocol'
import type { RequestOptions, Json, ChecklistClient } from './client.ts'

export function recordRows(walk: () => ChecklistClient): void {
  describe('what is written is read back', () => {
    settingRows(walk)
    tenantRows(walk)
    draftRows(walk)
    commentRows(walk)
  })
}

const put = (body: unknown): RequestOptions => ({ method: 'PUT', body })

/** Sends a request that must succeed, and returns its answer. */
const successOf =
  (walk: () => ChecklistClient) =>
  async (user: string, path: string, options: RequestOptions = {}): Promise<Json> => {
    const { status, json, text } = await walk().request(user, path, options)
    expect([path, status, status === 200 ? '' : text]).toEqual([path, 200, ''])
    return json
  }

/** Configurations, view presets and templates. */
function settingRows(walk: () => ChecklistClient): void {
  const done = successOf(walk)
  const registry = () => walk().description.contracts['AccountRegistryManager']?.toLowerCase() ?? ''

  test('A051 A052 A122 A123 configurations, by an administrator alone', async () => {
    const body = { dappAddress: registry(), config: { columns: ['identifier'] } }
    await done('a.keller', '/registry-manager/config', put(body))
    const { items } = await done('b.moser', `/registry-manager/config?dapp-addresses=${registry()}`)
    expect(items?.[0]).toMatchObject(body)
    expect((await walk().request('b.moser', '/registry-manager/config', put(body))).status).toBe(403)
  })

  test('A079 A080 A081 presets of views, never another user’s', async () => {
    const path = '/platform/tenants/users/view-presets'
    await done('a.keller', path, put({ view: 'holdings', preset: { sortBy: 'label' } }))
    expect((await done('a.keller', path))['items']).toContainEqual({
      view: 'holdings',
      preset: { sortBy: 'label' },
    })
    expect((await done('b.moser', path))['items']).toEqual([])
    await done('a.keller', `${path}?view=holdings`, { method: 'DELETE' })
    expect((await done('a.keller', path))['items']).toEqual([])
  })

  test('A086 A087 A088 templates', async () => {
    const path = '/platform/tenants/templates'
    const { templateId } = await done(
      'a.keller',
      path,
      put({ name: 'Weekly', type: 'repo', content: { rate: '2' } }),
    )
    expect((await done('b.moser', path))['items']?.[0]).toMatchObject({
      templateId,
      name: 'Weekly',
      type: 'repo',
    })
    await done('a.keller', `${path}?template-id=${String(templateId)}`, { method: 'DELETE' })
    expect((await done('b.moser', path))['totalItemCount']).toBe(0)
  })
}

/** Other tenants, and the tenant itself. */
function tenantRows(walk: () => ChecklistClient): void {
  const done = successOf(walk)
  test('A082 A083 A084 A089 A090 defaulted tenants and business partners, by name', async () => {
    const { items } = await done('a.keller', '/platform/tenants')
    const tenantAddr = [...(items ?? [])].find((one) => one['name'] === 'Baltic Trust Bank')?.['address']
    await done('a.keller', '/platform/tenants/defaulted-tenants', put({ tenantAddr, reason: 'Insolvent' }))
    const marked = await done('a.keller', '/platform/tenants/defaulted-tenants')
    expect(marked['items']?.[0]).toMatchObject({
      tenantAddr,
      name: 'Baltic Trust Bank',
      reason: 'Insolvent',
    })
    await done('a.keller', `/platform/tenants/defaulted-tenants?tenant-addr=${String(tenantAddr)}`, {
      method: 'DELETE',
    })
    const partner = { method: 'POST', body: { tenantAddr, note: 'Since 2020' } }
    expect([200, 409]).toContain(
      (await walk().request('a.keller', '/platform/tenants/business-partners', partner)).status,
    )
    const partners = await done('b.moser', '/platform/tenants/business-partners')
    expect(partners['items']?.[0]).toMatchObject({ tenantAddr, note: 'Since 2020' })
  })

  test('A074 A075 A078 A092 A093 the tenant’s details, its flag, what it keeps of an account', async () => {
    const before = await done('a.keller', '/platform/tenants/details')
    expect(await done('a.keller', '/platform/tenants/details', put(before))).toEqual(before)
    expect((await walk().request('b.moser', '/platform/tenants/details', put(before))).status).toBe(403)
    const eoaAddress = walk().addressOf('b.moser')
    await done('a.keller', '/platform/dapps/eoa-data', put({ eoaAddress, data: { desk: 'Repo' } }))
    const { items } = await done('b.moser', `/platform/dapps/eoa-data?eoa-address=${eoaAddress}`)
    expect(items?.[0]).toMatchObject({ eoaAddress, data: { desk: 'Repo' } })
  })
}

function draftRows(walk: () => ChecklistClient): void {
  const done = successOf(walk)
  test('A045 A044 A046 a draft is written, listed, and removed; unknown afterwards', async () => {
    const drafts = '/instrument-manager/instruments/drafts'
    const identifier = `Walk ${Date.now()}`
    const details = { salt: freshSalt(), label: 'Walked' }
    const draft = {
      instrumentType: 'BOND',
      identifierType: 'DOCUMENT_REFERENCE',
      identifier,
      decimals: 2,
      details,
    }
    const draftId = String((await done('h.petersen', drafts, put(draft)))['draftId'])
    const listed = `/instrument-manager/instruments?filter=${encodeURIComponent(identifier)}`
    expect((await done('h.petersen', listed))['items']).toMatchObject([
      { instrumentState: 'DRAFT', identifier },
    ])
    // Nobody else's concern.
    expect((await done('a.keller', listed))['totalItemCount']).toBe(0)
    const remove = () => walk().request('h.petersen', `${drafts}?draft-id=${draftId}`, { method: 'DELETE' })
    expect((await remove()).status).toBe(200)
    expect(await remove()).toMatchObject({ status: 404, json: { detail: 'Draft not found' } })
  })
}

function commentRows(walk: () => ChecklistClient): void {
  const done = successOf(walk)
  test('A032–A035 A039 comments: the counterparty reads the private one, one’s own tenant alone the internal one', async () => {
    const { items } = await done('a.keller', '/transfer/transfers?transfer-type=FOP&items-per-page=50')
    const { json } = await walk().request('k.tamm', '/transfer/transfers?transfer-type=FOP&items-per-page=50')
    const theirs = new Set([...(json['items'] ?? [])].map((one) => String(one['deliveryId'])))
    const deliveryId = [...(items ?? [])].map((one) => String(one['deliveryId'])).find((id) => theirs.has(id))
    if (deliveryId === undefined) throw new Error('Alpenbank and Baltic share no transfer')
    const comments = '/delivery-manager/deliveries/comments'
    const comment = (text: string) => ({ salt: freshSalt(), text: `${text} ${Date.now()}` })
    const shared = comment('Late by a day')
    const own = comment('Ask the desk')
    await done('a.keller', `${comments}/private`, put({ deliveryId, comment: shared }))
    await done('a.keller', `${comments}/internal`, put({ deliveryId, comment: own }))
    const read = (user: string, kind: string) =>
      walk().request(user, `${comments}/${kind}?delivery-ids=${deliveryId}`)
    const until = Date.now() + 60_000
    while (!(await read('k.tamm', 'private')).text.includes(shared.text) && Date.now() < until)
      await new Promise((wake) => setTimeout(wake, 200))
    expect((await read('k.tamm', 'private')).text).toContain(shared.text)
    expect((await read('b.moser', 'internal')).text).toContain(own.text)
    expect((await read('k.tamm', 'internal')).text).not.toContain(own.text)
    for (const kind of ['private', 'internal'])
      expect((await read('c.dubois', kind)).text).not.toMatch(/Late by a day|Ask the desk/)
    const log = { system: 'risk desk', text: 'Seen', at: 1 }
    await done('a.keller', '/delivery-manager/deliveries/external-audit-logs', {
      method: 'POST',
      body: { deliveryId, log },
    })
    const details = await done('a.keller', `/delivery-manager/deliveries/details?delivery-ids=${deliveryId}`)
    expect(details['items']?.[0]?.['externalAuditLogs']).toContainEqual(log)
    const third = await walk().request(
      'c.dubois',
      `/delivery-manager/deliveries/details?delivery-ids=${deliveryId}`,
    )
    expect(third.text).not.toContain('description')
  })
}
