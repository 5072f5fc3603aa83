// docs/sdk.md shows the examples, and the examples show every verb. Beside a real ledger they run in examples.deep.test.ts.
import { readFile, readdir } from 'node:fs/promises'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { expect, test, vi } from 'vitest'
import * as sdk from '../src/index.ts'
import { startWeb3Signer } from '../../testkit/src/servers/web3Signer.ts'
import { legacyToSign } from '../../testkit/src/wallets/whatToSign.ts'
import { kmsSigner, web3Signer } from './keysElsewhere.ts'
import { wallets } from './wallets.ts'

const names = (await readdir(import.meta.dirname)).filter((name) => !name.endsWith('.test.ts'))
const examples = await Promise.all(
  names.map(async (name) => [name, await readFile(`${import.meta.dirname}/${name}`, 'utf8')] as const),
)

test('every verb of the sdk is in one of them', () => {
  const text = examples.map(([, example]) => example).join('\n')
  const verbs = Object.entries(sdk).flatMap(([name, value]) => (typeof value === 'function' ? [name] : []))
  // Errors are met, and `parseSignedTransaction` is for programs with a journal of their own.
  const others = [
    'ApiError',
    'ClientError',
    'ConnexError',
    'KeyError',
    'SignerError',
    'WalletError',
    'parseSignedTransaction',
  ]
  const unshown = verbs.filter((name) => !new RegExp(`\\b${name}\\b`).test(text))
  expect(unshown.toSorted()).toEqual(others)
})

test('docs/sdk.md shows each of them as it is: `node sdk/script/writeDocs.ts` puts them there', async () => {
  const doc = await readFile(`${import.meta.dirname}/../../docs/sdk.md`, 'utf8')
  const missing = examples.filter(([, example]) => !doc.includes(`\`\`\`ts\n${example}\`\`\`\n`))
  expect(missing.map(([name]) => name)).toEqual([])
})

test('every public function says what it does in a line, with an example', async () => {
  const source = async (path: string) => readFile(`${import.meta.dirname}/../src/${path}`, 'utf8')
  const exported = [...(await source('index.ts')).matchAll(/^export \{([^}]+)\} from '\.\/(.+)'$/gm)].map(
    ([, list = '', path = '']) => ({ path, names: list.split(',').flatMap((name) => name.trim() || []) }),
  )
  expect(exported.flatMap(({ names }) => names).length).toBeGreaterThan(100)
  const silent: string[] = []
  for (const { path, names } of exported) {
    const text = await source(path)
    for (const name of names) {
      const [before = '', after] = text.split(
        new RegExp(`^export (?:async )?(?:function|const) ${name}\\b`, 'm'),
      )
      const isFunction = after !== undefined && /^( = (async )?)?[(<]/.test(after)
      const comment = before.slice(before.lastIndexOf('/**'))
      if (isFunction && !/^\/\*\*\n \* .+[^]* \* @example\n[^]*\*\/\n$/.test(comment)) silent.push(name)
    }
  }
  expect(silent).toEqual([])
})

test('wallets', async () => {
  const info = vi.spyOn(console, 'info').mockImplementation(() => {})
  await wallets('correct horse', { n: 2 })
  expect(info.mock.calls.at(0)).toEqual([true])
  expect(info.mock.calls.at(-1)).toEqual([true, true])
})

test('keys elsewhere sign as a key in the process does', async () => {
  const key = `0x${'11'.repeat(32)}` as const
  const bytes = Buffer.from(key.slice(2), 'hex')
  const local = sdk.createLocalSigner(key, { chainId: 31337 })
  const expected = await local.signTransaction(legacyToSign)
  const kms = kmsSigner(
    async ({ KeyId, Message }) => {
      expect(KeyId).toBe('alias/alpenbank')
      return { Signature: secp256k1.sign(Message, bytes, { prehash: false, format: 'der' }) }
    },
    'alias/alpenbank',
    local.address,
  )
  expect(await kms.signTransaction(legacyToSign)).toBe(expected)
  const server = await startWeb3Signer({ keys: [key], authorization: 'Bearer 1' })
  const remote = await web3Signer(server.url, local.address, () => '1')
  expect(await remote.signTransaction(legacyToSign)).toBe(expected)
  await server.stop()
})
