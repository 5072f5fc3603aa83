import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createRpc } from '../ledger/rpc.ts'
import { type RunningLedger, startLedger } from '../ledger/startLedger.ts'
import { createProcessList, endLeftovers } from '../process/processStamps.ts'
import { lockDirectory } from '../process/lockDirectory.ts'
import { refuseFullDisk, writeFileAtomic } from '../process/files.ts'
import { findState, refuseUsedPorts, sandboxFiles, choosePorts, writeState } from './SandboxState.ts'
import type { SandboxFiles, SandboxPorts, SandboxState } from './SandboxState.ts'
import { superviseProcess } from '../process/superviseProcess.ts'
import { createSandbox, urlsOf } from './createSandbox.ts'
import type { SandboxDescription } from './SandboxDescription.ts'
import type { SandboxOptions } from './SandboxOptions.ts'
import { seedServers } from './seed/seedServers.ts'
import { waitForServers } from './seed/desks.ts'
import { createDatabases, startServers } from './startServers.ts'

export type RunningSandbox = {
  readonly description: SandboxDescription
  stop(): Promise<void>
}

export type SandboxWatcher = {
  /** Called when a step begins. */
  readonly onStep: (sentence: string) => void
  /** Called for other events, such as the restart of a process. */
  readonly onNote: (sentence: string) => void
  /** Called once with a function that kills everything. */
  readonly onKillable: (kill: () => void) => void
}

/**
 * Starts the whole system of a directory: the ledger, both tenant servers and the custodians' robot. The first start
 * deploys and seeds; a later one resumes, even after a kill.
 */
export async function startSandbox(
  options: SandboxOptions,
  watcher: SandboxWatcher,
): Promise<RunningSandbox> {
  const files = sandboxFiles(options.directory)
  const lock = await lockDirectory(options.directory)
  const processes = createProcessList(files.processes)
  const stops: (() => Promise<void>)[] = []
  const stop = async () => {
    lock.announceRelease()
    for (const stop of stops.splice(0).reverse()) await stop()
    processes.clear()
    lock.release()
  }
  watcher.onKillable(() => {
    processes.killAll()
    lock.release()
  })
  try {
    await endLeftovers(files.processes)
    const ports = await prepareDirectory(options, files, watcher)
    const start = { files, ports, watcher, stops, onLaunch: processes.note }
    const description = await startAll(start, options)
    return { description, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Checks disk and ports before anything starts, and removes the files of a reset or incomplete sandbox. */
async function prepareDirectory(
  options: SandboxOptions,
  files: SandboxFiles,
  { onNote }: SandboxWatcher,
): Promise<SandboxPorts> {
  const state = options.isReset ? undefined : findState(files)
  const ports = choosePorts(options, state)
  refuseFullDisk(options.directory)
  await refuseUsedPorts(Object.values(ports))
  if (!state) {
    if (!options.isReset && existsSync(files.ledger))
      onNote('The first start was not completed: starting from scratch')
    for (const path of files.all) await rm(path, { recursive: true, force: true })
  }
  return ports
}

type Start = {
  readonly files: SandboxFiles
  readonly ports: SandboxPorts
  readonly watcher: SandboxWatcher
  readonly stops: (() => Promise<void>)[]
  readonly onLaunch: (pid: number) => void
}

async function startAll(start: Start, options: SandboxOptions): Promise<SandboxDescription> {
  const { files, ports, watcher, stops, onLaunch } = start
  const earlier = findState(files)
  watcher.onStep('Starting the ledger')
  const databases = earlier ? Promise.resolve() : makeDatabases(start)
  const ledger = await startLedger({
    directory: files.ledger,
    port: ports.ledger,
    chainId: options.chainId ?? earlier?.chainId ?? 31337,
    blockTime: options.blockTime,
    onProgress: watcher.onNote,
    onLaunch,
  })
  stops.push(() => ledger.stop())
  const fresh = async () => inQuickBlocks(ports, options, () => startFresh(start, ledger, databases))
  const state = earlier ? await resume(start, ledger, earlier) : await fresh()
  await writeFileAtomic(files.description, JSON.stringify(state.description, undefined, 2))
  if (options.custodian === 'robot') await confirmForCustodians(start, options)
  return state.description
}

/** Seeds with a block for each transaction: by time it would take minutes. */
async function inQuickBlocks<Result>(
  ports: SandboxPorts,
  { blockTime }: SandboxOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  if (blockTime === 0) return work()
  const rpc = createRpc(ports.ledger)
  await rpc('evm_setIntervalMining', 0)
  const result = await work()
  await rpc('evm_setIntervalMining', blockTime)
  return result
}

/** Begins it; if the start fails meanwhile, the stop waits for the end. */
function makeDatabases({ files, watcher, stops, onLaunch }: Start): Promise<void> {
  const making = createDatabases(files, { onProgress: watcher.onNote, onLaunch })
  stops.push(() => making.catch(() => {}))
  return making
}

async function startFresh(
  start: Start,
  ledger: RunningLedger,
  databases: Promise<void>,
): Promise<SandboxState> {
  const { files, ports, watcher } = start
  const created = await createSandbox({ files, ports, ledger, onProgress: watcher.onStep })
  watcher.onStep('Making the databases')
  await databases
  await serve(start, ledger, created.state)
  const where = { serverUrls: urlsOf(ports), chainId: ledger.chainId }
  await seedServers(created.plan, { ...where, onProgress: watcher.onStep })
  watcher.onStep('Encrypting the wallet files')
  await created.wallets
  const state = { ...created.state, seededBlock: await lastBlock(ports) }
  await writeState(files, state)
  return state
}

async function resume(start: Start, ledger: RunningLedger, state: SandboxState): Promise<SandboxState> {
  const { ports, watcher } = start
  const { rpcUrl, chainId } = ledger
  await serve(start, ledger, state)
  watcher.onStep('Reading the ledger')
  await waitForServers({ serverUrls: urlsOf(ports), chainId }, await lastBlock(ports))
  return { ...state, description: { ...state.description, ledger: { rpcUrl, chainId } } }
}

async function lastBlock({ ledger }: SandboxPorts): Promise<number> {
  return Number(await createRpc(ledger)<string>('eth_blockNumber'))
}

async function serve(
  { files, watcher, stops, onLaunch }: Start,
  ledger: RunningLedger,
  state: Omit<SandboxState, 'seededBlock'>,
): Promise<void> {
  watcher.onStep('Starting the servers')
  const servers = await startServers({ files, ledger, state, onProgress: watcher.onNote, onLaunch })
  stops.push(async () => {
    await Promise.all(servers.map((server) => server.stop()))
  })
}

async function confirmForCustodians(
  { files, watcher, stops, onLaunch }: Start,
  { custodianDelay }: SandboxOptions,
): Promise<void> {
  watcher.onStep("Starting the custodians' robot")
  const robot = await superviseProcess({
    name: 'robot',
    script: new URL('./robotProcess.ts', import.meta.url),
    parameters: [files.directory, String(custodianDelay)],
    logFile: files.log('robot'),
    onProgress: watcher.onNote,
    onLaunch,
  })
  stops.push(() => robot.stop())
}
