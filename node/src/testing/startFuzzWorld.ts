// A server with users who may do everything, and users who may do nothing, for requests that nobody has thought of.
import { privileges } from '@connex/contracts'
import { openApiDocument } from '@connex/protocol'
import { sql } from 'kysely'
import { createFuzzer } from './fuzz.ts'
import type { Fuzzer } from './fuzz.ts'
import { joinTenant } from './joinTenant.ts'
import { planTestNode, startTestNode } from './startTestNode.ts'
import { startTestLedger } from './startTestLedger.ts'
import { untilIndexed } from './untilIndexed.ts'

export type FuzzWorld = {
  fuzzer: Fuzzer
  /** A request may have locked a user out, or left without one. */
  readmit: () => Promise<void>
  stop: () => Promise<void>
}

export async function startFuzzWorld(): Promise<FuzzWorld> {
  const ledger = await startTestLedger()
  const place = await planTestNode(ledger)
  const everything = Object.keys(privileges) as (keyof typeof privileges)[]
  const able = await joinTenant(ledger, place, {
    name: 'Alpenbank',
    user: everything.filter((name) => !['user.DAPP_USER', 'user.NODE_ACCOUNT'].includes(name)),
    instrument: ['instrument.ISSUER', 'instrument.DATA_PROVIDER'],
    registry: ['registry.REGISTRAR', 'registry.INVESTOR', 'registry.ISSUER'],
  })
  const unable = await joinTenant(ledger, place, { name: 'Fjord Advisory', user: [] })
  const hostedTenants = [able.address, unable.address]
  const node = await startTestNode(place, { hostedTenants })
  await untilIndexed(ledger, node)
  const { kysely } = node.database
  const now = Math.floor(Date.now() / 1000)

  async function readmit(): Promise<void> {
    await sql`DELETE FROM users WHERE address IN (${able.user.address}, ${unable.user.address})`.execute(
      kysely,
    )
    for (const { address: tenant, user, name } of [able, unable])
      await kysely
        .insertInto('users')
        .values({
          tenant,
          address: user.address,
          user_id: `user of ${name}`,
          name: `User of ${name}`,
          status: 'ACTIVE',
          lock_expiration: null,
          created_at: now,
          updated_at: now,
        })
        .execute()
  }

  await readmit()
  const fuzzer = createFuzzer({
    url: node.url,
    document: openApiDocument(6),
    users: [able.user, able.user, able.user, able.admin, unable.user],
    pool: [
      ...hostedTenants,
      able.user.address,
      unable.user.address,
      ...Object.values(ledger.deployment.contracts).map((contract) => contract.toLowerCase()),
      `0x${'ab'.repeat(32)}`,
      '11',
      '22',
      'EUR',
    ],
  })
  return {
    fuzzer,
    readmit,
    async stop() {
      await node.close()
      await place.remove()
      await ledger.stop()
    },
  }
}
