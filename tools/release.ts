// `npm run release`: versioned packages that install on a bare Node, in `release/`, with a bill of materials for each, the
// contracts, the documents, and the hashes of all. None of it needs a registry where it is installed, but the sandbox's own ledger.
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { ownContracts } from '../contracts/script/upgrade/contracts.ts'
import { billOfMaterials } from './release/billOfMaterials.ts'
import { stageDocuments } from './release/documents.ts'
import { RELEASED } from './release/packages.ts'
import { stage } from './release/stage.ts'
import { run } from './run.ts'

const root = join(import.meta.dirname, '..')
const release = resolve(root, process.argv[2] ?? 'release')
await rm(release, { recursive: true, force: true })
await mkdir(release, { recursive: true })
for (const released of RELEASED) {
  await packFolder((folder) => stage(root, folder, released))
  await writeBill(released.name, released.workspaces, released.added)
}
await packFolder((folder) => stageDocuments(root, folder))
await npm(['pack', '--pack-destination', release], join(root, 'sdk'))
await writeBill('@connex/sdk', ['contracts', 'protocol', 'sdk'], [])
// What an upgrade of the contracts takes, and who judges one compares with the announced code.
const contractsFile = `connex-contracts-${ownContracts.version}.json`
await writeFile(join(release, contractsFile), `${JSON.stringify(ownContracts, undefined, 1)}\n`)
const names = (await readdir(release)).toSorted()
const hashes = await Promise.all(
  names.map(async (name) => {
    const content = await readFile(join(release, name))
    return `${createHash('sha256').update(content).digest('hex')}  ${name}\n`
  }),
)
await writeFile(join(release, 'SHA256SUMS'), hashes.join(''))
console.log([...names, 'SHA256SUMS'].join('\n'))

async function packFolder(fill: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'connex-release-'))
  try {
    await fill(folder)
    await npm(['pack', '--pack-destination', release], folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function writeBill(
  name: string,
  workspaces: readonly string[],
  except: readonly string[],
): Promise<void> {
  const text = await billOfMaterials(root, { name, workspaces, except })
  await writeFile(join(release, `${fileName(name)}.cyclonedx.json`), text)
}

/** As npm names the archive. */
function fileName(name: string): string {
  return name.replace('@', '').replace('/', '-')
}

async function npm(parameters: readonly string[], cwd: string): Promise<string> {
  const { code, stdout, output } = await run('npm', parameters, { cwd, limit: 300 })
  if (code !== 0) throw new Error(`npm ${parameters.join(' ')} failed:\n${output}`)
  return stdout
}
