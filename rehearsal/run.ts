// `npm run rehearsal`: docs/going-live.md on four hosts, and what a network must survive. Hosts are network namespaces, so it needs
// Linux and root; elsewhere it is skipped. `npm run rehearsal -- anvil` takes one node of anvil in place of three of Geth, and
// `--quick` makes the pauses short. `--from FOLDER` begins with the release in that folder, of an earlier version, and upgrades the
// servers from it to this one. The last line counts.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { buildGeth } from '../ledgers/networks/geth.ts'
import { installPostgres } from '../testkit/src/database/postgresPrograms.ts'
import { run } from '../tools/run.ts'
import { makeCertificates } from './consortium.ts'

const root = join(import.meta.dirname, '..')
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean' }, from: { type: 'string' } },
})

if (!(await hasNamespaces())) {
  console.log('Skipped: it needs Linux, root, and the programs ip, nsenter, unshare and openssl.')
  console.log('0 passed, 0 failed, 1 skipped')
} else {
  const folder = await mkdtemp(join(tmpdir(), 'connex-rehearsal-'))
  try {
    process.exitCode = await rehearse(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function rehearse(folder: string): Promise<number> {
  const binary = positionals.includes('anvil') ? undefined : await buildGeth()
  if (binary === undefined) console.log('The ledger is one node of anvil.')
  await script('tools/setup.mjs', 'build')
  await script('tools/release.ts', join(folder, 'next'))
  const first = values.from === undefined ? join(folder, 'next') : resolve(values.from)
  await cp(first, join(folder, 'release'), { recursive: true })
  await makeCertificates(folder)
  await installPostgres('')
  // Networks, mounts and processes of its own: nothing of it outlives it.
  const alone = ['--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc']
  const inside = [process.execPath, join(import.meta.dirname, 'rehearse.ts'), folder, binary ?? 'anvil']
  const child = spawn('unshare', [...alone, ...inside, ...(values.quick === true ? ['--quick'] : [])], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem') },
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  return code ?? 1
}

async function script(file: string, ...parameters: string[]): Promise<void> {
  const { code, output } = await run(process.execPath, [file, ...parameters], { cwd: root, limit: 900 })
  if (code !== 0) throw new Error(`${file}: ${output}`)
}

async function hasNamespaces(): Promise<boolean> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  const test = 'command -v ip nsenter openssl >/dev/null && unshare --net --mount --pid --fork true'
  return (await run('bash', ['-c', test], { cwd: root })).code === 0
}
