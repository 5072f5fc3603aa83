// The steps of a deployment: each is signed and recorded first, then published, with the nonce of its place.
import { keccak256 } from 'viem'
import type { Hash, Hex, TransactionReceipt } from 'viem'
import type { StepsRecord } from './deploymentRecord.ts'
import { DeploymentStoppedError } from './DeploymentStoppedError.ts'

export type SignedStep = { name: string; nonce: number; hash: Hash; raw: Hex; isRecorded: boolean }

export type FinishedStep = { name: string; receipt: TransactionReceipt }

export type Steps = {
  /** Signs the next step. Resolves once it is recorded; a recorded one must be the same transaction. */
  sign(name: string, sign: (nonce: number) => Promise<Hex>): Promise<SignedStep>
  finish(step: SignedStep, receipt: TransactionReceipt): Promise<void>
  /** In the order of their nonces. */
  readonly finished: readonly FinishedStep[]
}

/**
 * Steps that continue where the record ends. Without a record nothing is written.
 *
 * @example const steps = openSteps(header.firstNonce, await openDeploymentRecord('deployment.json.steps'))
 */
export function openSteps(firstNonce: number, record?: StepsRecord): Steps {
  const finished: FinishedStep[] = []
  return {
    finished,
    async sign(name, sign) {
      const step = finished.length
      const nonce = firstNonce + step
      // Signatures are deterministic: another one is another transaction.
      const raw = await sign(nonce)
      const recorded = record?.signed[step]
      if (recorded !== undefined && recorded.raw !== raw) throw otherStep(step, recorded.name)
      const hash = keccak256(raw)
      const signed = { name, nonce, hash, raw }
      if (recorded === undefined) await record?.append({ kind: 'signed', step, ...signed })
      return { ...signed, isRecorded: recorded !== undefined }
    },
    async finish({ name }, receipt) {
      const step = finished.length
      finished.push({ name, receipt })
      await record?.append({ kind: 'mined', step, block: Number(receipt.blockNumber) })
    },
  }
}

const otherStep = (step: number, name: string) =>
  new DeploymentStoppedError(
    'foreign',
    `Step ${step + 1} (${name}) is recorded as another transaction: another version of the product has signed it.`,
  )
