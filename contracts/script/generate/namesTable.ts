import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { toFunctionSignature } from 'viem'
import type { AbiFunction, AbiParameter } from 'viem'
import { functionsNamed, ledgerCalls } from '../names/ledgerNames.ts'
import type { LedgerCall } from '../names/ledgerNames.ts'
import type { Artifact, Documentation } from './artifacts.ts'

const BEGIN =
  '<!-- names:begin, written by contracts/script/generate.ts -->\n<!-- prettier-ignore-start -->\n'
const END = '<!-- prettier-ignore-end -->\n<!-- names:end -->\n'

type TestFile = { path: string; text: string }

/** The page with a new table of names: each name of the specification with its function and tests. */
export function withNamesTable(page: string, artifacts: readonly Artifact[], room: string): string {
  const begin = page.indexOf(BEGIN)
  const end = page.indexOf(END)
  if (begin < 0 || end < begin) throw new Error('docs/contracts.md has lost the place of its table of names.')
  return page.slice(0, begin + BEGIN.length) + namesTable(artifacts, testFiles(room)) + page.slice(end)
}

function namesTable(artifacts: readonly Artifact[], tests: readonly TestFile[]): string {
  const groups = Map.groupBy(ledgerCalls, ({ contracts }) => contracts.join(', '))
  return [...groups]
    .map(([contracts, calls]) => {
      const rows = calls.flatMap((call) => rowsOf(call, artifacts, tests))
      return `\n**${contracts}**\n\n| specification | function | what it does | tests |\n| --- | --- | --- | --- |\n${rows.join('')}`
    })
    .join('')
}

/** One row for each different function: functions that managers share appear once. */
function rowsOf(call: LedgerCall, artifacts: readonly Artifact[], tests: readonly TestFile[]): string[] {
  const found = call.contracts.flatMap((contract) => {
    const artifact = artifacts.find(({ name }) => name === `I${contract}`)
    const functions = call.functions.flatMap((name) => functionsNamed(artifact?.abi ?? [], name, call.takes))
    return functions.map((item) => ({
      contract,
      name: item.name,
      shown: show(item),
      line: lineOf(item, artifact?.documentation),
    }))
  })
  return [...Map.groupBy(found, ({ shown }) => shown)].map(([shown, [first, ...others]]) => {
    if (first === undefined) return ''
    const holders = [first, ...others].map(({ contract }) => contract)
    const only = holders.length < call.contracts.length ? ` (${holders.join(', ')})` : ''
    return `| ${call.name}${only} | \`${shown}\` | ${first.line} | ${testsOf(first.name, tests).join(', ')} |\n`
  })
}

const show = ({ name, inputs }: AbiFunction): string =>
  `${name}(${inputs.map((input) => `${typeOf(input)} ${input.name ?? ''}`.trim()).join(', ')})`

/** As the source has it: `struct IDeliveryManager.Delivery` is a Delivery. */
const typeOf = ({ type, internalType }: AbiParameter): string =>
  (internalType ?? type).replace(/^(struct|enum|contract) /, '').replace(/^\w+[.]/, '')

/** What its documentation says, or what it answers. */
function lineOf(item: AbiFunction, documentation: Documentation | undefined): string {
  const signature = toFunctionSignature(item)
  const { notice } = documentation?.notices[signature] ?? {}
  const { returns } = documentation?.returns[signature] ?? {}
  return (notice ?? Object.values(returns ?? {}).join(' ')).replaceAll('|', '\\|')
}

const testFiles = (room: string): TestFile[] =>
  readdirSync(join(room, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.t.sol') && !path.startsWith('symbolic'))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(room, 'test', path), 'utf8') }))

/** The files that bear a function's name; where there is none, those that call it most. */
function testsOf(name: string, tests: readonly TestFile[]): string[] {
  const named = tests.filter(({ path }) => basename(path, '.t.sol').toLowerCase() === name.toLowerCase())
  const calls = ({ text }: TestFile): number => text.match(new RegExp(`[.]${name}\\b`, 'g'))?.length ?? 0
  const calling = tests
    .filter((test) => calls(test) > 0)
    .sort((left, right) => calls(right) - calls(left))
    .slice(0, 2)
  return (named.length > 0 ? named : calling).map(
    ({ path }) => `[${basename(path, '.t.sol')}](../contracts/test/${path})`,
  )
}
