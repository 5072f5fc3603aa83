// Transfers as the server lists them.
import type { DeliveryLeg, Transfer } from '@connex/protocol'
import type { Custodian } from '@connex/sdk'
import { tenantsQuery } from '../src/lib/tenants.ts'
import { addressOf, createWorld, OWN_TENANT, type Answers, type World } from './screen.tsx'

export const OTHER = addressOf('b')
export const REGISTRAR = addressOf('d')
export const MANAGER = addressOf('e')
export const CUSTODIAN = {
  key: `${MANAGER}:${REGISTRAR}`,
  label: 'Meridian',
  registryManagerAddr: MANAGER,
  registrarAddr: REGISTRAR,
} as unknown as Custodian
export const REGISTRY_ID = `0x${'c'.repeat(64)}`

/** A user whose tenant needs one signature, and knows the others by name: Baltic, and Meridian as custodian. */
export function createDesk(answers: Answers = {}): World {
  const world = createWorld(answers)
  world.queries.setQueryData(['platform', 'dapp-controllers'], [])
  world.queries.setQueryData(tenantsQuery(world.client).queryKey, [
    { name: 'Baltic', address: OTHER },
    { name: 'Meridian', address: REGISTRAR },
    { name: 'Own Bank', address: OWN_TENANT },
  ] as never)
  return world
}

/** In Unix seconds. What has expired is decided by the clock. */
export const NOW = Math.floor(Date.now() / 1000)

/** A leg of securities that the viewer's tenant delivers and has yet to confirm. */
export const legOf = (more: object = {}): DeliveryLeg =>
  ({
    legIdx: 0,
    legType: 'DIGITAL',
    sender: OWN_TENANT,
    receiver: OTHER,
    registrar: REGISTRAR,
    txCoordinator: addressOf('0'),
    assetManagerAddr: MANAGER,
    assetId: REGISTRY_ID,
    quantity: '5000',
    decimals: 0,
    identifier: 'DE0001102580',
    senderAccount: null,
    receiverAccount: null,
    senderConfirmed: false,
    receiverConfirmed: true,
    registrarConfirmed: false,
    coordinatorConfirmed: false,
    ...more,
  }) as unknown as DeliveryLeg

/** A transfer of securities that the viewer's tenant must confirm; its id has this digit. */
export const transferOf = (digit: string, more: object = {}): Transfer =>
  ({
    deliveryId: `0x${digit.repeat(64)}`,
    deliveryState: 'PENDING',
    state: 'PENDING',
    transferType: 'FOP',
    dealEvent: null,
    isCashOnly: false,
    counterpartyAddr: OTHER,
    creator: OTHER,
    registrarAddr: REGISTRAR,
    registryManagerAddr: MANAGER,
    description: `Deal ${digit}`,
    valueDate: 0,
    createdAt: NOW - 7_200,
    lastAt: NOW - 7_200,
    closedAt: null,
    expiresAt: NOW + 60 * 86_400,
    cancelVotes: [],
    canceledBy: null,
    confirmations: [],
    openingDeliveryId: null,
    deliver: {
      registryId: REGISTRY_ID,
      identifier: 'DE0001102580',
      label: 'Alpen 2031',
      quantity: '5000',
      decimals: 0,
      unit: 'UNITS',
      account: null,
    },
    receive: null,
    pays: null,
    paid: null,
    cashQuantity: null,
    cashCurrency: null,
    legs: [legOf()],
    ...more,
  }) as unknown as Transfer

/** A repo that has opened: what a return begins with. */
export const openRepo = (): Transfer =>
  transferOf('1', {
    transferType: 'REPO',
    deliveryState: 'SETTLED',
    state: 'SETTLED',
    description: 'One week',
  })
