import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toHex } from 'viem'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startAnvil } from './anvil.ts'

test("anvil leaves nothing in the user's home folder", async () => {
  const home = await mkdtemp(join(tmpdir(), 'connex-home-'))
  vi.stubEnv('HOME', home)
  onTestFinished(async () => {
    vi.unstubAllEnvs()
    await rm(home, { recursive: true })
  })
  const anvil = await startAnvil()
  await anvil.rpc('anvil_mine', '0x3e8')
  await anvil.stop()
  const entries = await readdir(home, { recursive: true, withFileTypes: true })
  expect(entries.filter((entry) => entry.isFile()).map(({ name }) => name)).toEqual([])
})

test('a chain reorg to a snapshot works after hundreds of blocks on chains that were left', async () => {
  const anvil = await startAnvil()
  onTestFinished(() => anvil.stop())
  let snapshot = await anvil.rpc('evm_snapshot')
  for (let chain = 0; chain < 30; chain++) {
    await anvil.rpc('evm_revert', snapshot)
    snapshot = await anvil.rpc('evm_snapshot')
    // Another miner makes other blocks.
    await anvil.rpc('anvil_setCoinbase', toHex(chain, { size: 20 }))
    for (let block = 0; block < 10; block++) await anvil.rpc('evm_mine')
    await anvil.rpc('anvil_reorg', 10, [])
  }
  expect(await anvil.rpc('eth_blockNumber')).toBe('0xa')
})
