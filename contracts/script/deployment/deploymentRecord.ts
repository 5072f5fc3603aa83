// The file of a deployment or an upgrade: what is deployed where, and each transaction before it is published.
import { open, readFile } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Address, Hash, Hex } from 'viem'
import { DeploymentStoppedError } from './DeploymentStoppedError.ts'

/** The first line of every record. Wei are decimal strings. */
export type RecordHeader = {
  kind: string
  format: 1
  /** The product's. */
  version: string
  chainId: number
  /** The hash of the ledger's block 0. */
  genesis: Hash
  deployer: Address
  /** The nonce of the first transaction; each later one has the next. */
  firstNonce: number
  gasPrice: string
  /** The fingerprint of all contracts' code. */
  code: Hash
}

/** The first line of a deployment's. */
export type DeploymentHeader = RecordHeader & {
  kind: 'deployment'
  operator: { name: string; apiUrl: string; lei: string; registrationReference: Hex; confirmer: Address }
  refunds: Record<'refundThreshold' | 'refundLimit' | 'funding', string>
}

/** A transaction of the deployment, written before it is published. */
export type SignedLine = { kind: 'signed'; step: number; name: string; nonce: number; hash: Hash; raw: Hex }

/** Its block, written once it is mined. For readers: a later run looks at the ledger again. */
type MinedLine = { kind: 'mined'; step: number; block: number }

type Line<Header extends RecordHeader = RecordHeader> = Header | SignedLine | MinedLine

/** The transactions, whatever they are for. */
export type StepsRecord = Pick<DeploymentRecord, 'signed'> & {
  append(line: SignedLine | MinedLine): Promise<void>
}

export type DeploymentRecord<Header extends RecordHeader = DeploymentHeader> = {
  /** Undefined until the first run has written it. */
  readonly header: Header | undefined
  /** By step, from 0. */
  readonly signed: readonly SignedLine[]
  /** Resolves once the line is on disk. */
  append(line: Line<Header>): Promise<void>
  close(): Promise<void>
}

/**
 * Opens the record of a deployment; the first line creates its file. A kill may leave half a line at its end, which is cut off: its
 * transaction was not published yet.
 *
 * @throws DeploymentStoppedError 'damaged'
 * @example const record = await openDeploymentRecord('deployment.json.steps')
 */
export const openDeploymentRecord = (path: string): Promise<DeploymentRecord> =>
  openRecord<DeploymentHeader>(path, 'deployment')

/** The same for another kind of record. `await openRecord<UpgradeHeader>('deployment.json.0.2.0.steps', 'upgrade')` */
export async function openRecord<Header extends RecordHeader>(
  path: string,
  kind: Header['kind'],
): Promise<DeploymentRecord<Header>> {
  const text = await readIfExists(path)
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  const lines = whole.split('\n').slice(0, -1).map(parseLine)
  const [header, ...steps] = lines
  const signed: SignedLine[] = []
  for (const line of steps)
    if (isSigned(line) && line.step === signed.length) signed.push(line)
    else if (line?.kind !== 'mined' && !isTwin(line, signed)) throw damaged(path)
  if (lines.length > 0 && header?.kind !== kind) throw damaged(path)
  let file: FileHandle | undefined
  return {
    // Its kind says what it has.
    header: header as Header | undefined,
    signed,
    async append(line) {
      file ??= await openAfter(path, Buffer.byteLength(whole))
      await file.appendFile(`${JSON.stringify(line)}\n`)
      await file.sync()
    },
    close: async () => file?.close(),
  }
}

/** To append after the whole lines. */
async function openAfter(path: string, length: number): Promise<FileHandle> {
  const file = await open(path, 'a')
  await file.truncate(length)
  await syncDirectory(dirname(path))
  return file
}

/** Two runs at the same time write the same lines. */
const isTwin = (line: Line | undefined, signed: readonly SignedLine[]): boolean =>
  isSigned(line) && signed[line.step]?.hash === line.hash

const isSigned = (line: Line | undefined): line is SignedLine => line?.kind === 'signed'

const damaged = (path: string) =>
  new DeploymentStoppedError(
    'damaged',
    `${path}, the record of the deployment, is damaged. Restore it, or look up its transactions on the ledger.`,
  )

function parseLine(text: string): Line | undefined {
  try {
    return JSON.parse(text) as Line
  } catch {
    return undefined
  }
}

async function readIfExists(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}

/** A new file is durable once its directory is synced. Windows has no such sync. */
async function syncDirectory(directory: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(directory, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
