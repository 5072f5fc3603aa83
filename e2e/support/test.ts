import { test as base } from '@playwright/test'
import { openSandbox, startSandbox } from './sandbox.ts'
import type { Sandbox } from './sandbox.ts'

/** One sandbox for all tests of a worker: it takes most of the time. */
export const test = base.extend<object, { sandbox: Sandbox }>({
  sandbox: [
    // Playwright reads the fixtures that are asked for from this pattern; none is.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const running = process.env['SANDBOX_FILE']
      const sandbox = running === undefined ? await startSandbox() : await openSandbox(running)
      await use(sandbox)
      await sandbox.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})

export { expect } from '@playwright/test'
