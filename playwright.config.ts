import { defineConfig } from '@playwright/test'
import { chromiumPath, launchArguments } from './tools/browser.ts'

// `*.deep.spec.ts` takes minutes and belongs to `npm run test:deep`.
const isDeep = process.env['CONNEX_TESTS'] === 'deep'

// Two browsers, each with a sandbox of its own: a story waits for blocks and animations half of the time. The tests of a
// file run one after the other. Deep ones measure, and have the machine to themselves. Tests that fail run once more,
// alone: tools/suites/suite.ts.
export default defineConfig({
  testDir: 'e2e',
  testIgnore: isDeep ? [] : ['**/*.deep.spec.ts'],
  outputDir: 'test-results/e2e',
  reporter: 'list',
  workers: isDeep ? 1 : 2,
  fullyParallel: false,
  retries: 0,
  forbidOnly: true,
  timeout: 240_000,
  expect: { timeout: 15_000 },
  use: {
    browserName: 'chromium',
    headless: true,
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    actionTimeout: 30_000,
    // The second try of a failed test records one.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: await chromiumPath(), args: [...launchArguments] },
  },
})
