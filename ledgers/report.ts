// The table of docs/ledgers.md, promises by ledgers, out of what was seen.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { format } from 'prettier'
import { promises } from './promises/promises.ts'
import type { Proved } from './promises/prove.ts'

export type Result = { version: string; date: string; promises: Proved[] }
/** By the name that `npm run ledgers` has for the ledger. */
export type Results = Readonly<Record<string, Result>>

const INTRODUCTION = `# Ledgers on which the product was proved

\`npm run ledgers -- anvil edr ethereumjs geth evmd\` deploys the platform on each of these ledgers, and tries every promise with real servers and
wallets (\`ledgers/promises\`). It installs what it needs, and builds Geth and evmd from source, which
needs Go and, for evmd, a C compiler and a quarter of an hour. \`ledgers/results.json\` has what was
seen. \`npm test\` tries all promises on EDR and some on anvil; \`npm run test:deep\` tries them on anvil too. What a ledger must offer is in
[operating](operating.md#the-ledgers-nodes). More tests run on anvil behind proxies that answer like other clients (\`ledgers/shims\`).
`

const SETTINGS: Readonly<Record<string, string>> = {
  anvil: 'One node; blocks of 2 s and 30,000,000 gas; a base fee; `CONFIRMATIONS=12`.',
  edr: 'Hardhat’s ledger, one node; a block for each transaction, and one every second, of 60,000,000 gas; a base fee; `CONFIRMATIONS=12`.',
  ethereumjs:
    'Two nodes in proof of stake; blocks of 1 s and 60,000,000 gas; a base fee; `CONFIRMATIONS=16`.',
  evmd: 'Four validators of CometBFT; blocks of about 2 s and 400,000,000 gas; no base fee; `CONFIRMATIONS=0`.',
  geth: 'Three nodes in proof of stake; blocks of 1 s and 60,000,000 gas; a base fee; `CONFIRMATIONS=finalized`.',
}

const KNOWN = `## What is known of the broken promises

- ethereumjs: its nodes pass on at most 100 transactions of one account to each other, and lose some of 200 that arrive within seconds. The server publishes
  each through both nodes, and whoever waits publishes again what the pools have lost, so a gap closes by one transaction in five seconds. While 200 wait, their
  requests for receipts keep the server so busy that it answers 503 to what the last ones read before they sign; of these nothing is signed.
- ethereumjs: the promises behind that one use the same wallet, but not the journal that has the lost transactions. So nobody closes the gap before theirs.
- evmd: a node that restarts refuses every transaction before its first block (“exceeds block gas limit”). The server takes that for a failure, and the wallet
  publishes again. On a machine with four other jobs two promises failed because of it once; alone, all of them held.
- evmd: built from the sources of the pinned version. A build by go.mod alone needs a module proxy that has its module.
`

const SINGLE = ['anvil', 'edr']

/** Writes docs/ledgers.md. `await writeReport({ geth: result })` */
export async function writeReport(results: Results): Promise<void> {
  const text = await format(reportOf(results), { parser: 'markdown' })
  await writeFile(join(import.meta.dirname, '../docs/ledgers.md'), text)
}

/** Markdown, before it is formatted. Pure. */
function reportOf(results: Results): string {
  const names = Object.keys(results).toSorted()
  const notes: string[] = []
  const cellOf = (name: string, promise: string): string => {
    const proved = results[name]?.promises.find((one) => one.promise === promise)
    if (proved === undefined) return ''
    if (proved.outcome === 'held') return `✓ ${proved.seconds} s`
    const note = `${name}: ${(proved.reason ?? '').split('\n')[0]}`
    if (!notes.includes(note)) notes.push(note)
    return `${proved.outcome === 'broken' ? '**broken**' : '–'} (${notes.indexOf(note) + 1})`
  }
  const ledgers = names.map((name) => {
    const { version = '', date = '' } = results[name] ?? {}
    return `| ${name} | ${version.split('\n')[0]} | ${date} | ${SETTINGS[name] ?? ''} |`
  })
  const rows = promises.map(({ name }) => {
    const cells = names.map((ledger) => cellOf(ledger, name))
    return `| ${name} | ${cells.join(' | ')} |`
  })
  return [
    INTRODUCTION,
    '## Ledgers',
    ['| ledger | version | seen on | |', '| --- | --- | --- | --- |', ...ledgers].join('\n'),
    '## Promises',
    `✓ it holds, after so many seconds; – the ledger has nothing to try it with. On ${SINGLE.join(' and ')}, which are one process, the pool is emptied by a method of theirs, and the first of the node's two addresses fails.`,
    [`| promise | ${names.join(' | ')} |`, `| --- | ${names.map(() => '---').join(' | ')} |`, ...rows].join(
      '\n',
    ),
    ...notes.map((note, index) => `${index + 1}. ${note}`),
    KNOWN,
  ].join('\n\n')
}
