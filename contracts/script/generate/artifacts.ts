import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { toFunctionSignature } from 'viem'
import type { Abi } from 'viem'

export type Artifact = {
  name: string
  abi: Abi
  /** Where it calls a deployed library, `__NameOfLibrary__` replaces the address. */
  bytecode: `0x${string}`
  documentation: Documentation
  storageLayout: StorageLayout
}

/** By function, as `transfer(address,uint256)`: what it does, and what it answers. */
export type Documentation = {
  notices: Readonly<Record<string, { notice?: string }>>
  returns: Readonly<Record<string, { returns?: Record<string, string> }>>
}

export type StorageVariable = { label: string; slot: string; offset: number; type: string }

type StorageType = {
  label: string
  numberOfBytes: string
  /** What an array is made of. */
  base?: string
  members?: readonly StorageVariable[]
}

export type StorageLayout = {
  storage: readonly StorageVariable[]
  types: Readonly<Record<string, StorageType>> | null
}

type LinkReferences = Record<string, Record<string, { start: number; length: number }[]>>

type ForgeArtifact = {
  abi: Abi
  bytecode: { object: `0x${string}`; linkReferences: LinkReferences }
  metadata: {
    output: {
      userdoc: { methods?: Documentation['notices'] }
      devdoc: { methods?: Documentation['returns'] }
    }
  }
  storageLayout: StorageLayout
}

/** What forge compiled of our own sources, in a stable order. */
export function readArtifacts(room: string): Artifact[] {
  const sources = readdirSync(join(room, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.sol'))
    .map((path) => basename(path, '.sol'))
    .sort()
  return sources.flatMap((name) => {
    const file = join(room, 'out', `${name}.sol`, `${name}.json`)
    const artifact = parse(file)
    if (artifact === undefined) return []
    const { abi, metadata, storageLayout } = artifact
    const { userdoc, devdoc } = metadata.output
    const documentation = { notices: userdoc.methods ?? {}, returns: devdoc.methods ?? {} }
    return [{ name, abi, bytecode: linkable(artifact), documentation, storageLayout }]
  })
}

/** One contract of ours that forge compiled; undefined where the file is missing. `readArtifact('out/Tenant.sol/Tenant.json')` */
export function readArtifact(file: string): Pick<Artifact, 'bytecode' | 'storageLayout'> | undefined {
  const artifact = parse(file)
  return artifact && { bytecode: linkable(artifact), storageLayout: artifact.storageLayout }
}

/** What a manager has in its namespaces, as Namespaces.sol lists it. */
export function readNamespaces(room: string, manager: string): StorageLayout {
  const artifact = parse(join(room, 'out', 'Namespaces.sol', `${manager}Namespaces.json`))
  if (artifact === undefined) throw new Error(`Namespaces.sol does not list those of ${manager}`)
  return artifact.storageLayout
}

// The compiler puts a hash of path and name in the place of a library's address.
const linkable = ({ bytecode: { object, linkReferences } }: ForgeArtifact): `0x${string}` =>
  Object.values(linkReferences)
    .flatMap((libraries) => Object.entries(libraries))
    .reduce<`0x${string}`>((code, [library, [first]]) => {
      if (first === undefined) return code
      const placeholder = object.slice(2 + 2 * first.start, 2 + 2 * (first.start + first.length))
      return code.replaceAll(placeholder, `__${library}__`) as `0x${string}`
    }, object)

// A source that holds only types has no artifact of its own name.
function parse(file: string): ForgeArtifact | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as ForgeArtifact
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** Every function of which the contracts say neither what it does nor what it answers, and who has it. */
export function undocumented(artifacts: readonly Artifact[]): string[] {
  // A public variable does not inherit @return, but its interface has it.
  const isInterface = (name: string): boolean => /^I[A-Z]/.test(name)
  const documents = (holder: string, signature: string): boolean =>
    artifacts.some(
      ({ name, documentation: { notices, returns } }) =>
        (name === holder || (isInterface(name) && !isInterface(holder))) &&
        (notices[signature]?.notice ?? returns[signature]?.returns) !== undefined,
    )
  const silent = artifacts.flatMap(({ name, abi }) =>
    abi
      .filter((item) => item.type === 'function')
      .map(toFunctionSignature)
      .filter((signature) => !documents(name, signature))
      .map((signature) => ({ name, signature })),
  )
  return [...Map.groupBy(silent, ({ signature }) => signature)].map(
    ([signature, holders]) => `${signature} of ${holders.map(({ name }) => name).join(', ')}`,
  )
}
