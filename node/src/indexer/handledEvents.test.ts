import * as contracts from '@connex/contracts'
import { toEventSelector } from 'viem'
import type { Abi } from 'viem'
import { expect, test } from 'vitest'
import type { ContractKind } from '../storage/schema/ledgerTables.ts'
import { HANDLED } from './handledEvents.ts'

type AbiName = Exclude<Extract<keyof typeof contracts, `${string}Abi`>, 'errorsAbi'>

/** Where each ABI's events come from; none where it is a part of others and has no contract of its own. */
const KINDS: Record<AbiName, readonly ContractKind[]> = {
  accountRegistryManagerAbi: ['registryManager'],
  aspectsAbi: ['instrumentManager', 'registryManager'],
  chainRegistryManagerAbi: ['registryManager'],
  dappAbi: ['platformManager', 'instrumentManager', 'registryManager', 'deliveryManager', 'legManager'],
  dappControllerAbi: ['dappController'],
  dappFactoryAbi: ['dappFactory'],
  deliveryCancellationsAbi: [],
  deliveryLocksAbi: [],
  deliveryManagerAbi: ['deliveryManager'],
  earmarkProtocolsAbi: ['registryManager'],
  entryRegistryManagerAbi: ['registryManager'],
  escrowLegManagerAbi: ['legManager'],
  factoryAbi: ['factory'],
  instrumentManagerAbi: ['instrumentManager'],
  legManagerAbi: ['legManager'],
  lockingLegManagerAbi: ['legManager'],
  platformManagerAbi: ['platformManager'],
  privilegeManagerAbi: ['tenantPrivileges', 'dappPrivileges'],
  registrationAbi: ['registryManager'],
  registryAbi: ['registryManager'],
  settlingLegManagerAbi: ['legManager'],
  standingsAbi: [],
  tenantAbi: ['tenant'],
  upgradableAbi: ['platformManager', 'instrumentManager', 'registryManager', 'deliveryManager', 'legManager'],
}

/** Events of which no row is made, and what says the same. */
const HANDLED_ELSEWHERE: Record<string, string> = {
  LegReleaseFailed: 'the earmark or the escrow of the canceled leg, which stays',
}

const abis = Object.entries(contracts).filter(([name]) => name.endsWith('Abi') && name !== 'errorsAbi') as [
  AbiName,
  Abi,
][]
const eventsOf = (abi: Abi) => abi.filter((item) => item.type === 'event')
const listed = abis.flatMap(([name, abi]) => eventsOf(abi).map((event) => ({ name, event })))

test('every ABI is known to come from some contract', () => {
  expect(Object.keys(KINDS).toSorted()).toEqual(abis.map(([name]) => name).toSorted())
})

test.each(listed.map(({ name, event }) => [event.name, name, event] as const))(
  '%s of %s becomes rows, or something else says the same',
  (eventName, name, event) => {
    const selector = toEventSelector(event)
    for (const kind of KINDS[name])
      expect(HANDLED[kind].has(selector), `${kind} reads ${eventName}`).toBe(
        !(eventName in HANDLED_ELSEWHERE),
      )
  },
)

test('every event in HANDLED_ELSEWHERE exists', () => {
  const names = new Set(listed.map(({ event }) => event.name))
  for (const name of Object.keys(HANDLED_ELSEWHERE)) expect(names).toContain(name)
})

test('an event that two kinds of registry managers share is handled equally', () => {
  const ofRegistries = listed.filter(({ name }) => KINDS[name].includes('registryManager'))
  const shapes = ofRegistries.map(({ event }) => {
    const inputs = event.inputs.map((input) => `${input.name} ${input.indexed}`)
    return `${toEventSelector(event)} ${inputs.join()}`
  })
  const selectors = ofRegistries.map(({ event }) => toEventSelector(event))
  expect(new Set(shapes).size).toBe(new Set(selectors).size)
})
