// Names the running test file to the places that measureReach marks, also in the processes that the test starts.
import { expect } from 'vitest'

process.env['CONNEX_TEST_FILE'] = expect.getState().testPath ?? ''
