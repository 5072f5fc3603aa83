import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { mutate } from './mutants.ts'
import type { Mutant } from './mutants.ts'
import type { Verdict } from './mutationRecord.ts'
import { plantScratchTree } from './scratchTree.ts'
import type { ScratchTree } from './scratchTree.ts'

/** Where mutants are tried, one after another. */
export type MutationBench = {
  tryOn: (mutant: Mutant) => Promise<Pick<Verdict, 'verdict' | 'killedBy'>>
  remove: () => Promise<void>
}

type Bytecode = { object: string }
type Artifact = { bytecode: Bytecode; deployedBytecode: Bytecode }
/** The artifacts of the contracts by their place below `out`. */
type Compiled = Map<string, Artifact>

/**
 * Two copies of the contracts. In the one a source is changed and compiled; the other keeps its sources and compiled tests,
 * and is given what the first made of the contracts. The tests deploy the contracts by their artifacts, so no test has to be
 * compiled again, which takes minutes for a library that many of them are linked with. What a test has inherited or inlined
 * stays as it was: a mutant may thereby survive, none is killed by it.
 */
export async function openMutationBench(): Promise<MutationBench> {
  const [workshop, stage] = await Promise.all([plantScratchTree(), plantScratchTree()])
  const remove = async () => void (await Promise.all([workshop.remove(), stage.remove()]))
  try {
    if (!(await workshop.build())) throw new Error('The contracts do not compile.')
    const sound = await readCompiled(workshop.artifacts)
    const held = await readCompiled(stage.artifacts)
    for (const [place, { bytecode }] of sound)
      if (held.get(place)?.bytecode.object !== bytecode.object)
        throw new Error(`${place} is not what the tests were compiled with: run forge build.`)
    return { tryOn: (mutant) => tryOn(mutant, { workshop, stage, sound }), remove }
  } catch (error) {
    await remove()
    throw error
  }
}

async function tryOn(
  mutant: Mutant,
  { workshop, stage, sound }: { workshop: ScratchTree; stage: ScratchTree; sound: Compiled },
): Promise<Pick<Verdict, 'verdict' | 'killedBy'>> {
  const isBuilt = await workshop.spoiled(mutant.file, (text) => mutate(mutant, text), workshop.build)
  if (!isBuilt) return { verdict: 'stillborn' }
  const changed = [...(await readCompiled(workshop.artifacts))].filter(
    ([place, { bytecode }]) => sound.get(place)?.bytecode.object !== bytecode.object,
  )
  const places = changed.map(([place]) => join(stage.artifacts, place))
  const before = await Promise.all(places.map((place) => readFile(place, 'utf8')))
  try {
    for (const [at, [, spoiled]] of changed.entries()) {
      const artifact = JSON.parse(before[at] ?? '') as Artifact
      const { bytecode, deployedBytecode } = spoiled
      await writeFile(places[at] ?? '', JSON.stringify({ ...artifact, bytecode, deployedBytecode }))
    }
    return await killedOn(stage, mutant)
  } finally {
    for (const [at, place] of places.entries()) await writeFile(place, before[at] ?? '')
  }
}

async function killedOn(stage: ScratchTree, mutant: Mutant): Promise<Pick<Verdict, 'verdict' | 'killedBy'>> {
  for (const which of stagesFor(mutant.file)) {
    const run = await stage.test([...which, '--fail-fast'])
    if (!run.compiled) throw new Error(run.output)
    const [killedBy] = run.failed
    if (killedBy !== undefined) return { verdict: 'killed', killedBy }
  }
  return { verdict: 'survived' }
}

/** The tests beside the mutant's area first, the random walks last: most mutants die early. */
function stagesFor(file: string): string[][] {
  const area = `test/${file.split('/')[1] ?? ''}/*`
  return [
    ['--match-path', area],
    ['--no-match-path', `{${area},test/invariants/*}`],
    ['--match-path', 'test/invariants/*'],
  ]
}

/** Of `src` alone: `AccountLedger.sol/AccountLedger.json` → its artifact. */
async function readCompiled(artifacts: string): Promise<Compiled> {
  const sources = new Set(
    (await readdir(join(artifacts, '../src'), { recursive: true }))
      .filter((file) => file.endsWith('.sol'))
      .map((file) => file.replace(/^.*\//, '')),
  )
  const compiled: Compiled = new Map()
  for (const source of sources) {
    const files = await readdir(join(artifacts, source)).catch(() => [])
    for (const file of files) {
      const place = `${source}/${file}`
      compiled.set(place, JSON.parse(await readFile(join(artifacts, place), 'utf8')) as Artifact)
    }
  }
  return compiled
}
