import { parseArgs } from 'node:util'
import { failureMessage, sendToParent } from '../process/parent.ts'
import { runLedger } from './runLedger.ts'

// The ledger in its own process: `node ledgerProcess.ts --directory D --port P --chain-id C --block-time S`.
const { values } = parseArgs({
  options: {
    directory: { type: 'string' },
    port: { type: 'string' },
    'chain-id': { type: 'string' },
    'block-time': { type: 'string' },
  },
})

function giveUp(error: unknown): void {
  console.error(error)
  sendToParent(failureMessage(error))
  // Let the message leave before the process exits.
  setImmediate(() => process.exit(1))
}

try {
  const ledger = await runLedger({
    directory: values.directory ?? '.connex/ledger',
    port: Number(values.port ?? 8545),
    chainId: Number(values['chain-id'] ?? 31337),
    blockTime: Number(values['block-time'] ?? 0),
    onProgress(sentence) {
      console.log(sentence)
      sendToParent({ progress: sentence })
    },
    onFatal: giveUp,
  })
  sendToParent({ ready: true })
  let isStopping = false
  const stop = () => {
    if (isStopping) return
    isStopping = true
    ledger.stop().then(() => process.exit(0), giveUp)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
} catch (error) {
  giveUp(error)
}
