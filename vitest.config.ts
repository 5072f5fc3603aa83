import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { hasPostgres } from './testkit/src/database/postgresPrograms.ts'
import { LongestFirst } from './tools/suites/longestFirst.ts'

// `*.deep.test.ts` takes minutes and belongs to `npm run test:deep`.
const isDeep = process.env['CONNEX_TESTS'] === 'deep'

// The server's tests that `npm test` runs on both databases: all that write, read and follow the ledger's index, all that
// several processes share, and of the calls one file of each kind. The other calls run on PostgreSQL, which takes a third
// less of the processors' time. `npm run test:deep` runs all of them on both.
// docs/decisions/0014-tests-on-both-databases.md has the reason.
const onBoth = [
  'node/src/{common,exchange,indexer,storage}/**/*.test.ts',
  'node/src/*.test.ts',
  'node/src/api/{auth/{authenticate,refuseInactive},streams/stream,documents/documents}.test.ts',
  'node/src/api/routes/{filters,lists,workflows}.test.ts',
]

// Tests that start whole servers. `npm test` runs them on PostgreSQL, where they take two thirds of the processors' time.
const wholeServers = ['{sdk,cli,ledgers}/**/*.test.ts']

// What may differ between versions of PostgreSQL: migrations, queries, locks and notifications, and several processes.
// Fetched by `npm run test:deep` on the platforms that testkit knows them for.
const onEarlierPostgres = (version: string) => ({
  extends: true as const,
  test: {
    name: `postgres${version}`,
    include: ['node/src/storage/**/*.test.ts', 'node/src/severalProcesses.postgres.test.ts'],
    exclude: [...everywhere, '**/*.deep.test.ts'],
    env: { CONNEX_TEST_ENGINE: 'postgres', CONNEX_POSTGRES_VERSION: version },
  },
})

// They open databases in folders of their own, whatever the engine is.
const embeddedOnly = ['node/src/indexer/{killed,simulation}*.test.ts']

// What a suite leaves to another one that shares its folder: a project hears of no `--exclude`.
const leftOut = process.env['CONNEX_LEFT_OUT']?.split(',') ?? []

const everywhere = ['**/node_modules/**', '**/dist/**', '**/.types/**', ...leftOut]
const quickOnly = isDeep ? [] : ['**/*.deep.test.ts']
// What only PostgreSQL has: several connections, several processes, a server that crashes.
const postgresOnly = '**/*.postgres{,.deep}.test.ts'

// Components and hooks in a DOM of their own: its processes have `document`, and the others must not.
const inDom = 'web/src/**/*.dom.test.tsx'

// Tests lie beside the code. Most files take less time than a new process needs to load the product, so a few processes run
// all files, one after the other: a file leaves nothing behind in the modules that it shares with the next. Many files
// wait for a ledger or a database of their own, so three processes fill the two cores that the tests are promised.
export default defineConfig({
  test: {
    environment: 'node',
    pool: 'forks',
    isolate: false,
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // Servers and commands that tests start load in two thirds of the time.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/compiled') },
    globalSetup: ['testkit/src/database/testRun.ts'],
    // Of a run that measures which tests reach what, in tools/mutation.
    setupFiles: process.env['CONNEX_SETUP_FILE'] ?? [],
    // What takes minutes on a quiet machine takes many on a busy one.
    testTimeout: isDeep ? 600_000 : 60_000,
    hookTimeout: isDeep ? 900_000 : 240_000,
    teardownTimeout: 20_000,
    // As long as `until` waits in testkit/src/machine.ts: one second is too short beside a busy suite.
    expect: { poll: { timeout: 45_000 } },
    allowOnly: false,
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    expandSnapshotDiff: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'pglite',
          include: isDeep
            ? [
                '{contracts,protocol,sdk,node,web,cli,ledgers,rehearsal,tools}/**/*.deep.test.ts',
                'node/src/api/**/*.test.ts',
                ...wholeServers,
              ]
            : [
                '{contracts,protocol,web,rehearsal,testkit,bench,tools}/**/*.test.{ts,tsx}',
                'node/src/ledger/**/*.test.ts',
                ...onBoth,
              ],
          exclude: [...everywhere, ...quickOnly, postgresOnly, inDom],
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: isDeep ? ['node/**/*.test.ts'] : ['node/src/api/**/*.test.ts', ...wholeServers, ...onBoth],
          exclude: [...everywhere, ...quickOnly, ...embeddedOnly],
          env: { CONNEX_TEST_ENGINE: 'postgres' },
        },
      },
      ...(isDeep
        ? []
        : [
            {
              extends: true as const,
              test: {
                name: 'dom',
                environment: 'happy-dom',
                include: [inDom],
                exclude: everywhere,
                setupFiles: ['web/test/cleanUp.ts'],
              },
            },
          ]),
      ...(isDeep ? ['16', '17'].filter(hasPostgres).map(onEarlierPostgres) : []),
    ],
  },
})
