// docs/privileges.md: `npx vitest run sdk/src/platform/privilegeMeanings.test.ts -u` writes it.
import { dappTypes, privileges } from '@connex/contracts'
import { workflowConfig } from '@connex/contracts/deploy'
import * as abis from '@connex/contracts'
import { api, PRIVILEGE_MEANINGS, privilegeName } from '@connex/protocol'
import type { Endpoint, PrivilegeHolder, PrivilegeName } from '@connex/protocol'
import { toFunctionSelector } from 'viem'
import type { AbiFunction } from 'viem'
import { expect, test } from 'vitest'

const names = Object.keys(PRIVILEGE_MEANINGS) as (keyof typeof PRIVILEGE_MEANINGS)[]
const calls = Object.entries<Endpoint>(api)

/** The functions that a user's privilege opens in the controllers, in every deployment of ours. */
const functionsOf = new Map<string, Set<string>>()
const functionNames = new Map(
  Object.values(abis)
    .filter((value) => Array.isArray(value))
    .flatMap((abi) => abi as unknown as AbiFunction[])
    .filter((item) => item.type === 'function')
    .map((item) => [toFunctionSelector(item), item.name]),
)
for (const type of Object.keys(dappTypes) as (keyof typeof dappTypes)[])
  for (const { functionSelector, privilege } of workflowConfig(type)) {
    const name = privilegeName(privilege) ?? ''
    const opened = functionsOf.get(name) ?? new Set()
    functionsOf.set(name, opened.add(functionNames.get(functionSelector) ?? functionSelector))
  }

test('every privilege that the endpoint table or a controller asks for is held by those whom the table of meanings names', () => {
  const wanted = calls.flatMap(([name, { privileges: users = [], exemptedBy = [], ...endpoint }]) => [
    ...[...users, ...exemptedBy].map((one) => [name, 'user', one] as const),
    ...[...(endpoint.tenantPrivileges ?? []), ...(endpoint.openedBy ?? [])].map(
      (one) => [name, 'tenant', one] as const,
    ),
  ])
  const wrong = wanted.filter(([, holder, one]) => meaningOf(one).holder !== holder)
  expect(wrong).toEqual([])
  const opened = [...functionsOf.keys()].filter((one) => meaningOf(one as PrivilegeName).holder !== 'user')
  expect(opened).toEqual([])
})

test('every read-only twin has an original', () => {
  const twins = Object.keys(privileges).filter((name) => name.endsWith('_RO'))
  expect(twins.filter((twin) => !(twin.slice(0, -3) in PRIVILEGE_MEANINGS))).toEqual([])
})

test('docs/privileges.md explains each privilege', async () => {
  await expect(page()).toMatchFileSnapshot('../../../docs/privileges.md')
})

function meaningOf(name: PrivilegeName) {
  return PRIVILEGE_MEANINGS[name.replace(/_RO$/, '') as keyof typeof PRIVILEGE_MEANINGS]
}

const HEADINGS: Record<PrivilegeHolder, string> = {
  user: `## Of a user, in its tenant

An administrator of the tenant grants them: \`connex admin grant USER --privilege NAME\`. A privilege is held everywhere, or on
one dApp. \`_RO\` is its read-only twin: it opens the reads of the other at the server, and nothing on the ledger.`,
  tenant: `## Of a tenant, on a dApp

The dApp's operator, usually the platform's, grants them: \`connex admin grant TENANT --dapp DAPP --privilege NAME\`. A user needs its
own privilege and its tenant's.`,
  dApp: `## Of a dApp, on another

The operator grants them when it deploys or announces a dApp. \`connex deploy\` grants those of ours.`,
}

function page(): string {
  const parts = (['user', 'tenant', 'dApp'] as const).map((holder) => {
    const rows = names.filter((name) => PRIVILEGE_MEANINGS[name].holder === holder).map(rowOf(holder))
    const columns =
      holder === 'user' ? ['twin', 'on the ledger', 'calls'] : holder === 'tenant' ? ['calls'] : []
    const head = ['privilege', 'what it is for', ...columns]
    const table = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
    return `${HEADINGS[holder]}\n\n${table.join('\n')}\n`
  })
  return `# Privileges

A privilege is a named right on the ledger. Whoever acts needs three: its tenant a part on the dApp, itself the right to do it for the
tenant, and \`user.DAPP_USER\` to act at all. A refusal names what is missing (\`needs\`). \`connex admin grant --as\` grants those that
belong together. Whom that makes you trust is in [trust](trust.md).

${parts.join('\n')}`
}

const rowOf =
  (holder: PrivilegeHolder) =>
  (name: keyof typeof PRIVILEGE_MEANINGS): string[] => {
    const cells = [`\`${name}\``, PRIVILEGE_MEANINGS[name].meaning]
    if (holder !== 'user') return cells
    const opened = calls.filter(([, { privileges: users = [] }]) => users.some((one) => one === name))
    const twin = `${name}_RO` in privileges ? 'yes' : ''
    const list = (items: readonly string[]) => items.toSorted().join(', ')
    return [...cells, twin, list([...(functionsOf.get(name) ?? [])]), list(opened.map(([call]) => call))]
  }
