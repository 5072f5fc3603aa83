import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { CliError } from '../CliError.ts'
import { readJson } from '../process/files.ts'
import { isRunning, parseStamp, stampOf } from '../process/processStamps.ts'

export type Anvil = {
  readonly pid: number
  readonly port: number
  /** Resolves when it is gone, for whatever reason. */
  readonly exited: Promise<void>
  kill(): Promise<void>
}

export type AnvilOptions = {
  readonly directory: string
  readonly chainId: number
  /** The genesis block's timestamp, in seconds. */
  readonly timestamp: number
  /** A state that anvil dumped, as plain JSON. */
  readonly stateFile?: string
}

/** Transactions may use up to 16,000,000 gas; a block of the sandbox is never full. */
export const blockGasLimit = 1_000_000_000n

/**
 * Starts anvil on a free loopback port, and waits until it listens. It mines only when told to, so that a
 * block's content and timestamp are ours to say.
 */
export async function startAnvil(options: AnvilOptions): Promise<Anvil> {
  const pidFile = join(options.directory, 'anvil.pid')
  killOrphan(pidFile)
  const [program, ...parameters] = [...guard(), findAnvil(), ...flags(options)]
  const child = spawn(program as string, parameters, { stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true })
  const exited = new Promise<void>((resolve) =>
    child.once('exit', () => resolve()).once('error', () => resolve()),
  )
  const port = await listening(child)
  const pid = child.pid as number
  const stamp = stampOf(pid)
  if (stamp) writeFileSync(pidFile, JSON.stringify(stamp))
  const kill = async () => {
    child.kill('SIGKILL')
    await exited
    rmSync(pidFile, { force: true })
  }
  return { pid, port, exited, kill }
}

function flags({ chainId, timestamp, stateFile }: AnvilOptions): string[] {
  // States of older blocks would cost some 200 kB of memory a block, and no checkpoint keeps them.
  const fixed = `--host 127.0.0.1 --port 0 --no-cors --no-request-size-limit --no-mining --order fifo
    --hardfork osaka --block-base-fee-per-gas 0 --gas-price 0 --disable-min-priority-fee
    --gas-limit ${blockGasLimit} --chain-id ${chainId} --timestamp ${timestamp} --prune-history 64`
  return [...fixed.split(/\s+/), ...(stateFile === undefined ? [] : ['--load-state', stateFile])]
}

/** On Linux the kernel kills anvil together with this process, however this process ends. */
function guard(): string[] {
  if (process.platform !== 'linux') return []
  const hasSetpriv = spawnSync('setpriv', ['--pdeathsig', 'KILL', '--', 'true']).status === 0
  return hasSetpriv ? ['setpriv', '--pdeathsig', 'KILL', '--'] : []
}

/** Elsewhere an anvil whose front was killed lives on, until the next start finds it here. */
function killOrphan(pidFile: string): void {
  const stamp = parseStamp(readJson(pidFile))
  if (stamp && isRunning(stamp)) process.kill(stamp.pid, 'SIGKILL')
}

function listening(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let said = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      if (said.length > 100_000) return
      said += chunk.toString()
      const port = /Listening on 127\.0\.0\.1:(\d+)/.exec(said)?.[1]
      if (port !== undefined) {
        said = ' '.repeat(100_001)
        resolve(Number(port))
      }
    })
    let complaint = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      complaint = (complaint + chunk.toString()).slice(-2000)
    })
    child.once('error', (error) => reject(CliError.of('anvilFailed', error.message)))
    child.once('exit', (code, signal) =>
      reject(CliError.of('anvilFailed', complaint.trim() || `it ended with ${signal ?? `code ${code}`}`)),
    )
  })
}

const architectures: Partial<Record<NodeJS.Architecture, string>> = { x64: 'amd64', arm64: 'arm64' }

/**
 * The anvil program itself. The package's own `anvil` command is a script that starts it as a child, and a
 * kill of the script would leave the program running.
 */
export function findAnvil(): string {
  const target = `${process.platform}-${architectures[process.arch] ?? process.arch}`
  const program = process.platform === 'win32' ? 'anvil.exe' : 'anvil'
  try {
    const wrapper = createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json')
    const manifest = createRequire(wrapper).resolve(`@foundry-rs/anvil-${target}/package.json`)
    const path = manifest.replace(/package\.json$/, `bin/${program}`)
    if (existsSync(path)) return path
  } catch {
    // Not installed: said below.
  }
  throw CliError.of('anvilMissing', target)
}
