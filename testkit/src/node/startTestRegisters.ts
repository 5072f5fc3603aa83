// A server over registers of every kind: accounts, entries and custody chains of the same instruments at one registrar. The
// issuer and all banks but the last are hosted there; the ledger mines when it is told to.
import { Address, RegistryId } from '@connex/protocol'
import type { Client } from '@connex/sdk'
import type { Hex } from 'viem'
import type { RunningNode } from '../../../node/src/startNode.ts'
import { sendAs } from './act.ts'
import { createLedgerFixture } from './createWorld.ts'
import { planTestNode, startTestNode } from './startTestNode.ts'
import { testClient } from './testClient.ts'
import type { TestUser } from './newUser.ts'
import { untilIndexed } from './untilIndexed.ts'
import type { Member, LedgerFixture } from './World.ts'

export type RegistryParty = { member: Member; user: TestUser; tenantAddr: Address; client: Client }

export type RegistriesFixture = {
  fixture: LedgerFixture
  node: RunningNode
  registryId: RegistryId
  registrar: RegistryParty
  issuer: RegistryParty
  alpenbank: RegistryParty
  baltic: RegistryParty
  /** A call by the desk's tenant at a dApp, in a block of its own. */
  sendAs: (by: RegistryParty, dapp: string, data: Hex) => Promise<void>
  /** The last block, once the server has read it. */
  untilIndexed: () => Promise<number>
  stop: () => Promise<void>
}

export async function startRegistriesFixture(): Promise<RegistriesFixture> {
  const fixture = await createLedgerFixture()
  const { ledger, registrar, issuer, banks } = fixture
  const [alpenbank, baltic] = banks as [Member, Member]
  const hosted = [registrar, issuer, alpenbank, baltic]
  const place = await planTestNode(ledger)
  const hostedTenants = hosted.map(({ tenant }) => Address.parse(tenant))
  const node = await startTestNode(place, { hostedTenants })
  await untilIndexed(ledger, node)
  const open = async (member: Member): Promise<RegistryParty> => {
    const user = { key: member.key, account: member.user, address: Address.parse(member.user.address) }
    return {
      member,
      user,
      tenantAddr: Address.parse(member.tenant),
      client: await testClient(node.url, user),
    }
  }
  return {
    fixture: fixture,
    node,
    registryId: RegistryId.parse(fixture.registryIds[0]),
    registrar: await open(registrar),
    issuer: await open(issuer),
    alpenbank: await open(alpenbank),
    baltic: await open(baltic),
    sendAs: (by, dapp, data) => sendAs(ledger, by.member, dapp as Hex, data),
    async untilIndexed() {
      await untilIndexed(ledger, node)
      return Number(await ledger.ledger.client.getBlockNumber({ cacheTime: 0 }))
    },
    async stop() {
      await node.close()
      await place.remove()
      await ledger.stop()
    },
  }
}
