import { execFileSync } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openProofs } from './proofs.ts'

const result = (failed: number) => ({ passed: 3, failed, skipped: 1 })
const contracts = { name: 'long walks', inputs: ['contracts/'] }
const everything = { name: 'deep story' }
let root: string

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'connex-proofs-'))
  execFileSync('git', ['init', '--quiet'], { cwd: root })
  for (const folder of ['contracts', 'web', 'tools/suites'])
    await mkdir(join(root, folder), { recursive: true })
  await writeFile(join(root, 'contracts/one.sol'), 'contract One {}\n')
  await writeFile(join(root, 'web/one.ts'), 'export const one = 1\n')
})
afterEach(() => rm(root, { recursive: true, force: true }))

test('a later run finds a suite that has passed, with its figures', async () => {
  await (await openProofs(root)).add(contracts, result(0), 12)
  expect(await (await openProofs(root)).find(contracts)).toMatchObject({ passed: 3, skipped: 1, minutes: 12 })
})

test('a suite that fails is not found, even if it passed before', async () => {
  const proofs = await openProofs(root)
  await proofs.add(contracts, result(0), 12)
  await proofs.add(contracts, result(1), 12)
  expect(await (await openProofs(root)).find(contracts)).toBeUndefined()
})

test('a suite that was skipped as a whole has not passed', async () => {
  const proofs = await openProofs(root)
  await proofs.add(contracts, { passed: 0, failed: 0, skipped: 9 }, 1)
  expect(await proofs.find(contracts)).toBeUndefined()
})

test('a changed, a new or a removed file ends the proof of the suites that depend on it', async () => {
  for (const change of [
    () => writeFile(join(root, 'contracts/one.sol'), 'contract Other {}\n'),
    () => writeFile(join(root, 'contracts/two.sol'), 'contract Two {}\n'),
    () => rm(join(root, 'contracts/two.sol')),
  ]) {
    const proofs = await openProofs(root)
    await proofs.add(contracts, result(0), 12)
    await proofs.add(everything, result(0), 12)
    await change()
    expect(await proofs.find(contracts)).toBeUndefined()
    expect(await proofs.find(everything)).toBeUndefined()
  }
})

test('a file that a suite does not depend on leaves its proof', async () => {
  const proofs = await openProofs(root)
  await proofs.add(contracts, result(0), 12)
  await writeFile(join(root, 'web/one.ts'), 'export const one = 2\n')
  expect(await proofs.find(contracts)).toBeDefined()
})

test('of a folder, only files with an ending end the proof of a suite that depends on those', async () => {
  const suite = { name: 'long walks', inputs: ['contracts/*.sol'] }
  const proofs = await openProofs(root)
  await proofs.add(suite, result(0), 12)
  await mkdir(join(root, 'contracts/legs'))
  await writeFile(join(root, 'contracts/legs/fixture.ts'), 'export const leg = 1\n')
  expect(await proofs.find(suite)).toBeDefined()
  await writeFile(join(root, 'contracts/legs/Leg.sol'), 'contract Leg {}\n')
  expect(await proofs.find(suite)).toBeUndefined()
})

test('a change of a file that a suite leaves out does not end its proof', async () => {
  const suite = { name: 'story ten times', inputs: ['web/', '!*.test.ts'] }
  const proofs = await openProofs(root)
  await proofs.add(suite, result(0), 12)
  await writeFile(join(root, 'web/one.test.ts'), 'export const expected = 1\n')
  expect(await proofs.find(suite)).toBeDefined()
  await writeFile(join(root, 'web/one.ts'), 'export const one = 2\n')
  expect(await proofs.find(suite)).toBeUndefined()
})

test('of a package.json only what it installs ends the proof of a suite that depends on that', async () => {
  const suite = { name: 'long walks', inputs: ['contracts/package.json#dependencies'] }
  const write = (fields: object) => writeFile(join(root, 'contracts/package.json'), JSON.stringify(fields))
  await write({ version: '1.0.0', devDependencies: { solc: '0.8.36' } })
  const proofs = await openProofs(root)
  await proofs.add(suite, result(0), 12)
  await write({ version: '1.0.1', devDependencies: { solc: '0.8.36' } })
  expect(await proofs.find(suite)).toBeDefined()
  await write({ version: '1.0.1', devDependencies: { solc: '0.8.37' } })
  expect(await proofs.find(suite)).toBeUndefined()
})

const simulation = { name: 'simulation', inputs: ['web/one.test.ts#imports'] }

const copyCruiserRules = () =>
  copyFile(join(import.meta.dirname, '../../.dependency-cruiser.cjs'), join(root, '.dependency-cruiser.cjs'))

test('of an imported package.json, what it installs ends a proof, and neither its version nor its scripts', async () => {
  const manifest = (fields: object) => writeFile(join(root, 'web/package.json'), JSON.stringify(fields))
  await copyCruiserRules()
  await writeFile(
    join(root, 'web/one.test.ts'),
    "import manifest from './package.json' with { type: 'json' }\n\nexport const { version } = manifest\n",
  )
  await manifest({ version: '1.0.0', dependencies: { viem: '2.0.0' } })
  const proofs = await openProofs(root)
  await proofs.add(simulation, result(0), 12)
  await manifest({ version: '1.1.0', scripts: { test: 'vitest' }, dependencies: { viem: '2.0.0' } })
  expect(await proofs.find(simulation)).toBeDefined()
  await manifest({ version: '1.1.0', dependencies: { viem: '2.1.0' } })
  expect(await proofs.find(simulation)).toBeUndefined()
})

test('of a file and its imports, only those end the proof of a suite that depends on them', async () => {
  await copyCruiserRules()
  await writeFile(
    join(root, 'web/one.test.ts'),
    "import { one } from './one.ts'\n\nexport const two = one + one\n",
  )
  await writeFile(join(root, 'web/three.ts'), 'export const three = 3\n')
  const proofs = await openProofs(root)
  await proofs.add(simulation, result(0), 12)
  await writeFile(join(root, 'web/three.ts'), 'export const three = 4\n')
  expect(await proofs.find(simulation)).toBeDefined()
  await writeFile(join(root, 'web/one.ts'), 'export const one = 2\n')
  expect(await proofs.find(simulation)).toBeUndefined()
})
