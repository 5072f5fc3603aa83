// The file that a deployment writes, and that an upgrade reads and completes.
import { readFileSync } from 'node:fs'
import type { Deployment } from '@connex/contracts/deploy'
import { Address } from '@connex/protocol'
import { CliError } from '../CliError.ts'
import { writeFileAtomic } from '../process/files.ts'

/** `const { contracts } = readDeployment('deployment.json')` */
export function readDeployment(file: string): Deployment {
  const found = readJsonFile(file)
  if (!isDeployment(found)) throw CliError.of('fileForeign', file, 'what connex deploy wrote')
  return found
}

const isDeployment = (found: unknown): found is Deployment =>
  isRecord(found) &&
  isRecord(found['contracts']) &&
  isRecord(found['operator']) &&
  Array.isArray(found['code']) &&
  Number.isSafeInteger(found['chainId']) &&
  [
    found['operator']['tenant'],
    found['contracts']['PlatformManager'],
    ...Object.values(found['contracts']),
  ].every((address) => Address.safeParse(address).success)

/** `isRecord({})` → true */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Undefined where the file has something else than JSON. `readJsonFile('contracts.json')` */
export function readJsonFile(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw CliError.of('fileUnreadable', file, (error as NodeJS.ErrnoException).code ?? 'unknown')
  }
}

/** `await writeDeployment('deployment.json', deployment)` */
export const writeDeployment = (file: string, deployment: Deployment): Promise<void> =>
  writeText(file, `${JSON.stringify(deployment, undefined, 2)}\n`)

/** `await writeText('deployment.env', 'CHAIN_ID=31337\\n')` */
export async function writeText(file: string, text: string): Promise<void> {
  await writeFileAtomic(file, text).catch((error: unknown) => {
    throw CliError.of('fileUnwritable', file, (error as NodeJS.ErrnoException).code ?? 'unknown')
  })
}
