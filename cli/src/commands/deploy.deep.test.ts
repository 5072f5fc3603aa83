// Deploys the contracts with the real program on a foreign ledger.
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createWalletFile } from '@connex/sdk'
import { expect, test } from 'vitest'
import { runTestLedger } from '../../../testkit/src/cli/testLedger.ts'
import { startAnvil } from '../../../testkit/src/ledger/anvil.ts'

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))
/** The first account of anvil's well-known mnemonic, funded in its genesis. */
const RICH = 'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'

type Ran = { code: number; output: string }

const run = (argv: readonly string[]): Promise<Ran> =>
  new Promise((resolve) => {
    const env = { PATH: process.env['PATH'], CONNEX_PASSWORD: 'secret' }
    execFile(process.execPath, [MAIN, 'deploy', ...argv, '--json'], { env }, (error, output) =>
      resolve({ code: Number(error?.code ?? 0), output }),
    )
  })

test(
  'the contracts are deployed after a yes, and their addresses written',
  { timeout: 600_000 },
  async () => {
    const ledger = await runTestLedger()
    const directory = mkdtempSync(join(tmpdir(), 'connex-deploy-'))
    try {
      const wallet = join(directory, 'operator.json')
      writeFileSync(wallet, await createWalletFile(Buffer.from(RICH, 'hex'), 'secret', { n: 2 }))
      const out = join(directory, 'contracts.json')
      const where = [
        '--rpc-url',
        `http://127.0.0.1:${ledger.port}`,
        '--chain-id',
        '31337',
        '--wallet',
        wallet,
      ]
      const argv = [...where, '--api-url', 'https://connex.example', '--out', out]
      expect(await run(where)).toMatchObject({ code: 2 })
      expect(JSON.parse((await run(argv)).output)).toMatchObject({ error: { code: 'agreementMissing' } })
      const { code, output } = await run([...argv, '--yes'])
      expect(code).toBe(0)
      const { contracts } = JSON.parse(output) as { contracts: Record<string, string> }
      expect(JSON.parse(readFileSync(out, 'utf8'))).toMatchObject({ contracts })
      for (const address of Object.values(contracts))
        expect(await ledger.rpc<string>('eth_getCode', address, 'latest')).toMatch(/^0x[0-9a-f]{20,}$/)
    } finally {
      await ledger.stop()
      rmSync(directory, { recursive: true, force: true })
    }
  },
)

test('a base fee above the gas price is reported before anything is paid; --gas-price deploys', async () => {
  const anvil = await startAnvil({ baseFee: 1_000_000_000n })
  const directory = mkdtempSync(join(tmpdir(), 'connex-deploy-'))
  try {
    const wallet = join(directory, 'operator.json')
    writeFileSync(wallet, await createWalletFile(Buffer.from(RICH, 'hex'), 'secret', { n: 2 }))
    const where = ['--rpc-url', anvil.rpcUrl, '--chain-id', '31337', '--wallet', wallet]
    const argv = [...where, '--api-url', 'https://connex.example', '--yes']
    const refused = await run(argv)
    expect(refused.code).toBe(3)
    expect(JSON.parse(refused.output)).toEqual({
      error: {
        code: 'ledgerUnsuitable',
        message: "Nothing was deployed. The ledger's base fee is 1000000000 wei, above the gas price of 1.",
      },
    })
    expect(await run([...argv, '--gas-price', '2000000001'])).toMatchObject({ code: 2 })
    expect(await run([...argv, '--gas-price', '2000000000'])).toMatchObject({ code: 0 })
  } finally {
    await anvil.stop()
    rmSync(directory, { recursive: true, force: true })
  }
})
