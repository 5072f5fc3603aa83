import { afterAll, beforeAll } from 'vitest'
import {
  killAtOnce,
  newPlace,
  partsOf,
  startTestSandbox,
  supervisorOf,
  type TestSandbox,
} from '../sandbox/testing/startTestSandbox.ts'
import { commandCases } from './testing/commandCases.ts'
import { moreCommandCases } from './testing/moreCommandCases.ts'

const place = await newPlace()
let sandbox: TestSandbox

beforeAll(async () => {
  // The robot waits: what the cases make is theirs to cancel.
  sandbox = await startTestSandbox({ ...place, words: [...place.words, '--custodian-delay', '3600'] })
})
afterAll(() => killAtOnce([supervisorOf(sandbox), ...partsOf(place)]))

commandCases(() => sandbox.description, ['signed', 'published', 'mined'])
moreCommandCases(() => sandbox.description)
