// The package as a stranger gets it: packed, installed in an empty project, imported by the oldest Node that it promises,
// type-checked, bundled.
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'

const run = promisify(execFile)
const sdk = join(import.meta.dirname, '..')
/** The oldest Node that is promised. */
const OLDEST = '22.12.0'
const NODE = `node-${process.platform}-${process.arch}@${OLDEST}`
const INSTALL = ['install', '--no-audit', '--no-fund', '--prefer-offline']

let project: string
beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'connex-package-'))
  await run('npm', ['pack', '--pack-destination', project], { cwd: sdk })
  const packed = (await readdir(project)).filter((name) => name.endsWith('.tgz'))
  await write('package.json', JSON.stringify({ name: 'empty', type: 'module', private: true }))
  await run('npm', [...INSTALL, NODE], { cwd: project })
  // npm itself runs on that Node, and compares it with what each package asks for.
  const env = { ...process.env, PATH: [bin(), process.env['PATH']].join(delimiter) }
  await run('npm', [...INSTALL, '--engine-strict', `./${packed.join('')}`], { cwd: project, env })
}, 600_000)
afterAll(() => rm(project, { recursive: true, force: true }))

const bin = () => join(project, 'node_modules/.bin')
const write = (name: string, text: string) => writeFile(join(project, name), text)

test('packing leaves the workspace as it was', async () => {
  const own = JSON.parse(await readFile(join(sdk, 'package.json'), 'utf8')) as { exports: unknown }
  expect(own.exports).toMatchObject({ '.': './src/index.ts' })
  for (const name of ['package.workspace.json', 'LICENSE']) expect(await readdir(sdk)).not.toContain(name)
})

test('the package says what it is and what it needs, and nothing of our workspace', async () => {
  const installed = join(project, 'node_modules/@connex/sdk')
  const text = await readFile(join(installed, 'package.json'), 'utf8')
  const manifest = JSON.parse(text) as Record<string, unknown>
  expect(manifest).toMatchObject({
    name: '@connex/sdk',
    description: expect.stringMatching(/\w+ \w+/) as unknown,
    keywords: expect.arrayContaining([expect.any(String)]) as unknown,
    license: 'Apache-2.0',
    engines: { node: `>=${OLDEST.replace(/\.0$/, '')}` },
  })
  for (const name of ['private', 'scripts', 'devDependencies']) expect(manifest).not.toHaveProperty(name)
  expect(text).not.toMatch(/"\.\/src\/|file:|@connex\/(?!sdk")/)
  const licenses = [join(installed, 'LICENSE'), join(sdk, '../LICENSE')].map((file) => readFile(file, 'utf8'))
  const [carried, ours] = await Promise.all(licenses)
  expect(carried).toBe(ours)
  expect(await readdir(installed)).toContain('README.md')
})

test('the documents promise the same Node', async () => {
  const page = await readFile(join(sdk, '../docs/sdk.md'), 'utf8')
  expect(page).toMatch(new RegExp(`Node from version ${OLDEST.replace(/\.0$/, '').replace('.', '\\.')}\\b`))
})

test('the oldest promised Node imports every entry point and works with it', async () => {
  await write(
    'use.mjs',
    `import { createClient, createLocalSigner, generateWalletFile, unlockWallet } from '@connex/sdk'
import { call } from '@connex/sdk/http'
import { deliveryManagerAbi } from '@connex/sdk/contracts'
import { Address } from '@connex/sdk/protocol'
const { address, file } = await generateWalletFile('secret', { n: 2 })
const signer = createLocalSigner(await unlockWallet(file, 'secret'), { chainId: 1 })
const client = createClient({ baseUrl: 'http://127.0.0.1:1', signer })
const refused = await call(client, 'health').catch((error) => error.message)
const workers = await Promise.all(
  ['signerWorker', 'vaultWorker', 'beatWorker'].map((name) => import.meta.resolve('@connex/sdk/' + name)),
)
console.log(JSON.stringify([process.version, signer.address === Address.parse(address), deliveryManagerAbi.length > 10, refused, workers.length]))
`,
  )
  const { stdout } = await run(join(bin(), 'node'), ['use.mjs'], { cwd: project })
  expect(JSON.parse(stdout)).toEqual([`v${OLDEST}`, true, true, 'ConneX API is not ready yet', 3])
})

const CONSUMER = `import { createClient, createFopTransfer, createWorkerSigner, discoverVersion, openSession } from '@connex/sdk'
import type { FopParameters } from '@connex/sdk'
import { Address } from '@connex/sdk/protocol'

export async function transfer(baseUrl: string, worker: Worker, file: File, parameters: FopParameters): Promise<string> {
  const signer = createWorkerSigner(worker)
  await signer.unlock(file, 'secret', { chainId: 31337 })
  const client = createClient({ baseUrl, signer })
  await discoverVersion(client)
  await openSession(client)
  const counterpartyAddr = Address.parse(parameters.counterpartyAddr)
  const { deliveryId } = await createFopTransfer(client, { ...parameters, counterpartyAddr })
  return deliveryId
}
`

test('a consumer is checked against the declarations, libraries included', async () => {
  await write('consumer.ts', CONSUMER)
  await write('wrong.ts', CONSUMER.replace('{ ...parameters, counterpartyAddr }', '{ counterpartyAddr }'))
  const flags =
    '--module esnext --moduleResolution bundler --target es2022 --strict --noEmit --types --lib es2023,dom'
  const check = (name: string) =>
    run('tsc', [...flags.split(' ').flatMap((one) => (one === '--types' ? ['--types', ''] : [one])), name], {
      cwd: project,
    })
  await check('consumer.ts')
  await expect(check('wrong.ts')).rejects.toMatchObject({ code: expect.any(Number) as unknown })
})

/**
 * In kB of gzip: what a browser loads before it can use one verb, with everything below it; what it fetches when a rarer call is
 * made; and what it loads for one pure function.
 */
const BUDGET = { consumer: 48, later: 37, small: 12 }

test('a browser’s bundle holds what is used and no more', async () => {
  await write('small.ts', `import { registryIdOf } from '@connex/sdk'\nexport const id = registryIdOf\n`)
  const consumer = await kilobytes(join(project, 'consumer.ts'))
  expect(consumer.first).toBeLessThan(BUDGET.consumer)
  expect(consumer.later).toBeLessThan(BUDGET.later)
  const small = await kilobytes(join(project, 'small.ts'))
  expect(small.first + small.later).toBeLessThan(BUDGET.small)
})

type Size = { first: number; later: number }

async function kilobytes(input: string): Promise<Size> {
  const rolldownOptions = { input, preserveEntrySignatures: 'strict' as const }
  const options = { write: false, target: 'es2022', rolldownOptions }
  const built = await build({ root: project, configFile: false, logLevel: 'error', build: options })
  const files = [built].flat().flatMap((one) => ('output' in one ? one.output : []))
  const chunks = new Map(
    files.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])),
  )
  const first = new Set<string>()
  const load = (name: string): void => {
    const chunk = chunks.get(name)
    if (chunk === undefined || first.has(name)) return
    first.add(name)
    chunk.imports.forEach(load)
  }
  for (const chunk of chunks.values()) if (chunk.isEntry) load(chunk.fileName)
  const sizeOf = (isWanted: (name: string) => boolean): number =>
    [...chunks.values()]
      .filter(({ fileName }) => isWanted(fileName))
      .reduce((sum, { code }) => sum + gzipSync(code).length / 1000, 0)
  expect([...chunks.values()].map(({ code }) => code).join('')).not.toMatch(/from\s*["']node:/)
  return { first: sizeOf((name) => first.has(name)), later: sizeOf((name) => !first.has(name)) }
}
