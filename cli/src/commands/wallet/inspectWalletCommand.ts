import { readWalletFile, type WalletFile, WalletError } from '@connex/sdk'
import { command } from '../../command/Command.ts'
import { required } from '../../command/Option.ts'
import { text } from '../../command/optionKinds.ts'
import { readWalletSource } from '../../connection/readWalletSource.ts'
import { facts } from '../../terminal/table.ts'

export const inspectWalletCommand = command({
  path: 'wallet inspect',
  summary: 'what a wallet file says of itself, without its password',
  about:
    'Version, address, how its key is derived and what opening it costs. A file that asks for more than is allowed is ' +
    'told as too costly; nothing is derived.',
  words: { file: required(text('FILE', 'the wallet file')) },
  examples: ['wallet inspect alpenbank.json', 'wallet inspect alpenbank.json --json'],
  run: async ({ words }) => inspect(await readWalletSource(words.file)),
  show: (inspected) =>
    inspected.isTooCostly
      ? facts([['Too costly', `yes: ${inspected.reason}`]])
      : facts([
          ['Version', inspected.version === null ? 'presale of 2014' : String(inspected.version)],
          ['Address', inspected.address ?? 'the file names none'],
          ['Key derivation', kdfText(inspected.kdf)],
          ['Memory', `${Math.ceil(inspected.memoryBytes / 2 ** 20)} MiB`],
          ['Work', workText(inspected)],
          ['Recovery words', inspected.hasWords ? 'kept in the file, encrypted' : 'none in the file'],
          ['Too costly', 'no'],
          ...inspected.warnings.map((warning): [string, string] => ['Warning', warning]),
        ]),
})

type Inspected = ReturnType<typeof describe> | { isTooCostly: true; reason: string }

function inspect(source: Uint8Array): Inspected {
  try {
    return describe(readWalletFile(source))
  } catch (error) {
    if (!(error instanceof WalletError) || error.code !== 'tooCostly') throw error
    return { isTooCostly: true, reason: error.detail ?? error.message }
  }
}

const describe = (wallet: WalletFile) => ({
  isTooCostly: false as const,
  version: wallet.version ?? null,
  address: wallet.address ?? null,
  kdf: wallet.kdf,
  memoryBytes: wallet.cost.memoryBytes,
  work: wallet.cost.work,
  hasWords: wallet.kind === 'v3' && wallet.mnemonic !== undefined,
  warnings: wallet.warnings.map(({ message }) => message),
})

const kdfText = (kdf: WalletFile['kdf']): string =>
  kdf.name === 'scrypt' ? `scrypt with n ${kdf.n}, r ${kdf.r}, p ${kdf.p}` : `pbkdf2 with ${kdf.prf}`

const workText = ({ kdf, work }: Pick<ReturnType<typeof describe>, 'kdf' | 'work'>): string =>
  kdf.name === 'scrypt' ? `${work} (n·r·p)` : `${work} rounds`
