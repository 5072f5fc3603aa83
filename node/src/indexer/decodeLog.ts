import {
  accountRegistryManagerAbi,
  dappControllerAbi,
  deliveryManagerAbi,
  instrumentManagerAbi,
  platformManagerAbi,
  privilegeManagerAbi,
  tenantAbi,
} from '@connex/contracts'
import { decodeAbiParameters, toEventSelector } from 'viem'
import type { Abi, AbiEvent } from 'viem'
import type { ContractKind } from '../storage/ledgerTables.ts'
import type { Change } from './Change.ts'
import type { LedgerEvent, Handlers } from './LedgerEvent.ts'
import type { Log } from './Ledger.ts'
import { accountRegistryManager } from './handlers/accountRegistryManager.ts'
import { dappController } from './handlers/dappController.ts'
import { deliveryManager } from './handlers/deliveryManager.ts'
import { instrumentManager } from './handlers/instrumentManager.ts'
import { platformManager } from './handlers/platformManager.ts'
import { dappPrivileges, tenantPrivileges } from './handlers/privilegeManager.ts'
import { tenant } from './handlers/tenant.ts'

type Handler = (event: LedgerEvent) => readonly Change[]
type Known = { event: AbiEvent; handle: Handler }

const TABLE: Record<ContractKind, ReadonlyMap<string, Known>> = {
  platformManager: bySelector(platformManagerAbi, platformManager),
  tenant: bySelector(tenantAbi, tenant),
  tenantPrivileges: bySelector(privilegeManagerAbi, tenantPrivileges),
  dappPrivileges: bySelector(privilegeManagerAbi, dappPrivileges),
  dappController: bySelector(dappControllerAbi, dappController),
  instrumentManager: bySelector(instrumentManagerAbi, instrumentManager),
  registryManager: bySelector(accountRegistryManagerAbi, accountRegistryManager),
  deliveryManager: bySelector(deliveryManagerAbi, deliveryManager),
}

/** The first topic of every event that some handler knows: what the ledger is asked for. */
export const TOPICS: readonly string[] = [
  ...new Set(Object.values(TABLE).flatMap((events) => [...events.keys()])),
]

function bySelector<const A extends Abi>(abi: A, handlers: Handlers<A>): ReadonlyMap<string, Known> {
  const handlerOf = new Map(Object.entries(handlers)) as Map<string, Handler>
  return new Map(
    abi.flatMap((item) => {
      const handle = item.type === 'event' ? handlerOf.get(item.name) : undefined
      return item.type === 'event' && handle !== undefined
        ? [[toEventSelector(item), { event: item, handle }] as const]
        : []
    }),
  )
}

/** The log's arguments and its handler; undefined where a contract of this kind has no such event. */
export function decodeLog(kind: ContractKind, log: Log): { args: object; handle: Handler } | undefined {
  const known = TABLE[kind].get(log.topics[0] ?? '')
  if (known === undefined) return undefined
  const indexed = known.event.inputs.filter((input) => input.indexed === true)
  const others = known.event.inputs.filter((input) => input.indexed !== true)
  if (indexed.length !== log.topics.length - 1)
    throw new Error(
      `${known.event.name} of ${log.address} in block ${log.block} has other topics than its ABI.`,
    )
  const args: Record<string, unknown> = {}
  indexed.forEach((input, index) => {
    const [value] = decodeAbiParameters([input], (log.topics[index + 1] ?? '0x') as `0x${string}`)
    args[input.name ?? ''] = value
  })
  if (others.length > 0) {
    const values: readonly unknown[] = decodeAbiParameters(others, log.data as `0x${string}`)
    others.forEach((input, index) => {
      args[input.name ?? ''] = values[index]
    })
  }
  return { args, handle: known.handle }
}
