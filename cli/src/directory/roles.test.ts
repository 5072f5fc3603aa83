import { workflowConfig } from '@connex/contracts/deploy'
import { DappType, privilegeId } from '@connex/protocol'
import type { PrivilegeName } from '@connex/protocol'
import { expect, test } from 'vitest'
import { ROLES, TENANT_ROLES, tenantPrivileges, USER_PRIVILEGES } from './roles.ts'

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
