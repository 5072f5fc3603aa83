// What the accounts of a batch have now, and what they had when it was proposed.
import { toQuantity } from '@connex/protocol'
import type { AccountNumber, Address, PositionSum, RegistryId, Seconds } from '@connex/protocol'
import type { Client } from '../client/client.ts'
import type { CallControl } from '../http/call.ts'
import { call } from '../http/call.ts'
import type { SignedCall } from '../ledger/review.ts'
import { currentMe } from '../session/session.ts'
import type { Balance, Doubt } from './doubts.ts'

type Need = {
  registryManagerAddr: Address
  registryId: RegistryId
  account: AccountNumber
  quantity: bigint
}

/** Of the accounts from which the caller's tenant would deliver: those that have too little. */
export async function findShortages(
  client: Client,
  calls: readonly SignedCall[],
  proposedAt: Seconds,
  control: CallControl,
): Promise<Doubt[]> {
  const balances = await readBalances(client, calls, proposedAt, control)
  return balances
    .filter(({ now, needed }) => BigInt(now) < BigInt(needed))
    .map((balance) => ({ code: 'lessAvailable', ...balance }))
}

/** What is available in these accounts, when it was proposed and now; without positions that nobody holds any more. */
export async function readBalances(
  client: Client,
  calls: readonly SignedCall[],
  proposedAt: Seconds,
  { signal }: CallControl,
): Promise<Balance[]> {
  const { tenant } = await currentMe(client)
  const balances: Balance[] = []
  for (const need of needsOf(calls, tenant.address)) {
    const { registryManagerAddr, registryId, account, quantity } = need
    const query = { registryManagerAddr, registryId, account, owner: tenant.address }
    const [present, past] = await Promise.all([
      call(client, 'positions', { query, signal }),
      call(client, 'positions', { query: { ...query, asOfTime: proposedAt - 1 }, signal }),
    ])
    const [position] = present.items
    if (position === undefined) continue
    balances.push({
      instrument: nameOf(position),
      account,
      decimals: position.decimals,
      needed: toQuantity(quantity),
      before: toQuantity(BigInt(past.items[0]?.available ?? 0)),
      now: toQuantity(BigInt(position.available)),
    })
  }
  return balances
}

function needsOf(calls: readonly SignedCall[], own: Address): Need[] {
  const needs = new Map<string, Need>()
  for (const { functionName, legs, accounts } of calls)
    for (const [legIdx, leg] of legs.entries()) {
      const account = functionName === 'createDelivery' ? leg.senderAccount : accounts[legIdx]
      if (leg.sender !== own || leg.registryId === undefined || account === undefined) continue
      const key = `${leg.assetManagerAddr} ${leg.registryId} ${account}`
      const before = needs.get(key)?.quantity ?? 0n
      const { registryId, assetManagerAddr: registryManagerAddr } = leg
      needs.set(key, { registryManagerAddr, registryId, account, quantity: before + leg.quantity })
    }
  return [...needs.values()]
}

const nameOf = ({ identifier, label }: PositionSum): string => label ?? identifier
