// Deploys the contracts with the real program on a foreign ledger.
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createWalletFile } from '@connex/sdk'
import type { Deployment } from '@connex/contracts/deploy'
import { keccak256 } from 'viem'
import type { Hex } from 'viem'
import { expect, test } from 'vitest'
import { runTestLedger } from '../../../testkit/src/cli/testLedger.ts'
import { startAnvil } from '../../../testkit/src/ledger/anvil.ts'
import { startWeb3Signer } from '../../../testkit/src/servers/web3Signer.ts'

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
        '--gas-price',
        '1000000000',
      ]
      const argv = [...where, '--api-url', 'https://connex.example', '--out', out]
      expect(await run(where)).toMatchObject({ code: 2 })
      expect(JSON.parse((await run(argv)).output)).toMatchObject({ error: { code: 'agreementMissing' } })
      const { code, output } = await run([...argv, '--yes'])
      expect(code).toBe(0)
      const { contracts } = JSON.parse(output) as { contracts: Record<string, string> }
      const written: unknown = JSON.parse(readFileSync(out, 'utf8'))
      expect(written).toMatchObject({ contracts, chainId: 31337, firstBlock: 1, version: '0.1.0' })
      expect(readFileSync(join(directory, 'contracts.env'), 'utf8')).toBe(
        `PLATFORM_MANAGER=${contracts['PlatformManager']}\nCHAIN_ID=31337\nSTART_BLOCK=1\n`,
      )
      for (const { address, hash } of (written as Deployment).code)
        expect(keccak256(await ledger.rpc<Hex>('eth_getCode', address, 'latest'))).toBe(hash)
      for (const address of Object.values(contracts))
        expect(await ledger.rpc<string>('eth_getCode', address, 'latest')).toMatch(/^0x[0-9a-f]{20,}$/)
      // The same command checks a complete deployment; another one is refused, and so is a file of another origin.
      const height = await ledger.rpc('eth_blockNumber')
      expect(JSON.parse((await run([...argv, '--yes'])).output)).toEqual(written)
      expect(await ledger.rpc('eth_blockNumber')).toBe(height)
      const other = await run([...argv, '--yes', '--name', 'Other'])
      expect(other.code).toBe(1)
      expect(JSON.parse(other.output)).toEqual({
        error: {
          code: 'deploymentForeign',
          message: `Nothing was sent. In the record of the deployment the name is ConneX Platform, not Other. Repeat the recorded command to continue (${out}.steps), or choose another --out for a new deployment.`,
        },
      })
      expect(
        JSON.parse(
          (await run([...where, '--api-url', 'https://x.example', '--out', wallet, '--yes'])).output,
        ),
      ).toMatchObject({ error: { code: 'fileExists' } })
      const lost = [...where, '--api-url', 'https://connex.example', '--out', join(directory, 'lost.json')]
      const again = await run([...lost, '--yes'])
      expect(again.code).toBe(1)
      expect(JSON.parse(again.output)).toMatchObject({ error: { code: 'platformExists' } })
      expect(again.output).toContain(`the platform manager at ${contracts['PlatformManager']}.`)
      expect(await ledger.rpc('eth_blockNumber')).toBe(height)
      expect(await run([...lost, '--another', '--yes'])).toMatchObject({ code: 0 })
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
    const out = join(directory, 'contracts.json')
    const argv = [...where, '--api-url', 'https://connex.example', '--out', out, '--yes']
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

test('a deployer whose key lies in a remote signer deploys the same', { timeout: 600_000 }, async () => {
  const ledger = await runTestLedger()
  const signer = await startWeb3Signer({ keys: [`0x${RICH}`] })
  const directory = mkdtempSync(join(tmpdir(), 'connex-deploy-'))
  try {
    const out = join(directory, 'contracts.json')
    const where = ['--rpc-url', `http://127.0.0.1:${ledger.port}`, '--chain-id', '31337', '--yes']
    const argv = [...where, '--api-url', 'https://connex.example', '--gas-price', '1000000000', '--out', out]
    expect(JSON.parse((await run(argv)).output)).toMatchObject({ error: { code: 'deployerMissing' } })
    const { code, output } = await run([...argv, '--signer', signer.url])
    expect(code).toBe(0)
    const { contracts } = JSON.parse(output) as Deployment
    expect(await ledger.rpc<Hex>('eth_getCode', contracts.PlatformManager, 'latest')).not.toBe('0x')
    expect(signer.signed.length).toBeGreaterThan(10)
  } finally {
    await signer.stop()
    await ledger.stop()
    rmSync(directory, { recursive: true, force: true })
  }
})
