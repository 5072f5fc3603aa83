import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { keccak256, stringToHex, toFunctionSelector } from 'viem'
import type { Abi } from 'viem'
import { formatAbiItem } from 'viem/utils'
import type { Layout } from '../deployment/layout.ts'
import type { Artifact } from './artifacts.ts'

const HEADER = '// Written by script/generate.ts from the contracts. Do not edit.\n'

/** `lowerFirst('DeliveryManager')` → 'deliveryManager' */
export const lowerFirst = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1)

/** An array literal with one item a line, so that a changed function is a changed line. */
const constArray = (name: string, items: readonly unknown[]): string =>
  `export const ${name} = [\n${items.map((item) => `  ${JSON.stringify(item)},\n`).join('')}] as const\n`

/** An object literal with one entry a line. */
const constObject = (name: string, entries: readonly (readonly [string, unknown])[]): string =>
  `export const ${name} = {\n${entries
    .map(([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)},\n`)
    .join('')}} as const\n`

/** One module for each interface, which is the document: IDeliveryManager → deliveryManagerAbi. */
export const abiModules = (artifacts: readonly Artifact[]): [file: string, text: string][] =>
  artifacts
    .filter(({ name }) => /^I[A-Z]/.test(name))
    .map(({ name, abi }) => {
      const constant = `${lowerFirst(name.slice(1))}Abi`
      return [`${constant}.ts`, HEADER + constArray(constant, abi)]
    })

/** Creation code by contract (libraries without functions have none that matters); apart from the ABIs, so that a browser never loads it. */
export const bytecodeModule = (artifacts: readonly Artifact[]): string =>
  HEADER +
  constObject(
    'bytecode',
    artifacts
      .filter(({ abi, bytecode }) => abi.length > 0 && bytecode !== '0x')
      .map(({ name, bytecode }) => [name, bytecode]),
  )

/** What each manager keeps, for an upgrade to compare; apart from the ABIs, too. */
export const layoutsModule = (layouts: ReadonlyMap<string, Layout>): string =>
  HEADER + constObject('storageLayouts', [...layouts])

type AbiError = Extract<Abi[number], { type: 'error' }>

/** Every typed error that can come out of a call, whichever contract raised it. */
export function errorsModule(artifacts: readonly Artifact[]): string {
  const errors = new Map<string, AbiError>()
  for (const item of artifacts.flatMap(({ abi }) => abi))
    if (item.type === 'error') errors.set(formatAbiItem(item), item)
  const sorted = [...errors].sort(([left], [right]) => (left < right ? -1 : 1))
  return (
    HEADER +
    constArray(
      'errorsAbi',
      sorted.map(([, error]) => error),
    ) +
    '\n' +
    constObject(
      'errorSelectors',
      sorted.map(([signature]) => [toFunctionSelector(signature), signature]),
    )
  )
}

/** Enumerations, privilege ids and dApp types, read from the sources: an ABI does not name them. */
export const constantsModules = (src: string): [file: string, text: string][] => [
  ['enums.ts', HEADER + enums(join(src, 'types'))],
  ['privileges.ts', HEADER + privileges(readFileSync(join(src, 'access', 'Privileges.sol'), 'utf8'))],
  ['dappTypes.ts', HEADER + dappTypes(readFileSync(join(src, 'types', 'Dapp.sol'), 'utf8'))],
]

/** LegType → legTypes, names by order. */
function enums(folder: string): string {
  const text = readdirSync(folder)
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n')
  return [...text.matchAll(/^enum (\w+) \{([^}]*)\}/gm)]
    .map(([, name = '', body = '']) => constArray(plural(lowerFirst(name)), body.match(/\w+/g) ?? []))
    .join('\n')
}

const plural = (name: string): string => {
  if (name.endsWith('y')) return `${name.slice(0, -1)}ies`
  return name.endsWith('s') ? `${name}es` : `${name}s`
}

const privileges = (text: string): string =>
  constObject(
    'privileges',
    [...text.matchAll(/keccak256\("([^"]+)"\)/g)].map(([, name = '']) => [
      name,
      keccak256(stringToHex(name)),
    ]),
  )

const dappTypes = (text: string): string =>
  constObject(
    'dappTypes',
    [...text.matchAll(/constant \w+ = "(\w+)"/g)].map(([, name = '']) => [
      name,
      stringToHex(name, { size: 32 }),
    ]),
  )
