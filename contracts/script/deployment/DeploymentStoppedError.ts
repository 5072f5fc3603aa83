export type StopCode =
  /** The record belongs to another deployment. */
  | 'foreign'
  /** The record cannot be read. */
  | 'damaged'
  /** Another transaction of the deployer took a step's nonce. */
  | 'displaced'
  /** The ledger does not answer, or does not mine: the same command continues later. */
  | 'waiting'

/** A deployment that cannot continue now. Its record and its transactions stay as they are. */
export class DeploymentStoppedError extends Error {
  override readonly name = 'DeploymentStoppedError'
  readonly code: StopCode
  constructor(code: StopCode, sentence: string, cause?: unknown) {
    super(sentence, { cause })
    this.code = code
  }
}
