// The managers' state lies in ERC-7201 namespaces, each where its name says, and each with a committed layout.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { encodeAbiParameters, keccak256, toHex } from 'viem'
import { expect, test } from 'vitest'

const contracts = join(import.meta.dirname, '..', '..')
const sources = readdirSync(join(contracts, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.sol'))
  .map((path) => readFileSync(join(contracts, 'src', path), 'utf8'))

/** keccak256(abi.encode(uint256(keccak256(name)) - 1)) & ~0xff */
function slotOf(name: string): string {
  const before = BigInt(keccak256(toHex(name))) - 1n
  const slot = BigInt(keccak256(encodeAbiParameters([{ type: 'uint256' }], [before])))
  return toHex((slot >> 8n) << 8n, { size: 32 })
}

const FORMULA =
  /keccak256\("(connex\.\w+)"\)\) - 1\)\) & ~bytes32\(uint256\(0xff\)\)\n\s+bytes32 private constant \w+ =\s+(0x\w+);/g
const literals = sources.flatMap((source) =>
  [...source.matchAll(FORMULA)].map(([, name = '', slot = '']) => ({ name, slot })),
)
const structs = sources.flatMap((source) =>
  [...source.matchAll(/erc7201:(connex\.\w+)\n\s*struct (\w+)/g)].map(([, name = '', struct = '']) => ({
    name,
    struct,
  })),
)

test('each namespace has a struct, and lies where ERC-7201 puts its name', () => {
  expect(structs.map(({ name }) => name).sort()).toEqual(literals.map(({ name }) => name).sort())
  expect(literals.length).toBeGreaterThan(8)
  for (const { name, slot } of literals) expect({ name, slot }).toEqual({ name, slot: slotOf(name) })
})

test('no manager has state outside a namespace, and every namespace has a committed layout', () => {
  const room = join(contracts, 'snapshots', 'storage')
  const lines = readdirSync(room).flatMap((file) => {
    const { storage } = JSON.parse(readFileSync(join(room, file), 'utf8')) as { storage: string[] }
    expect(storage).not.toEqual([])
    return storage
  })
  expect(lines.filter((line) => !line.startsWith('namespace '))).toEqual([])
  const laidOut = new Set(lines.map((line) => line.split(/[ .]/).at(-1)))
  expect(laidOut).toEqual(new Set(structs.map(({ struct }) => struct)))
})
