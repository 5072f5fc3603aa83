import { defineConfig } from 'vitest/config'

// Tests lie beside the code. A test may start a ledger or a database of its own, so each file gets a
// process, and two of them fill the two cores that the tests are promised.
export default defineConfig({
  test: {
    include: ['{contracts,protocol,sdk,node,web,cli}/**/*.test.{ts,tsx}', 'tools/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**', '**/.types/**'],
    environment: 'node',
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 90_000,
    teardownTimeout: 20_000,
    allowOnly: false,
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    expandSnapshotDiff: true,
  },
})
