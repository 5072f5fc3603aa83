import { buildWeb } from './buildWeb.mjs'
import { generateContracts } from './generateContracts.mjs'
import { install } from './install.mjs'

// What each command needs. `check` and `test` judge the generated files as they are committed, and
// `test` builds the client as one of its counted steps.
const steps = {
  start: [install, generateContracts, buildWeb],
  dev: [install, generateContracts],
  check: [install],
  test: [install],
  build: [install, generateContracts, buildWeb],
}

/** Makes the folder ready for a command; does nothing, quickly, where nothing has changed. */
export async function prepare(command) {
  for (const step of steps[command] ?? steps.start) await step()
}
