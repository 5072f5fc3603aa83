// A release with second versions of managers, which the contracts' own tests have as Solidity: what an upgrade can deploy.
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ownContracts } from '@connex/contracts/upgrade'
import type { ManagerName, ReleasedContracts } from '@connex/contracts/upgrade'
import { forgeBinary } from '../../../contracts/script/forgeBinary.ts'
import { readArtifact } from '../../../contracts/script/generate/artifacts.ts'
import { layoutOf } from '../../../contracts/script/generate/storageLayouts.ts'

const contracts = join(import.meta.dirname, '../../../contracts')

/**
 * Compiles them, which takes a minute: outside of `test`, whose contracts are compiled without the optimizer and so are too long
 * for a ledger.
 *
 * @example
 * const contracts = compileSecondVersions('0.2.0', ['InstrumentManager'])
 */
export function compileSecondVersions(version: string, names: readonly ManagerName[]): ReleasedContracts {
  mkdirSync(join(contracts, 'cache'), { recursive: true })
  // As deep as test/upgrade, so that what they import is there.
  const folder = mkdtempSync(join(contracts, 'cache', 'versions-'))
  try {
    for (const name of names)
      copyFileSync(join(contracts, 'test/upgrade', `${name}V2.sol`), join(folder, `${name}V2.sol`))
    const sources = names.map((name) => relative(contracts, join(folder, `${name}V2.sol`)))
    const places = ['--out', join(folder, 'out'), '--cache-path', join(folder, 'cache')]
    execFileSync(forgeBinary(), ['build', ...sources, ...places, '--silent'], { cwd: contracts })
    const bytecode = { ...ownContracts.bytecode }
    const storageLayouts = { ...ownContracts.storageLayouts }
    for (const name of names) {
      const artifact = readArtifact(join(folder, 'out', `${name}V2.sol`, `${name}V2.json`))
      const own = ownContracts.storageLayouts[name]
      if (artifact === undefined || own === undefined) throw new Error(`${name}V2 was not compiled`)
      const grown = layoutOf(artifact.storageLayout)
      bytecode[name] = artifact.bytecode
      storageLayouts[name] = {
        storage: [...own.storage, ...grown.storage],
        structs: { ...own.structs, ...grown.structs },
      }
    }
    return { version, bytecode, storageLayouts }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
