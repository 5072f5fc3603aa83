import { workflowConfig } from '@connex/contracts/deploy'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { privileges } from '@connex/contracts'
import { DappType, privilegeId } from '@connex/protocol'
import type { PrivilegeName } from '@connex/protocol'
import { expect, test } from 'vitest'
import {
  dappPrivileges,
  isUserPrivilege,
  ROLES,
  TENANT_ROLES,
  tenantPrivileges,
  USER_PRIVILEGES,
} from './roles.ts'

const opensCalls = (privilege: PrivilegeName): boolean =>
  DappType.options.some((type) =>
    workflowConfig(type).some((rule) => rule.privilege === privilegeId(privilege)),
  )

/** Open no function of a controller: they open reads, documents and pushes at the servers, or admit the user at all. */
const AT_SERVERS = /^(user\.DAPP_USER|user\.NODE_ACCOUNT|document\.\w+|\w+\.\w+_RO)$/

test('a role’s privileges in a tenant open functions of its controllers, or calls of the servers', () => {
  for (const role of ROLES)
    for (const name of USER_PRIVILEGES[role])
      expect(opensCalls(name) || AT_SERVERS.test(name), `${role}: ${name}`).toBe(true)
})

test('a role’s privileges on a dApp are held by tenants: no function of a controller asks users for them', () => {
  const all = TENANT_ROLES.flatMap((role) => DappType.options.flatMap((type) => tenantPrivileges(role, type)))
  expect(all).toHaveLength(5)
  expect(all.filter(opensCalls)).toEqual([])
  expect(DappType.options.flatMap((type) => tenantPrivileges('node', type))).toEqual([])
})

const CONTRACTS = join(import.meta.dirname, '../../../contracts/src')

/** The privileges that the contracts in these folders name: `registry.INVESTOR`. */
const namedIn = (...folders: string[]): Set<string> =>
  new Set(
    folders.flatMap((folder) =>
      readdirSync(join(CONTRACTS, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.sol'))
        .flatMap((file) => [
          ...readFileSync(join(CONTRACTS, folder, file), 'utf8').matchAll(/\bPrivileges\.\s*([A-Z]+)_(\w+)/g),
        ])
        .map(([, area = '', name = '']) => `${area.toLowerCase()}.${name}`),
    ),
  )

test('a privilege is either users’ or that of one type of dApp, whose contracts name it', () => {
  const ofDapps = DappType.options.flatMap(dappPrivileges)
  expect(new Set(ofDapps).size).toBe(ofDapps.length)
  expect(ofDapps.filter(opensCalls)).toEqual([])
  const named = namedIn('platform', 'instrument', 'registry', 'delivery')
  const unnamed = ofDapps.filter((name) => !named.has(name))
  // Only servers look at them.
  expect(unnamed).toEqual(['document.OPERATOR', 'document.OWNER', 'account.READ'])
  const all = Object.keys(privileges) as PrivilegeName[]
  const others = all.filter((name) => isUserPrivilege(name) && !opensCalls(name) && !AT_SERVERS.test(name))
  expect(others).toEqual(['user.BYPASS_MULTI_SIGNATURE'])
})

test('what a role needs on a dApp is among what the dApp requires', () => {
  for (const role of ROLES) {
    expect(USER_PRIVILEGES[role].filter((name) => !isUserPrivilege(name))).toEqual([])
    for (const type of DappType.options)
      for (const name of tenantPrivileges(role, type)) expect(dappPrivileges(type)).toContain(name)
  }
})
