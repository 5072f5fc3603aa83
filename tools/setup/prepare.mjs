import { buildWeb } from './buildWeb.mjs'
import { checkNode } from './checkNode.mjs'
import { generateContracts } from './generateContracts.mjs'
import { install } from './install.mjs'

// What each command needs. `check` and `test` judge the generated files as they are committed, and
// `test` builds the client as one of its counted steps.
const steps = {
  start: [install, checkNode, generateContracts, buildWeb],
  dev: [install, checkNode, generateContracts],
  check: [install, checkNode],
  test: [install, checkNode],
}

/** Makes the folder ready for a command; does nothing, quickly, where nothing has changed. */
export async function prepare(command) {
  for (const step of steps[command] ?? steps.start) await step()
}
