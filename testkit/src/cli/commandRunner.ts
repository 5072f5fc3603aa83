// Commands in this process, each with the wallet of a user: their exit code and their output without what differs from run
// to run.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { createWalletFile } from '@connex/sdk'
import { runProgram } from '../../../cli/src/command/runProgram.ts'
import { commands } from '../../../cli/src/commands/commands.ts'
import type { TestUser } from '../servers/users.ts'

const PASSWORD = 'market'

/** Exit code, output and the error stream; `id` is the first delivery's id in the output. */
export type CommandResult = { code: number; text: string; id: string }
export type RunCommand = (...args: string[]) => Promise<CommandResult>

export type CommandRunner = {
  /** Runs commands as a user, with a folder of its own for the login and signed transactions. */
  userOf: (
    server: { node: { url: string } },
    user: Pick<TestUser, 'key'>,
    name: string,
  ) => Promise<RunCommand>
  /** With it, a process of its own is that user; after `userOf`. */
  environmentOf: (server: { node: { url: string } }, name: string) => Record<string, string>
  /** What the next commands find in their input. */
  setInput: (text: string) => void
}

/** `directory` is for the users' folders; in the output it reads DIRECTORY. */
export function createCommandRunner(directory: string): CommandRunner {
  let input = ''
  const run = async (environment: Record<string, string>, args: string[]): Promise<CommandResult> => {
    const written = { output: '', error: '' }
    const stream = (name: 'output' | 'error') =>
      new PassThrough().on('data', (chunk: Buffer) => (written[name] += chunk.toString()))
    const streams = { input: new PassThrough().end(input), output: stream('output'), error: stream('error') }
    const program = { commands, version: '0', streams: streams as never, environment }
    const code = await runProgram(program, args)
    const { output, error } = written
    const text = plain(`${error}${output}exit code ${code}`).replaceAll(directory, 'DIRECTORY')
    return { code, text, id: /0x[0-9a-f]{64}/.exec(output)?.[0] ?? '' }
  }
  const walletOf = (name: string) => join(directory, name, 'wallet.json')
  const environmentOf: CommandRunner['environmentOf'] = ({ node }, name) => ({
    CONNEX_SERVER: node.url,
    CONNEX_WALLET: walletOf(name),
    CONNEX_PASSWORD: PASSWORD,
    CONNEX_STATE: join(directory, name),
  })
  return {
    environmentOf,
    async userOf(server, { key }, name) {
      mkdirSync(join(directory, name))
      const file = await createWalletFile(Buffer.from(key.slice(2), 'hex'), PASSWORD, { n: 2 })
      writeFileSync(walletOf(name), file)
      return (...args) => run(environmentOf(server, name), args)
    },
    setInput: (text) => {
      input = text
    },
  }
}

/** Repeats a command until it succeeds: another server may not have indexed the transfer yet. */
export async function eventually(command: () => Promise<CommandResult>): Promise<CommandResult> {
  let result = await command()
  for (let attempt = 0; result.code !== 0 && attempt < 50; attempt++) {
    await new Promise((resolve) => setTimeout(resolve, 200))
    result = await command()
  }
  return result
}

/** Without what differs from run to run. */
const plain = (text: string): string =>
  text
    .replaceAll(/0x[0-9a-f]{64}/g, 'ID')
    .replaceAll(/0x[0-9a-f]{40}/gi, 'ADDRESS')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replaceAll(/(in|ago) \d+ days/g, '$1 N days')
    .replaceAll(/\d{4}-\d\d-\d\d(?=  transfer expires)/g, 'EXPIRY-DAY')
    .replaceAll(/127\.0\.0\.1:\d+/g, 'HOST')
    .replaceAll(/(block|TIME)( +)\d+/g, '$1$2N')
