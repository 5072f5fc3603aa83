import { defineConfig } from 'vitest/config'

// `*.deep.test.ts` takes minutes: it belongs to `npm run test:deep`, which asks for it.
const isDeep = process.env['CONNEX_TESTS'] === 'deep'

// Tests lie beside the code. A test may start a ledger or a database of its own, so each file gets a
// process, and two of them fill the two cores that the tests are promised.
export default defineConfig({
  test: {
    include: isDeep
      ? ['{contracts,protocol,sdk,node,web,cli}/**/*.deep.test.ts']
      : ['{contracts,protocol,sdk,node,web,cli}/**/*.test.{ts,tsx}', 'tools/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**', '**/.types/**', ...(isDeep ? [] : ['**/*.deep.test.ts'])],
    environment: 'node',
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 90_000,
    teardownTimeout: 20_000,
    allowOnly: false,
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    expandSnapshotDiff: true,
  },
})
