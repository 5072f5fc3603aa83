import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { keccak256, stringToHex } from 'viem'
import { constArray, constObject, HEADER, lowerFirst } from './typescript.ts'

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
