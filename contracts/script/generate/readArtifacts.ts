import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Abi } from 'viem'

export type Artifact = { name: string; abi: Abi; bytecode: `0x${string}` }

type ForgeArtifact = { abi: Abi; bytecode: { object: `0x${string}` } }

/** What forge compiled of our own sources, in a stable order. */
export function readArtifacts(room: string): Artifact[] {
  const sources = readdirSync(join(room, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.sol'))
    .map((path) => basename(path, '.sol'))
    .sort()
  return sources.flatMap((name) => {
    const file = join(room, 'out', `${name}.sol`, `${name}.json`)
    const artifact = parse(file)
    return artifact === undefined ? [] : [{ name, abi: artifact.abi, bytecode: artifact.bytecode.object }]
  })
}

// A source that holds only types has no artifact of its own name.
function parse(file: string): ForgeArtifact | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as ForgeArtifact
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
