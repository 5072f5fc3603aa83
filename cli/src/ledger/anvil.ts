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
  /** Resolves when it has exited, for any reason. */
  readonly exited: Promise<void>
  kill(): Promise<void>
}

export type AnvilOptions = {
  readonly directory: string
  readonly chainId: number
  /** The genesis block's timestamp, in seconds. */
  readonly timestamp: number
  /** Of the genesis block; later blocks follow EIP-1559. In wei; 0 stays 0. */
  readonly baseFee: number
  readonly gasLimit: number
  /** A state dumped by anvil, as plain JSON. */
  readonly stateFile?: string
}

/** What a new ledger begins with: a base fee of 0.1 gwei and the blocks of Ethereum. */
export const newGenesis = { baseFee: 100_000_000, gasLimit: 60_000_000 } as const

/** Starts anvil on an unused loopback port, and waits until it listens. It mines only on demand, so that we set each block's content and timestamp. */
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

function flags({ chainId, timestamp, baseFee, gasLimit, stateFile }: AnvilOptions): string[] {
  // States of older blocks would take about 200 kB of memory each, and checkpoints do not contain them.
  const fixed = `--host 127.0.0.1 --port 0 --no-cors --no-request-size-limit --no-mining --order fifo
    --hardfork osaka --block-base-fee-per-gas ${baseFee} --gas-price 0 --disable-min-priority-fee
    --gas-limit ${gasLimit} --chain-id ${chainId} --timestamp ${timestamp} --prune-history 64`
  return [...fixed.split(/\s+/), ...(stateFile === undefined ? [] : ['--load-state', stateFile])]
}

/** On Linux the kernel kills anvil when this process ends, however it ends. */
function guard(): string[] {
  if (process.platform !== 'linux') return []
  const hasSetpriv = spawnSync('setpriv', ['--pdeathsig', 'KILL', '--', 'true']).status === 0
  return hasSetpriv ? ['setpriv', '--pdeathsig', 'KILL', '--'] : []
}

/** Elsewhere anvil survives a killed front, until the next start kills it here. */
function killOrphan(pidFile: string): void {
  const stamp = parseStamp(readJson(pidFile))
  if (stamp && isRunning(stamp)) process.kill(stamp.pid, 'SIGKILL')
}

function listening(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let output = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      if (output.length > 100_000) return
      output += chunk.toString()
      const port = /Listening on 127\.0\.0\.1:(\d+)/.exec(output)?.[1]
      if (port !== undefined) {
        output = ' '.repeat(100_001)
        resolve(Number(port))
      }
    })
    let errors = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      errors = (errors + chunk.toString()).slice(-2000)
    })
    child.once('error', (error) => reject(CliError.of('anvilFailed', error.message)))
    child.once('exit', (code, signal) =>
      reject(CliError.of('anvilFailed', errors.trim() || `it exited with ${signal ?? `code ${code}`}`)),
    )
  })
}

const architectures: Partial<Record<NodeJS.Architecture, string>> = { x64: 'amd64', arm64: 'arm64' }

/** The anvil program itself. The package's `anvil` command is a script that starts it as a child; killing the script would not kill anvil. */
function findAnvil(): string {
  const target = `${process.platform}-${architectures[process.arch] ?? process.arch}`
  const program = process.platform === 'win32' ? 'anvil.exe' : 'anvil'
  try {
    const wrapper = createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json')
    const manifest = createRequire(wrapper).resolve(`@foundry-rs/anvil-${target}/package.json`)
    const path = manifest.replace(/package\.json$/, `bin/${program}`)
    if (existsSync(path)) return path
  } catch {
    // Not installed: reported below.
  }
  throw CliError.of('anvilMissing', target)
}
