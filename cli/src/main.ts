import { enableCompileCache } from 'node:module'

// What was compiled once is read from a cache in the system's temporary folder: commands start in half the time.
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

// Whoever reads us through `head` has read enough.
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
// A pipe takes what is written in its own time.
process.stdout.write('', () => process.exit(code))
