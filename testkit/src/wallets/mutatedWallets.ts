// What no list of bad files thinks of: good files, changed at random.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addressOfPrivateKey } from '../../../sdk/src/wallet/privateKey.ts'
import { readWalletFile } from '../../../sdk/src/wallet/readWalletFile.ts'
import { unlockWallet } from '../../../sdk/src/wallet/openWallet.ts'
import { WalletError } from '../../../sdk/src/wallet/WalletError.ts'
import type { WalletFile } from '../../../sdk/src/wallet/WalletFile.ts'
import { TEST_PASSWORD, writeTestPresale, writeTestWallet } from './testWallet.ts'

const SLOWEST_MS = 2000
const MOST_BYTES = 2 ** 30

const GOOD_FILES = [
  writeTestWallet(),
  writeTestWallet({ kdf: { prf: 'hmac-sha512', c: 10 }, address: undefined }),
  writeTestPresale(),
].map((file) => JSON.stringify(file))

const hostileValue = fc.oneof(
  fc.constantFrom(0, -1, 1, 3, 0.5, 2 ** 31, 2 ** 32, 3 * 2 ** 32, 2 ** 53, 1e308, -0, 31, 33, 64),
  fc.constantFrom(
    '',
    '0x',
    'ab',
    'zz'.repeat(32),
    'ab'.repeat(32),
    'ab'.repeat(16),
    '3',
    'scrypt',
    'pbkdf2',
    '\0',
    '💥',
  ),
  fc.constantFrom<unknown>(null, true, [], {}, [3], { n: 2 }, [[[[[[]]]]]]),
  fc.jsonValue(),
)

/** Replaces, removes, renames or repeats one field, anywhere in the file. */
const structural = fc.record({
  at: fc.nat(),
  value: hostileValue,
  how: fc.constantFrom('replace', 'remove', 'upper', 'proto', 'repeat'),
})

/** Changes the text itself: a byte flipped, a piece cut out, doubled, or put in. */
const textual = fc.record({
  at: fc.nat(),
  length: fc.nat({ max: 40 }),
  piece: fc.oneof(
    fc.string({ maxLength: 8 }),
    fc.constantFrom('{', '}', '"', '\\', ',', ':', '[', '\uFEFF', '\0', '9'),
  ),
  how: fc.constantFrom('flip', 'cut', 'double', 'insert'),
})

type Structural = { at: number; value: unknown; how: string }
type Textual = { at: number; length: number; piece: string; how: string }

function changeField(text: string, { at, value, how }: Structural): string {
  const names = [...text.matchAll(/"([\w-]+)":/g)]
  const name = names[at % names.length]?.[1] ?? ''
  const field = new RegExp(`"${name}":("[^"]*"|[\\d.]+|null|true|(?=\\{))`)
  if (how === 'upper') return text.replace(`"${name}":`, `"${name.toUpperCase()}":`)
  if (how === 'proto') return text.replace(`"${name}":`, '"__proto__":')
  if (how === 'remove') return text.replace(new RegExp(`${field.source},?`), '')
  if (how === 'repeat') return text.replace(field, (all) => `${all},${all}`)
  return text.replace(field, () => `"${name}":${JSON.stringify(value) ?? 'null'}`)
}

function changeText(text: string, { at, length, piece, how }: Textual): string {
  const start = at % (text.length + 1)
  if (how === 'cut') return text.slice(0, start) + text.slice(start + length)
  if (how === 'double') return text.slice(0, start + length) + text.slice(start)
  if (how === 'insert') return text.slice(0, start) + piece + text.slice(start)
  return (
    text.slice(0, start) +
    String.fromCharCode(text.charCodeAt(start) ^ (1 << (length % 7))) +
    text.slice(start + 1)
  )
}

/** What is affordable may be opened; the rest a watchdog bounds (createWorkerSigner), and reading alone is tested. */
const isCheap = ({ kdf, cost }: WalletFile): boolean =>
  cost.work <= (kdf.name === 'scrypt' ? 2 ** 19 : 2 ** 21)

async function read(text: string): Promise<void> {
  const wallet = readWalletFile(text)
  if (!isCheap(wallet)) return
  const key = await unlockWallet(wallet, TEST_PASSWORD)
  const address = addressOfPrivateKey(key)
  if (address !== (wallet.address ?? address)) throw new Error("a key was opened under another's address")
}

/** What every count of mutated files has to stand: the everyday tests a thousand of them, the long ones ten thousand. */
export function mutatedWalletCases(runs: number): void {
  it(
    `reads or refuses each of ${runs} mutated files: no raw exception, no hang, no key under another's address`,
    { timeout: 60_000 + runs * 100 },
    async () => {
      let slowest = 0
      const memory = process.memoryUsage.rss()
      let mostMemory = 0
      const mutated = fc
        .tuple(
          fc.constantFrom(...GOOD_FILES),
          fc.array(structural, { maxLength: 3 }),
          fc.array(textual, { maxLength: 3 }),
        )
        .map(([file, fields, pieces]) => pieces.reduce(changeText, fields.reduce(changeField, file)))
      await fc.assert(
        fc.asyncProperty(mutated, async (text) => {
          // The processor's time: a busy machine is not a hang, and a hang meets the time limit.
          const before = process.cpuUsage()
          const outcome: unknown = await read(text).catch((error: unknown) => error)
          const { user, system } = process.cpuUsage(before)
          slowest = Math.max(slowest, (user + system) / 1000)
          mostMemory = Math.max(mostMemory, process.memoryUsage.rss() - memory)
          if (outcome !== undefined && !(outcome instanceof WalletError))
            throw new Error('raw', { cause: outcome })
        }),
        { numRuns: runs },
      )
      expect(slowest).toBeLessThan(SLOWEST_MS)
      expect(mostMemory).toBeLessThan(MOST_BYTES)
      expect(Object.keys(Object.prototype)).toEqual([])
    },
  )

  it(
    'refuses anything that is not a wallet',
    () => {
      fc.assert(
        fc.property(fc.oneof(fc.string(), fc.json(), fc.uint8Array({ maxLength: 2000 })), (source) => {
          expect(() => readWalletFile(source)).toThrow(WalletError)
        }),
        { numRuns: runs },
      )
    },
    60_000 + runs * 100,
  )
}
