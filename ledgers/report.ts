// The table of docs/ledgers.md, out of what was seen.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { format } from 'prettier'

export type Proved = { promise: string; isHeld: boolean; seconds: number; reason?: string }
export type Result = { version: string; date: string; deploymentSeconds: number; promises: Proved[] }

const INTRODUCTION = `# Ledgers on which the product was proved

\`npm run ledgers -- geth\` builds three nodes of Geth in proof of stake from source (it needs Go), deploys the platform on them, and tries
each promise with real servers and wallets. The nodes have a base fee, blocks of one second and 60,000,000 gas; the server runs with
\`CONFIRMATIONS=finalized\` and the URLs of two nodes. \`ledgers/results.json\` has what was seen. What a ledger must offer is in
[operating](operating.md#the-ledgers-nodes). \`npm test\` tries the same, and more, on anvil, and on anvil behind proxies that answer like other
clients (\`ledgers/shims\`).
`

/** Writes docs/ledgers.md. `await writeReport({ geth: result })` */
export async function writeReport(results: Readonly<Record<string, Result>>): Promise<void> {
  const parts = Object.values(results).map(({ version, date, deploymentSeconds, promises }) => {
    const rows = promises.map(
      ({ promise, isHeld, seconds, reason = '' }) =>
        `| ${promise} | ${isHeld ? 'holds' : `does not hold: ${reason.replaceAll('|', '/')}`} | ${seconds} |`,
    )
    return `## ${version}\n\nSeen on ${date}; the platform and its tenants after ${deploymentSeconds} s.\n\n| promise | | seconds |\n| --- | --- | --- |\n${rows.join('\n')}\n`
  })
  const text = await format([INTRODUCTION, ...parts].join('\n'), { parser: 'markdown' })
  await writeFile(join(import.meta.dirname, '../docs/ledgers.md'), text)
}
