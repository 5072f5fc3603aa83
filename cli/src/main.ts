import { enableCompileCache } from 'node:module'

// Compiled code is cached in the system's temporary folder: commands start in half the time.
enableCompileCache()

if (Number(process.versions.node.split('.')[0]) < 24) {
  const { CliError } = await import('./CliError.ts')
  process.stderr.write(`${CliError.of('wrongNode', process.versions.node).message}\n`)
  process.exit(1)
}

const [{ commands }, { runProgram }, { default: manifest }] = await Promise.all([
  import('./commands/commands.ts'),
  import('./command/runProgram.ts'),
  import('../package.json', { with: { type: 'json' } }),
])

// `connex … | head` closes the pipe early.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => process.exit(code === 'EPIPE' ? 0 : 1))

const code = await runProgram(
  {
    commands,
    version: manifest.version,
    streams: { input: process.stdin, output: process.stdout, error: process.stderr },
    environment: process.env,
  },
  process.argv.slice(2),
)
// Exit once a pipe has taken all output.
process.stdout.write('', () => process.exit(code))
