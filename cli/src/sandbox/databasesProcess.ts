// Makes the servers' empty databases in a process of its own, while the contracts are deployed:
// `node databasesProcess.ts FOLDER…`.
import { createEmptyDatabases } from '@connex/node/emptyDatabases'
import { failureMessage, sendToParent } from '../process/parent.ts'

// As in a server: the files are private.
process.umask(0o077)

try {
  await createEmptyDatabases(process.argv.slice(2))
  sendToParent({ ready: true })
} catch (error) {
  console.error(error)
  sendToParent(failureMessage(error))
  process.exitCode = 1
}
