import { expect, test } from 'vitest'
import type { RequestOptions, ChecklistClient } from './client.ts'

const WORD = `0x${'5a'.repeat(32)}`
const ADDRESS = `0x${'5a'.repeat(20)}`
const entry = { salt: WORD, owner: ADDRESS, account: '1', quantity: '1' }
const some = { salt: WORD, text: 'For the checklist' }

type Row = readonly [
  id: string,
  user: string,
  path: string,
  options: RequestOptions,
  status: number,
  title: string,
  detail?: string,
]

const REGISTRY = 'Related instrument or registry not found.'
const WORKFLOW = 'Workflow not found.'
const put = (body: unknown): RequestOptions => ({ method: 'PUT', body })
const post = (body: unknown): RequestOptions => ({ method: 'POST', body })
const details = '/registry-manager/registry-entries/details'
const reasons = '/registry-manager/registration-requests/reasons'

const REQUEST_ROWS: readonly Row[] = [
  ['E001', 'a.keller', '/transfer/transfers?page=x', {}, 400, 'Bad Request'],
  ['E001', 'a.keller', '/confirmation-workflows/confirm', post([]), 400, 'Bad Request'],
  [
    'E002',
    'a.keller',
    '/transfer/transfers',
    { signed: { nonce: WORD } },
    401,
    'User Authentication Failure',
  ],
  ['E003', 'r.lesser', '/transfer/transfers', {}, 403, 'User Authorization Failure'],
  ['E003', 'f.holm', '/registry-manager/positions', {}, 403, 'User Authorization Failure'],
  ['E004', 'a.keller', '/nothing/of/the/kind', {}, 404, 'Not Found'],
  ['E009', 'a.keller', '/dlt/eth/publish-raw-tx', post({ rawTransaction: '0x00' }), 400, 'Bad Request'],
  [
    'E010',
    'a.keller',
    `/instrument-manager/instruments/drafts?draft-id=${WORD}`,
    { method: 'DELETE' },
    403,
    'Forbidden',
    "Draft has an active workflow, which is not in state REJECTED or you don't have the required privileges.",
  ],
  [
    'E011',
    'h.petersen',
    `/instrument-manager/instruments/drafts?draft-id=${WORD}`,
    { method: 'DELETE' },
    404,
    'Not Found',
    'Draft not found',
  ],
  [
    'E013',
    'a.keller',
    '/platform/tenants/users',
    put({ userAddr: ADDRESS, name: 'x' }),
    404,
    'Not Found',
    'User not found',
  ],
  [
    'E013',
    'a.keller',
    `/platform/tenants/users/registrations?user-addr=${ADDRESS}`,
    { method: 'DELETE' },
    404,
    'Not Found',
    'User not found',
  ],
  [
    'E014',
    'o.berg',
    '/platform/tenants/invitations?id=999999',
    { method: 'DELETE' },
    404,
    'Not Found',
    'Tenant invitation not found',
  ],
]

const WORKFLOW_ROWS: readonly Row[] = [
  [
    'E020',
    'a.keller',
    '/confirmation-workflows/confirm',
    post({ workflowId: WORD, signature: `0x${'11'.repeat(65)}` }),
    404,
    'Not Found',
    WORKFLOW,
  ],
  [
    'E021',
    'a.keller',
    '/confirmation-workflows/reject',
    post({ workflowId: WORD }),
    404,
    'Not Found',
    WORKFLOW,
  ],
  [
    'E022',
    'a.keller',
    '/confirmation-workflows/revoke',
    post({ workflowId: WORD }),
    404,
    'Not Found',
    WORKFLOW,
  ],
]

const registryRows = (registryManagerAddr: string): Row[] => {
  const registry = { registryManagerAddr, registryId: WORD }
  return [
    [
      'E015',
      'm.okafor',
      `${details}/issue`,
      put({ ...registry, entries: [entry] }),
      404,
      'Not Found',
      REGISTRY,
    ],
    [
      'E016',
      'm.okafor',
      `${details}/reorg`,
      put({ ...registry, deleted: [WORD], entries: [entry] }),
      404,
      'Not Found',
      REGISTRY,
    ],
    [
      'E017',
      'm.okafor',
      '/registry-manager/registry/unregister',
      put({ ...registry, reason: some }),
      404,
      'Not Found',
      REGISTRY,
    ],
    [
      'E018',
      'm.okafor',
      `${details}/terminate-entry`,
      put({ ...registry, registryEntryFingerprint: WORD, reason: some }),
      404,
      'Not Found',
      REGISTRY,
    ],
    ['E019', 'm.okafor', reasons, put({ ...registry, reason: some }), 404, 'Not Found', REGISTRY],
  ]
}

const userRows = (walk: ChecklistClient): Row[] => [
  [
    'E023',
    'b.moser',
    `/platform/tenants/users/registrations?user-addr=${ADDRESS}`,
    { method: 'DELETE' },
    403,
    'Forbidden',
    'Current user is not a tenant admin OR user to delete is not in status INVITED',
  ],
  [
    'E023',
    'a.keller',
    `/platform/tenants/users/registrations?user-addr=${walk.addressOf('b.moser')}`,
    { method: 'DELETE' },
    403,
    'Forbidden',
    'Current user is not a tenant admin OR user to delete is not in status INVITED',
  ],
  [
    'E025',
    'a.keller',
    '/platform/tenants/accounts',
    put({ accountNum: '0', registryManagerAddr: ADDRESS, registrarAddr: ADDRESS }),
    400,
    'Bad Request',
    'Account number must be higher than 0 OR Asset account already exists',
  ],
  [
    'E026',
    'f.holm',
    '/platform/tenants/accounts',
    {},
    401,
    'User Authorization Failure',
    'Missing privileges to get asset accounts',
  ],
  [
    'E027',
    'r.lesser',
    '/platform/tenants/accounts',
    put({ accountNum: '5', registryManagerAddr: ADDRESS, registrarAddr: ADDRESS }),
    401,
    'User Authorization Failure',
    'Missing privileges to set an asset account',
  ],
]

const rowsOf = (walk: ChecklistClient): Row[] => [
  ...REQUEST_ROWS,
  ...registryRows(walk.description.contracts['EntryRegistryManager']?.toLowerCase() ?? ''),
  ...WORKFLOW_ROWS,
  ...userRows(walk),
]

export function errorRows(walk: () => ChecklistClient): void {
  test('E001–E004, E009–E011, E013–E023, E025–E027 each refusal has its status, title and sentence', async () => {
    const answers: unknown[] = []
    const expected: unknown[] = []
    for (const [id, user, path, options, status, title, detail] of rowsOf(walk())) {
      const answer = await walk().request(user, path, options)
      const actual = answer.json
      answers.push([
        id,
        path,
        answer.status,
        actual['title'],
        detail === undefined ? undefined : actual['detail'],
        answer.headers.get('content-type'),
      ])
      expected.push([id, path, status, title, detail, 'application/problem+json'])
    }
    expect(answers).toEqual(expected)
  })

  test('E005 no refusal tells of the inside', async () => {
    for (const [, user, path, options] of rowsOf(walk())) {
      const { text } = await walk().request(user, path, options)
      expect(text).not.toMatch(/\.ts:|node_modules|SELECT |at \w+ \(/)
    }
  })
}
