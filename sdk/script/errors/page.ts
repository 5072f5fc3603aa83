// docs/errors.md from the catalogues and the steps beside them.
import { errorsAbi, privileges } from '@connex/contracts'
import { API_ERRORS } from '@connex/protocol'
import type { ApiErrorCode } from '@connex/protocol'
import { DEAL_ERRORS } from '../../src/deals/DealError.ts'
import { CLIENT_ERRORS } from '../../src/errors.ts'
import { revertSentences } from '../../src/ledger/revertSentences.ts'
import { KEY_ERRORS } from '../../src/signer/KeyError.ts'
import { SIGNER_ERRORS } from '../../src/signer/Signer.ts'
import { WALLET_ERRORS } from '../../src/wallet/WalletError.ts'
import { PROPOSAL_ERRORS } from '../../src/workflows/doubts.ts'
import { ledgerSteps } from './ledgerSteps.ts'
import {
  apiSteps,
  clientSteps,
  dealSteps,
  IN_SENTENCE,
  keySteps,
  proposalSteps,
  signerSteps,
  walletSteps,
} from './steps.ts'

const HEAD = `# Errors

Every error has a code for programs, and a sentence for people. The SDK has both in a \`ConnexError\`, the command line prints
the sentence, and \`--json\` both: \`{"error":{"code","message"}}\`. Where the last column is empty, the sentence itself has the next step.`

const API = `## Of a server

An answer with an error is a problem document (RFC 9457): \`title\`, \`status\`, \`code\`, often \`detail\`, and \`requestId\`, which the server's log has
as \`reqId\`. Each call lists its own errors in the OpenAPI document, \`/api/v6/openapi.json\`. An answer without a problem document comes
from a proxy.`

const LEDGER = `## Of the ledger

Typed errors of the contracts. The dry run before each signature finds most of them before anything is signed. The SDK decodes them into a
\`LedgerError\`: \`code\` is the name, \`values\` its arguments. \`unknownRevert\` is an error of a contract that this version does not know: update the
program.`

const CLIENT = `## Of the SDK

A \`ClientError\`, in a program, the command line or the web client.`

const DEAL = `## Of a deal

A \`DealError\`: the deal does not allow it now. \`refusal\` has quantities in smallest units and the ids of deliveries. [Deals](deals.md)
explains the model.`

const PROPOSAL = `## Of a proposal

A \`ProposalError\`: it cannot be approved now, or is not what was reviewed. [Approvals](approvals.md) explains the flow.`

const WALLET = `## Of a wallet file

A \`WalletError\`. Its \`detail\` has the exact fault.`

const SIGNER = `## Of a signer

A \`SignerError\`: the signer refuses.`

const KEY = `## Of a key elsewhere

A \`KeyError\`, of a remote signer, a KMS or an HSM. [Keys](keys.md) explains the set-up.`

type Row = readonly [code: string, ...cells: string[]]

/** A table in the order of the codes. */
function tableOf(titles: readonly string[], rows: readonly Row[]): string {
  const sorted = rows.toSorted(([left], [right]) => left.localeCompare(right, 'en'))
  const lines = sorted.map(([code, ...cells]) => [`\`${code}\``, ...cells])
  return [titles, titles.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

const simple = (sentences: Readonly<Record<string, string>>, steps: Readonly<Record<string, string>>) =>
  tableOf(
    ['code', 'sentence', 'what to do'],
    Object.entries(sentences).map(([code, sentence]) => [
      code,
      sentence.replace(/\{detail\}\.?/, '…'),
      steps[code] ?? IN_SENTENCE,
    ]),
  )

function apiTable(): string {
  const rows = Object.entries<{ status: number; title: string; detail?: string }>(API_ERRORS).map(
    ([code, { status, title, detail }]): Row => [
      code,
      String(status),
      detail ?? title,
      apiSteps[code as ApiErrorCode],
    ],
  )
  return tableOf(['code', 'status', 'sentence', 'what to do'], rows)
}

/** A value for a sentence that has one: a day for a time, a number, a privilege. */
function exampleOf({ name, type }: { name: string; type: string }): unknown {
  if (name === 'privilege') return privileges['delivery.BACKOFFICE']
  if (type === 'uint64' && name !== 'accountNum') return BigInt(Date.UTC(2027, 0, 4) / 1000)
  return type.startsWith('uint') ? 32n : '…'
}

function ledgerTable(): string {
  const rows = errorsAbi.flatMap(({ name, inputs }): Row[] => {
    if (!Object.hasOwn(revertSentences, name)) return []
    const sentence: string | ((values: Readonly<Record<string, unknown>>) => string) = revertSentences[name]
    const values = Object.fromEntries(inputs.map((input) => [input.name, exampleOf(input)]))
    const shown = typeof sentence === 'string' ? sentence : sentence(values)
    return [[name, shown, ledgerSteps[name]]]
  })
  return tableOf(['code', 'sentence', 'what to do'], rows)
}

export const errorsPage = (): string =>
  `${[
    HEAD,
    API,
    apiTable(),
    LEDGER,
    ledgerTable(),
    CLIENT,
    simple(CLIENT_ERRORS, clientSteps),
    DEAL,
    simple(DEAL_ERRORS, dealSteps),
    PROPOSAL,
    simple(PROPOSAL_ERRORS, proposalSteps),
    WALLET,
    simple(WALLET_ERRORS, walletSteps),
    SIGNER,
    simple(SIGNER_ERRORS, signerSteps),
    KEY,
    simple(KEY_ERRORS, keySteps),
  ].join('\n\n')}\n`
