import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { checks } from './checks/checks.ts'
import { createSampleTree } from './checks/sampleTree.ts'

/** What a check finds in a small monorepo with these files. */
async function judge(
  name: string,
  files: Record<string, string> = {},
): Promise<{ ok: boolean; output: string }> {
  const check = checks.find((one) => one.name === name)
  if (check === undefined) throw new Error(`There is no check ${name}.`)
  const root = await createSampleTree(files)
  try {
    return await check.judge(root)
  } finally {
    await rm(root, { recursive: true, force: true })
  }
}

const judged = [
  'format',
  'types',
  'lint',
  'dead code',
  'walls',
  'shape',
  'functions',
  'wording',
  'lock',
  'documents',
] as const

test.each(judged)('a monorepo in order passes the check of its %s', async (name) => {
  expect(await judge(name)).toEqual({ ok: true, output: expect.any(String) as string })
})

describe('the walls', () => {
  test('fail where no module was read', async () => {
    const config = await readFile(join(import.meta.dirname, '../.dependency-cruiser.cjs'), 'utf8')
    const blind = config.replace('exclude: {', "includeOnly: '^nowhere/',\n    exclude: {")
    expect(blind).not.toBe(config)
    const { ok, output } = await judge('walls', { '.dependency-cruiser.cjs': blind })
    expect(ok).toBe(false)
    expect(output).toContain('no module was read')
    expect(output).toContain('not read: node/src/index.ts')
  })

  test('name every import that is not allowed', async () => {
    const { ok, output } = await judge('walls', {
      'contracts/src/up.ts': "import { names } from '@connex/protocol'\n\nexport const up = names\n",
      'protocol/src/up.ts': "import type { list } from '@connex/sdk'\n\nexport type Up = typeof list\n",
      'sdk/src/up.ts': "import { served } from '@connex/node'\n\nexport const up = served\n",
      'sdk/src/core.ts': "import { join } from 'node:path'\n\nexport const core = join\n",
      'sdk/src/chain.ts': "import { http } from 'viem'\n\nexport const chain = http\n",
      'sdk/src/ledger/chain.ts': "import { http } from 'viem'\n\nexport const chain = http\n",
      'node/src/up.ts': "import { output } from '@connex/cli'\n\nexport const up = output\n",
      'node/src/aside.ts': "import { list } from '@connex/sdk'\n\nexport const aside = list\n",
      'node/src/exchange/outgoing/push.ts':
        "import { list } from '@connex/sdk'\n\nexport const push = list\n",
      'node/src/exchange/outgoing/receive.ts':
        "import { take } from '../incoming/take.ts'\n\nexport const receive = take\n",
      'node/src/exchange/incoming/take.ts': 'export const take = 1\n',
      'node/src/exchange/incoming/send.ts':
        "import { push } from '../outgoing/push.ts'\n\nexport const send = push\n",
      'node/src/exchange/incoming/answer.ts':
        "import type { Query } from '../../api/query.ts'\n\nexport type Answer = Query\n",
      'node/src/indexer/index.ts':
        "import type { Query } from '../api/query.ts'\n\nexport type Index = Query\n",
      'node/src/indexer/take.ts':
        "import { take } from '../exchange/incoming/take.ts'\n\nexport const index = take\n",
      'node/src/api/handOver.ts':
        "import { take } from '../exchange/incoming/take.ts'\n\nexport const handOver = take\n",
      'node/src/api/push.ts':
        "import { push } from '../exchange/outgoing/push.ts'\n\nexport const pushes = push\n",
      'node/src/common/up.ts': "import type { Query } from '../api/query.ts'\n\nexport type Up = Query\n",
      'node/src/ledger/a.ts': "import type { D } from '../common/d.ts'\n\nexport type A = D\n",
      'node/src/common/d.ts': 'export type D = 1\n',
      'node/src/common/c.ts': "import type { B } from '../ledger/b.ts'\n\nexport type C = B\n",
      'node/src/ledger/b.ts': 'export type B = 1\n',
      'node/src/api/query.ts': "import type { Kysely } from 'kysely'\n\nexport type Query = Kysely<object>\n",
      'node/src/storage/query.ts':
        "import type { Kysely } from 'kysely'\n\nexport type Query = Kysely<object>\n",
      'node/src/storage/up.ts': "import type { Query } from '../api/query.ts'\n\nexport type Up = Query\n",
      'node/src/web.ts': "import '../../web/src/main.tsx'\n",
      'web/src/server.ts': "import { served } from '@connex/node'\n\nexport const server = served\n",
      'web/src/tools.ts': "import '../../tools/look.ts'\n",
      'web/src/features/one/One.ts': "import { two } from '../two/two.ts'\n\nexport const One = two\n",
      'web/src/features/two/two.ts': 'export const two = 2\n',
      'web/src/ui/Button.ts': "import { two } from '../features/two/two.ts'\n\nexport const Button = two\n",
      'web/src/ui/Dialog.ts': "import { deal } from '../shared/deal.ts'\n\nexport const Dialog = deal\n",
      'web/src/shared/deal.ts': "import { two } from '../features/two/two.ts'\n\nexport const deal = two\n",
      'web/src/session/login.ts':
        "import { two } from '../features/two/two.ts'\n\nexport const login = two\n",
      'web/src/lib/names.ts': "import { Button } from '../ui/Button.ts'\n\nexport const names = Button\n",
      'web/src/lib/colors.ts': "import { colors } from '../theme/colors.ts'\n\nexport const all = colors\n",
      'web/src/lib/sizes.ts': 'export const sizes = 2\n',
      'web/src/theme/colors.ts': 'export const colors = 2\n',
      'web/src/theme/sizes.ts': "import { sizes } from '../lib/sizes.ts'\n\nexport const all = sizes\n",
      'web/src/app/routes.ts': "import { two } from '../features/two/two.ts'\n\nexport const routes = two\n",
      'cli/src/path.ts': "import { names } from '../../protocol/src/index.ts'\n\nexport const path = names\n",
      'cli/src/a.ts': "import type { B } from './b.ts'\n\nexport type A = B\n",
      'cli/src/b.ts': "import type { A } from './a.ts'\n\nexport type B = A[]\n",
      'cli/src/lost.ts': "import { lost } from './nowhere.ts'\n\nexport const found = lost\n",
    })
    expect(ok).toBe(false)
    for (const line of [
      'contracts-imports-downhill: contracts/src/up.ts',
      'protocol-imports-downhill: protocol/src/up.ts',
      'sdk-imports-downhill: sdk/src/up.ts',
      'no-node-in-the-browser: sdk/src/core.ts',
      'only-the-ledger-side-knows-viem: sdk/src/chain.ts',
      'node-imports-downhill: node/src/up.ts',
      'node-knows-of-the-sdk-only-its-http: node/src/aside.ts',
      'exchange-uses-sdk-http-alone: node/src/exchange/outgoing/push.ts',
      'only-the-api-takes-in: node/src/exchange/outgoing/receive.ts',
      'only-the-api-takes-in: node/src/indexer/take.ts',
      'the-halves-of-the-exchange-are-strangers: node/src/exchange/incoming/send.ts',
      'node-api-indexer-exchange-are-strangers: node/src/exchange/incoming/answer.ts',
      'node-api-indexer-exchange-are-strangers: node/src/indexer/index.ts',
      'node-api-indexer-exchange-are-strangers: node/src/api/push.ts',
      'common-is-below-the-parts: node/src/common/up.ts',
      'room-circle: node: node/src/common → node/src/ledger',
      'only-storage-speaks-sql: node/src/api/query.ts',
      'storage-is-the-floor: node/src/storage/up.ts',
      'node-imports-downhill: node/src/web.ts',
      'web-imports-downhill: web/src/server.ts',
      'nobody-looks-at-the-outside: web/src/tools.ts',
      'features-are-strangers: web/src/features/one/One.ts',
      'ui-knows-no-feature: web/src/ui/Button.ts',
      'ui-knows-no-feature: web/src/ui/Dialog.ts',
      'shared-knows-no-feature: web/src/shared/deal.ts',
      'session-knows-no-screen: web/src/session/login.ts',
      'the-floor-of-web-knows-nothing-above: web/src/lib/names.ts',
      'no-folder-circles-in-web: web/src/lib',
      'packages-are-entered-by-their-exports: cli/src/path.ts',
      'no-circles: cli/src/a.ts',
      'everything-resolves: cli/src/lost.ts',
    ]) {
      expect(output).toContain(line)
    }
    for (const allowed of [
      'only-the-ledger-side-knows-viem: sdk/src/ledger/chain.ts',
      'only-storage-speaks-sql: node/src/storage/query.ts',
      'web/src/app/routes.ts',
      'node/src/api/handOver.ts',
    ]) {
      // A circle of folders names imports that each other rule allows.
      expect(output.replace(/^(room|folder)-circle: .*$/gm, '')).not.toContain(allowed)
    }
  })
})

describe('the folders', () => {
  test('that import each other are named, as wholes and one by one', async () => {
    const { ok, output } = await judge('walls', {
      'sdk/src/low/one.ts': "import { two } from '../high/parts/two.ts'\n\nexport const one = two\n",
      'sdk/src/low/three.ts': 'export const three = 3\n',
      'sdk/src/high/parts/two.ts': 'export const two = 2\n',
      'sdk/src/high/four.ts': "import { three } from '../low/three.ts'\n\nexport const four = three\n",
    })
    expect(ok).toBe(false)
    expect(output.split('\n')).toEqual(
      [
        'room-circle: sdk: sdk/src/low → sdk/src/high (sdk/src/low/one.ts imports sdk/src/high/parts/two.ts)',
        'room-circle: sdk: sdk/src/high → sdk/src/low (sdk/src/high/four.ts imports sdk/src/low/three.ts)',
      ].toSorted((a, b) => output.indexOf(a) - output.indexOf(b)),
    )
  })

  test('may import one way, and tests of them both ways', async () => {
    const { ok, output } = await judge('walls', {
      'sdk/src/low/one.ts': 'export const one = 1\n',
      'sdk/src/low/one.test.ts': "import { two } from '../high/two.ts'\n\nexport const tested = two\n",
      'sdk/src/high/two.ts': "import { one } from '../low/one.ts'\n\nexport const two = one\n",
    })
    expect({ ok, output }).toEqual({ ok: true, output: '' })
  })

  test('of the SDK: reads load nothing of the ledger, through no other file, but its types', async () => {
    const files = {
      'sdk/src/ledger/send.ts': 'export const send = 1\nexport type Sent = number\n',
      'sdk/src/shared.ts': "import { send } from './ledger/send.ts'\n\nexport const shared = send\n",
      'sdk/src/instruments/queries.ts':
        "import type { Sent } from '../ledger/send.ts'\n\nexport type Read = Sent\n",
    }
    expect(await judge('walls', files)).toEqual({ ok: true, output: '' })
    const loads = "import { shared } from '../shared.ts'\n\nexport const read = shared\n"
    const { ok, output } = await judge('walls', { ...files, 'sdk/src/instruments/queries.ts': loads })
    expect(ok).toBe(false)
    expect(output).toBe(
      'ledger-in-reads: sdk/src/instruments/queries.ts: sdk/src/instruments/queries.ts → sdk/src/shared.ts → sdk/src/ledger/send.ts',
    )
  })
})

describe('the lint', () => {
  test('names an any, a floating promise, a console, work left undone, a circle and a file too long', async () => {
    const undone = ['TO', 'DO'].join('')
    const { ok, output } = await judge('lint', {
      'node/src/bad.ts': [
        'export const loose = (value: any): unknown => value',
        'const later = async (): Promise<number> => await Promise.resolve(1)',
        'later()',
        `console.log(1) // ${undone}: later`,
        '',
      ].join('\n'),
      'node/src/long.ts': Array.from(
        { length: 501 },
        (_, line) => `export const line${line} = ${line}\n`,
      ).join(''),
      'cli/src/a.ts': "import { b } from './b.ts'\n\nexport const a = (): number => b()\n",
      'cli/src/b.ts': "import { a } from './a.ts'\n\nexport const b = (): number => a()\n",
    })
    expect(ok).toBe(false)
    for (const rule of [
      'typescript(no-explicit-any)',
      'typescript(no-floating-promises)',
      'eslint(no-console)',
      'eslint(no-warning-comments)',
      'eslint(max-lines)',
      'import(no-cycle)',
    ]) {
      expect(output).toContain(rule)
    }
  })

  test('names a hook that is called on a condition', async () => {
    const { ok, output } = await judge('lint', {
      'web/src/Bad.tsx': [
        "import { useState } from 'react'",
        '',
        'export function Bad({ on }: { on: boolean }) {',
        '  if (on) useState(1)',
        '  return null',
        '}',
        '',
      ].join('\n'),
    })
    expect(ok).toBe(false)
    expect(output).toContain('rules-of-hooks')
  })
})

describe('the types', () => {
  test("fail on a mistake, on Node's globals in what a browser loads, and tell each once", async () => {
    const { ok, output } = await judge('types', {
      'protocol/src/wrong.ts': "export const wrong: number = 'text'\n",
      'sdk/src/here.ts': 'export const here = process.cwd()\n',
      'node/src/maybe.ts': 'export const first = (list: number[]): number => list[0]\n',
      'node/src/shape.ts': 'export enum Shape {\n  Round,\n}\n',
    })
    expect(ok).toBe(false)
    expect(output.match(/wrong[.]ts/g)).toHaveLength(1)
    for (const place of ['sdk/src/here.ts', 'node/src/maybe.ts', 'node/src/shape.ts'])
      expect(output).toContain(place)
  })
})

describe('dead code', () => {
  test('is named: an export that nobody imports, a file, a package', async () => {
    const { ok, output } = await judge('dead code', {
      'node/src/index.ts':
        "import { names } from '@connex/protocol'\n\nimport { used } from './used.ts'\n\nexport const served = [used, ...names]\n",
      'node/src/used.ts': "export const used = 'used'\n\nexport const unused = 'unused'\n",
      'node/src/lonely.ts': 'export const lonely = 1\n',
      'node/package.json':
        '{ "name": "@connex/node", "type": "module", "exports": { ".": "./src/index.ts" }, "dependencies": { "@connex/protocol": "*", "fastify": "*" } }\n',
    })
    expect(ok).toBe(false)
    expect(output).toMatch(/^unused .*node\/src\/used[.]ts/m)
    expect(output).toContain('node/src/lonely.ts')
    expect(output).toContain('fastify')
  })
})

test('the format of a file that was written otherwise is refused', async () => {
  const { ok, output } = await judge('format', { 'node/src/other.ts': 'export const other = "quoted";\n' })
  expect(ok).toBe(false)
  expect(output).toContain('node/src/other.ts')
})

test('a file over 500 lines, one that lies too deep, a high median and too many effects are refused', async () => {
  const { ok, output } = await judge('shape', {
    'contracts/src/Long.sol': '// line\n'.repeat(501),
    'web/src/a/b/c/d/e/deep.ts': 'export const deep = 1\n',
    'web/src/a/b/c/d/fine.ts': 'export const fine = 1\n'.repeat(15),
    'web/src/effects.ts': 'useEffect()\nuseLayoutEffect()\n',
  })
  expect(ok).toBe(false)
  expect(output).toContain('contracts/src/Long.sol has 501 lines')
  expect(output).toContain('web/src/a/b/c/d/e/deep.ts lies 5 folders deep')
  expect(output).toContain('web has 2 effects in 21 lines, more than 1: ')
  expect(output).not.toContain('fine.ts')

  const names = Array.from({ length: 40 }, (_, index) => `node/src/long${index}.ts`)
  const long = Object.fromEntries(names.map((name) => [name, '// line\n'.repeat(120)] as const))
  const { output: ofLong } = await judge('shape', long)
  expect(ofLong).toContain('the median file has 120 lines')
})

test('a file under 15 lines and a folder over 20 files are refused, but not what is loaded by its name or has its sheet beside it', async () => {
  const lines = '// line\n'.repeat(15)
  const many = Array.from({ length: 21 }, (_, index) => [`sdk/src/many/file${index}.ts`, lines] as const)
  const { ok, output } = await judge('shape', {
    ...Object.fromEntries(many),
    'sdk/src/short.ts': 'export const short = 1\n',
    'sdk/src/enough.ts': `${lines}export const load = () => import('./lazy.ts')\n`,
    'sdk/src/lazy.ts': 'export const lazy = 1\n',
    'web/src/Bar.tsx': 'export const Bar = 1\n',
    'web/src/Bar.module.css': lines,
    'web/src/Bare.tsx': 'export const Bare = 1\n',
    'sdk/src/signerWorker.ts': 'export const entry = 1\n',
    'sdk/src/http.ts': "export * from './enough.ts'\n",
    'sdk/package.json': '{ "exports": { "./http": "./src/http.ts" } }\n',
  })
  expect(ok).toBe(false)
  expect(output).toBe(
    'short-file: sdk/src/short.ts: 1 lines\nshort-file: web/src/Bare.tsx: 1 lines\nfull-folder: sdk/src/many: 21 files, more than 20',
  )
})

test('a function over 60 lines and a component over 100 are refused, but not in a test', async () => {
  const body = (head: string, lines: number) => `${head}\n${'  void 0\n'.repeat(lines - 2)}}\n`
  const { ok, output } = await judge('functions', {
    'node/src/long.ts': body('export function long() {', 61),
    'node/src/fits.ts': body('export const fits = () => {', 60),
    'node/src/long.test.ts': body('export function longTest() {', 200),
    'web/src/Long.tsx': body('export function Long() {', 101),
    'web/src/Fits.tsx': body('export function Fits() {', 100),
  })
  expect(ok).toBe(false)
  expect(output).toBe(
    'function-length: node/src/long.ts:1 function long has 61 lines\nfunction-length: web/src/Long.tsx:1 component Long has 101 lines',
  )
})

describe('the wording', () => {
  test('refuses participles and metaphors as names, and words of the domain for plumbing', async () => {
    const { ok, output } = await judge('wording', {
      'node/src/names.ts': [
        'export const toldWorkflow = 1',
        'export type House = { isKept: boolean }',
        'export function lend(asked: string): string {',
        '  return asked',
        '}',
        'export const settleSigned = 2',
        '',
      ].join('\n'),
    })
    expect(ok).toBe(false)
    expect(output.split('\n')).toEqual([
      'denied-name: node/src/names.ts:1 toldWorkflow',
      'denied-name: node/src/names.ts:2 House',
      'denied-name: node/src/names.ts:2 isKept',
      'denied-name: node/src/names.ts:3 asked',
      'reserved-name: node/src/names.ts:6 settleSigned',
    ])
  })

  test('refuses denied phrases in comments and messages of both languages', async () => {
    const { ok, output } = await judge('wording', {
      'node/src/phrases.ts': [
        '/** What is asked, and what is kept. */',
        "export const message = 'This is no wallet.'",
        'export const other = `Starts ${message} anew`',
        '',
      ].join('\n'),
      'contracts/src/Phrases.sol': '/// @notice Ends by itself.\ncontract Phrases {}\n',
    })
    expect(ok).toBe(false)
    expect(output.split('\n').map((line) => line.slice(0, line.indexOf(' ', 16)))).toEqual([
      'denied-phrase: contracts/src/Phrases.sol:1',
      'denied-phrase: node/src/phrases.ts:1',
      'denied-phrase: node/src/phrases.ts:2',
      'denied-phrase: node/src/phrases.ts:3',
    ])
  })

  test('takes the domain’s own use of its words', async () => {
    const text = [
      '/** The registrar settles a delivery, which is no longer pending; each custody chain has a transfer agent. */',
      "export const refusal = 'There is no such delivery, and there are no legs.'",
      'export const settleDelivery = (chainId: number, receipt: string, marked: bigint) => [chainId, receipt, marked]',
      "export const kind = 'free of payment'",
      "export const code = 'told'",
      '',
    ].join('\n')
    expect(await judge('wording', { 'node/src/domain.ts': text })).toEqual({ ok: true, output: '' })
  })
})

describe('the styles', () => {
  const tokens = [
    ':root {',
    '  --radius-chip: 8px;',
    '  --type-text: 14px;',
    '  --weight-text: 450;',
    '  --bg: #eceff1;',
    '}',
    '',
  ].join('\n')

  test('refuse a radius, a type size, a weight and a color that is not a token', async () => {
    const { ok, output } = await judge('styles', {
      'web/src/theme/tokens.css': tokens,
      'web/src/Odd.module.css': [
        '.odd {',
        '  border-radius: 7px;',
        '  border-top-left-radius: 10px;',
        '  font-size: 13px;',
        '  font-weight: 600;',
        '  font: 11px/17px var(--sans);',
        '  color: #123456;',
        '}',
        '',
      ].join('\n'),
      'web/src/Odd.tsx': 'export const Odd = () => <p style={{ fontSize: 15 }} />\n',
    })
    expect(ok).toBe(false)
    expect(output.split('\n')).toEqual([
      'web/src/Odd.module.css:2 border-radius: 7px is not a token',
      'web/src/Odd.module.css:3 border-top-left-radius: 10px is not a token',
      'web/src/Odd.module.css:4 font-size: 13px is not a token',
      'web/src/Odd.module.css:5 font-weight: 600 is not a token',
      'web/src/Odd.module.css:6 font: 11px/17px var(--sans) is not a token',
      'web/src/Odd.module.css:7 color: #123456 is not a token',
      'web/src/Odd.tsx:1 sets its type or radius inline',
    ])
  })

  test('refuse a token beside its scale', async () => {
    const odd = tokens.replace('8px', '9px').replace('14px', '15px').replace('450', '400')
    const { ok, output } = await judge('styles', { 'web/src/theme/tokens.css': odd })
    expect(ok).toBe(false)
    expect(output.split('\n')).toEqual([
      'web/src/theme/tokens.css:2 --radius-chip: 9px is not one of 8px, 12px, 16px, 22px',
      'web/src/theme/tokens.css:3 --type-text: 15px is not one of 12px, 13.5px, 14px, 16px, 20px, 24px, 44px',
      'web/src/theme/tokens.css:4 --weight-text: 400 is not one of 450, 550, 650',
    ])
  })

  test('refuse a class that the sheet lacks', async () => {
    const { ok, output } = await judge('styles', {
      'web/src/theme/tokens.css': tokens,
      'web/src/ui/Odd.module.css': '.odd { margin: 0; }\n',
      'web/src/ui/Odd.tsx':
        "import styles from './Odd.module.css'\n\nexport const Odd = () => <p className={styles.odd} id={styles.even} />\n",
    })
    expect(ok).toBe(false)
    expect(output).toBe('web/src/ui/Odd.tsx .even is not in web/src/ui/Odd.module.css')
  })

  test('accept tokens, half a chip, a circle, and what a font file has', async () => {
    const sheet = [
      "@font-face { font-family: 'Own'; font-weight: 100 900; }",
      '/* font-size: 13px; */',
      '.mark { border-radius: calc(var(--radius-chip) / 2); }',
      '.dot { border-radius: 50%; font-size: 0; mask-image: linear-gradient(#000, transparent); }',
      '.text { font: var(--weight-text) var(--type-text) / 20px var(--sans); border-radius: var(--radius-chip) 0; }',
      '',
    ].join('\n')
    expect(
      await judge('styles', { 'web/src/theme/tokens.css': tokens, 'web/src/Even.module.css': sheet }),
    ).toEqual({ ok: true, output: '' })
  })
})

test('work left undone, a path of one machine and the host of a registry are refused, in any file', async () => {
  const { ok, output } = await judge('wording', {
    'docs/note.md': ['Good ', 'for ', 'now.\n'].join(''),
    'tools/where.ts': `export const where = '${['', 'home', 'someone'].join('/')}'\n`,
    '.npmrc': `registry=https://${['registry', 'npmjs', 'org'].join('.')}\n`,
  })
  expect(ok).toBe(false)
  expect(output).toContain('docs/note.md:1: unfinished work')
  expect(output).toContain('tools/where.ts:1: a path of one machine')
  expect(output).toContain('.npmrc:1: the host of a registry')
})

test('L9: the lock refuses elliptic for production, but not its stand-in or a development tool', async () => {
  const packages = {
    'node_modules/elliptic': { version: '6.6.1' },
    'node_modules/one/node_modules/elliptic': { name: 'node-gyp-build', version: '4.8.4' },
    'node_modules/two/node_modules/elliptic': { version: '6.6.1', dev: true },
    'node_modules/curves': { name: 'elliptic', version: '6.6.1' },
  }
  const { ok, output } = await judge('lock', { 'package-lock.json': JSON.stringify({ packages }) })
  expect(ok).toBe(false)
  const refused = output.split('\n').filter((line) => line.includes('GHSA-848j-6mx2-7j84'))
  expect(refused.map((line) => line.split(' ')[1])).toEqual(['node_modules/elliptic', 'node_modules/curves'])
})

test('a lock file that is behind, or names a registry as settings may, is refused', async () => {
  const url = `https://${['registry', 'npmjs', 'org'].join('.')}/x/-/x-1.0.0.tgz`
  const { ok, output } = await judge('lock', {
    'package-lock.json': `{ "packages": { "x": { "resolved": "${url}" } } }\n`,
    '.npmrc': 'registry = https://packages.example\n',
  })
  expect(ok).toBe(false)
  expect(output).toContain('package-lock.json: "resolved"')
  expect(output).toContain('.npmrc: registry')
  expect(output).toContain('does not follow the dependencies of sdk/package.json')
})

test('a document that names a place which is not there is refused', async () => {
  const { ok, output } = await judge('documents', {
    'docs/walk.md': 'Begin at `node/src/nowhere.ts`, then [go on](there.md), past `node/src/main.ts`.\n',
  })
  expect(ok).toBe(false)
  expect(output).toBe(
    'docs/walk.md names node/src/nowhere.ts, which is not there\ndocs/walk.md names docs/there.md, which is not there',
  )
})

test('a row that hides what it says beyond the head of its table is refused', async () => {
  const { ok, output } = await judge('documents', {
    'docs/tables.md': '| a | b |\n| - | - |\n| 1 |\n| `x|y` | 2 |\n| `x\\|y` | 2 |\n',
  })
  expect(ok).toBe(false)
  expect(output).toBe("docs/tables.md has a row with more cells than its table's head: | `x|y` | 2 |")
})

test('an API whose document a public linter finds wanting is refused', async () => {
  const broken =
    "export const openApiDocument = () => ({ openapi: '3.1.0', info: { title: 'x' }, paths: {} })\n"
  const { ok, output } = await judge('openapi', { 'protocol/src/openApi.ts': broken })
  expect(ok).toBe(false)
  expect(output).toContain('v5 ')
  expect(output).toContain('v6 ')
})

test('generated files that no longer fit the contracts are refused', async () => {
  const stale =
    "process.stderr.write('stale: abi.ts\\n')\nprocess.exitCode = process.argv.includes('--check') ? 1 : 0\n"
  const { ok, output } = await judge('generated', { 'contracts/script/generate.ts': stale })
  expect(ok).toBe(false)
  expect(output).toContain('stale: abi.ts')
})

describe('the messages', () => {
  const client = {
    'web/src/main.tsx': "export const screen = () => import('./Screen.tsx')\n",
    'web/src/Screen.tsx':
      "import { part } from './part.ts'\nimport { screen } from './messages/en/screen.ts'\n\nexport const Screen = [screen, part]\nexport const dialog = () => import('./Dialog.tsx')\n",
    'web/src/part.ts': "export const part = 'Screen.title'\n",
    'web/src/Dialog.tsx': "export const Dialog = ['Screen.title', `Screen.${'title'}`]\n",
    'web/src/messages/en/screen.ts':
      "export const screen = {\n  Screen: {\n    title: 'Holdings',\n  },\n} as const\n",
    'web/src/messages/en/dialog.ts': "export const dialog = {\n  Dialog: { title: 'Confirm' },\n} as const\n",
  }

  test('come with the chunk, or with each chunk that leads to it', async () => {
    expect(await judge('messages', client)).toEqual({ ok: true, output: '' })
  })

  test('fail where a chunk uses one that nothing loads with it', async () => {
    const { ok, output } = await judge('messages', {
      ...client,
      'web/src/Dialog.tsx': "// 'Dialog.title'\nexport const Dialog = ['Screen.title', 'Dialog.title']\n",
    })
    expect(ok).toBe(false)
    expect(output).toBe(
      "web/src/Dialog.tsx uses 'Dialog.title', but nothing loads web/src/messages/en/dialog.ts with it",
    )
  })

  test('fail where none was read', async () => {
    expect(await judge('messages')).toEqual({
      ok: false,
      output: 'no message was found in web/src/messages/en/',
    })
  })
})
