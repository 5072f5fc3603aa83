// Hosts as network namespaces of this machine: each has an address in the consortium's network, and one in a network of its own
// services (its database, the ledger's nodes). They exist in the namespace of this process alone, and end with it.
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { run } from '../tools/run.ts'

export type Host = {
  /** `bank-a` */
  name: string
  /** `https://bank-a.example` */
  url: string
  /** The home of its user, where all its files are. */
  home: string
  /** Runs commands as in one terminal: what they export holds for the next ones. Fails with their output. */
  run: (commands: string) => Promise<string>
  /** Starts what does not end; its output goes to a file in the home. */
  launch: (commands: string, log: string) => ChildProcess
  /** Takes the host out of the consortium's network, or back into it. */
  cut: (isCut: boolean) => Promise<void>
}

export const CONSORTIUM = '10.20.0'
const SERVICES = '10.30.0'

const ip = async (...parameters: string[]): Promise<void> => {
  const { code, output } = await run('ip', parameters, { cwd: '/' })
  if (code !== 0) throw new Error(`ip ${parameters.join(' ')}: ${output}`)
}

/** Two bridges in this namespace, which has their addresses `.1`. `await startNetworks()` */
export async function startNetworks(): Promise<void> {
  await ip('link', 'set', 'lo', 'up')
  for (const [bridge, network] of Object.entries({ consortium: CONSORTIUM, services: SERVICES })) {
    await ip('link', 'add', bridge, 'type', 'bridge')
    await ip('addr', 'add', `${network}.1/24`, 'dev', bridge)
    await ip('link', 'set', bridge, 'up')
  }
}

/** One more address of this namespace for the services of hosts. `await addServiceAddress(21)` → '10.30.0.21' */
export async function addServiceAddress(number: number): Promise<string> {
  const address = `${SERVICES}.${number}`
  await ip('addr', 'add', `${address}/24`, 'dev', 'services')
  return address
}

type Wanted = {
  name: string
  number: number
  folder: string
  /** As the host resolves names. */
  hosts: string
  environment: Readonly<Record<string, string>>
}

/** `const bankA = await startHost({ name: 'bank-a', number: 13, folder, hosts, environment })` */
export async function startHost({ name, number, folder, hosts, environment }: Wanted): Promise<Host> {
  const home = join(folder, name)
  await mkdir(home, { recursive: true })
  await writeFile(join(home, '.hosts'), hosts)
  await ip('netns', 'add', name)
  await ip('-n', name, 'link', 'set', 'lo', 'up')
  for (const [bridge, network] of Object.entries({ consortium: CONSORTIUM, services: SERVICES })) {
    const [outer, inner] = [`${bridge.slice(0, 4)}-${number}`, bridge]
    await ip('link', 'add', outer, 'type', 'veth', 'peer', 'name', inner, 'netns', name)
    await ip('link', 'set', outer, 'master', bridge, 'up')
    await ip('-n', name, 'addr', 'add', `${network}.${number}/24`, 'dev', inner)
    await ip('-n', name, 'link', 'set', inner, 'up')
  }
  const terminal = join(home, '.terminal')
  let env = environmentOf(home, environment)
  const enter = (script: string, stdio: 'pipe' | ['ignore', number, number]): ChildProcess =>
    spawn(
      'nsenter',
      [`--net=/run/netns/${name}`, 'unshare', '--mount', 'bash', '-euo', 'pipefail', '-c', script],
      {
        cwd: home,
        env,
        stdio,
      },
    )
  const withHosts = (script: string): string => `mount --bind .hosts /etc/hosts\n${script}`
  return {
    name,
    url: `https://${name}.example`,
    home,
    async run(commands) {
      const child = enter(withHosts(`trap 'env -0 >.terminal' EXIT\n${commands}`), 'pipe')
      const output = await outputOf(child, commands)
      env = Object.fromEntries(
        (await readFile(terminal, 'utf8')).split('\0').map((line) => splitOnce(line, '=')),
      )
      return output
    },
    launch(commands, log) {
      const file = openSync(join(home, log), 'a')
      return enter(withHosts(`exec ${commands}`), ['ignore', file, file])
    },
    cut: (isCut) => ip('link', 'set', `cons-${number}`, isCut ? 'down' : 'up'),
  }
}

function environmentOf(home: string, more: Readonly<Record<string, string>>): Record<string, string> {
  const global = join(home, '.npm-global')
  const path = [join(global, 'bin'), dirname(process.execPath), process.env['PATH'] ?? '']
  return { HOME: home, PATH: path.join(':'), npm_config_prefix: global, LC_ALL: 'C.UTF-8', ...more }
}

async function outputOf(child: ChildProcess, commands: string): Promise<string> {
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text))
  child.stdin?.end()
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new CommandFailure(code, `${commands.trim()}\n${output.trim()}`)
  return output
}

/** A command of a host ended with another code than 0. */
export class CommandFailure extends Error {
  readonly exitCode: number | null

  constructor(exitCode: number | null, message: string) {
    super(message)
    this.exitCode = exitCode
  }
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}
