// Open calls: what this server offers, and its health.
import { FEATURES, feeCap } from '@connex/protocol'
import manifest from '../../../package.json' with { type: 'json' }
import { ApiError } from '../../common/errors.ts'
import type { IndexerStatus } from '../../common/metrics.ts'
import type { Handlers } from '../call/handler.ts'

const NO_WRITES = 'The database cannot write. See the server’s log.'

/** Further behind, the index is not ready: load balancers then choose another server. */
const LAG_BLOCKS = 50

export const service = {
  introspection: async ({ context: { config } }) => ({
    supportedApiVersions: config.apiVersions,
    features: [...FEATURES],
    chainId: config.chainId,
    fees: config.fees,
    confirmations: config.confirmations,
  }),

  // Degraded: it answers, but cannot write, no longer follows the ledger, has a setup problem, offers too little for gas or no tip, or has
  // lost a node of the ledger.
  health: async ({ context }) => {
    const { indexedBlock, canWrite, baseFee, missingTip, ledgerProblems } = await context.probe()
    const detail = canWrite
      ? (context.setup.platformProblem() ??
        findProblem(context.indexer()) ??
        findFeeProblem(baseFee, feeCap(context.config.fees)) ??
        joined([...tipProblems(missingTip), ...ledgerProblems, ...context.setup.otherProblems()]))
      : NO_WRITES
    const status = detail === null ? 'ok' : 'degraded'
    return { status, detail, version: manifest.version, database: true, ledger: true, indexedBlock }
  },

  ready: async ({ context }) => {
    const { indexedBlock, ledgerBlock, canWrite } = await context.probe()
    if (!canWrite) throw new ApiError('unavailable', { detail: NO_WRITES })
    const platformProblem = context.setup.platformProblem()
    if (platformProblem !== null) throw new ApiError('unavailable', { detail: platformProblem })
    const { state, error } = context.indexer()
    if (state === 'halted') throw new ApiError('unavailable', { detail: `The index has halted. ${error}` })
    if (indexedBlock === null) throw new ApiError('unavailable', { detail: 'The index is empty.' })
    const behind = ledgerBlock - indexedBlock
    if (behind > LAG_BLOCKS)
      throw new ApiError('unavailable', { detail: `The index is ${behind} blocks behind the ledger.` })
    return { status: 'ok', indexer: state, indexedBlock, ledgerBlock }
  },
} satisfies Partial<Handlers>

/** The reason for a halt is our own sentence; other errors could reveal too much to the public. */
function findProblem({ state, error }: IndexerStatus): string | null {
  if (state === 'halted') return `The index has halted. ${error}`
  return state === 'failing' ? 'The index failed and will retry. See the server’s log.' : null
}

function findFeeProblem(baseFee: bigint | null, gasPrice: bigint): string | null {
  if (baseFee === null || baseFee <= gasPrice) return null
  return `The ledger's base fee is ${baseFee} wei, above the GAS_PRICE of ${gasPrice}: it takes no transactions. Raise GAS_PRICE.`
}

const tipProblems = (missingTip: bigint | null): string[] =>
  missingTip === null
    ? []
    : [
        `The ledger's nodes suggest a tip of ${missingTip} wei, and GAS_TIP is 0: many nodes take no transaction without one. Set GAS_TIP.`,
      ]

const joined = (problems: readonly string[]): string | null =>
  problems.length === 0 ? null : problems.join(' ')
