// A ledger of its own for one test file, with the one deployment on it.
import { randomUUID } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deploy, openLedger } from '@connex/contracts/deploy'
import type { Deployment, Ledger } from '@connex/contracts/deploy'
import { privateKeyToAccount } from 'viem/accounts'
import type { LocalAccount } from 'viem'
import { startAnvil } from './anvil.ts'
import type { Anvil, AnvilOptions } from './anvil.ts'

/** The first of anvil's well-known accounts. */
export const DEPLOYER = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'

export type TestLedger = Anvil & {
  ledger: Ledger
  deployment: Deployment
  /** A user of the operator's tenant with every administrator's right. */
  operatorUser: LocalAccount
}

type Snapshot = { state: string; deployment: Deployment }

/**
 * `gasPrice`: what the deployment and its onboardings pay, in wei. `running`: a ledger in place of a new anvil. `deployed`: what
 * is on it already.
 */
export type TestLedgerOptions = Pick<AnvilOptions, 'baseFee' | 'gasLimit'> & {
  gasPrice?: bigint
  running?: Anvil
  deployed?: Deployment
}

export async function startTestLedger({
  gasPrice,
  running,
  deployed,
  ...options
}: TestLedgerOptions = {}): Promise<TestLedger> {
  const anvil = running ?? (await startAnvil(options))
  try {
    const deployment = deployed ?? (await deployOrRestore(anvil, { gasPrice, ...options }))
    const operatorUser = privateKeyToAccount(DEPLOYER)
    return {
      ...anvil,
      ledger: openLedger({ ...anvil, ...(gasPrice === undefined ? {} : { gasPrice }) }),
      deployment,
      operatorUser,
    }
  } catch (error) {
    await anvil.stop()
    throw error
  }
}

type Prices = { gasPrice: bigint | undefined; baseFee?: bigint }

/** Deploying takes seconds, restoring half of one: the first test file of a run deploys for all with the same prices. */
async function deployOrRestore(anvil: Anvil, { gasPrice = 1n, baseFee = 0n }: Prices): Promise<Deployment> {
  const folder = process.env['CONNEX_SHARED_FOLDER']
  const file = folder === undefined ? undefined : join(folder, `ledger-${gasPrice}-${baseFee}.json`)
  const snapshot = file === undefined ? undefined : await readSnapshot(file)
  if (snapshot !== undefined) {
    await anvil.rpc('anvil_loadState', snapshot.state)
    return snapshot.deployment
  }
  const deployment = await deployFresh(anvil, gasPrice)
  if (file !== undefined) await writeSnapshot(file, { state: await dumpState(anvil), deployment })
  return deployment
}

const deployFresh = (anvil: Anvil, gasPrice: bigint): Promise<Deployment> =>
  deploy({
    ...anvil,
    gasPrice,
    deployerKey: DEPLOYER,
    platform: { operator: { name: 'ConneX Platform', apiUrl: '', lei: '' } },
  })

const dumpState = async (anvil: Anvil): Promise<string> => (await anvil.rpc('anvil_dumpState')) as string

async function readSnapshot(file: string): Promise<Snapshot | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  return text === undefined ? undefined : (JSON.parse(text) as Snapshot)
}

/** Renamed once it is complete, so that no other test file reads half of it. */
async function writeSnapshot(file: string, snapshot: Snapshot): Promise<void> {
  const temporary = `${file}-${randomUUID()}`
  await writeFile(temporary, JSON.stringify(snapshot))
  await rename(temporary, file)
}
