// The accounts last used for an instrument with a custodian, remembered in this browser: a proposal, never a decision.
import { AccountNumber, type Address, type DeliveryLeg } from '@connex/protocol'
import { readPreference, writePreference } from '../../lib/preferences.ts'
import type { LegKey } from './useAssetChoices.ts'

const PREFERENCE = 'accounts'

/** As many as a desk uses; the oldest are forgotten. */
const LIMIT = 500

type Leg = Pick<DeliveryLeg, 'assetManagerAddr' | 'registrar' | 'assetId'>

/** What an account is used for: to deliver or receive one instrument with one custodian. */
export const accountUse = (
  tenant: Address,
  side: LegKey,
  { assetManagerAddr, registrar, assetId }: Leg,
): string => [tenant, side, assetManagerAddr, registrar, assetId].join('.')

/** `lastAccount(accountUse(tenant, 'receive', leg))` → '4100118', undefined the first time */
export const lastAccount = (use: string): AccountNumber | undefined => read().get(use)

/** Remembers the account for the next time. `rememberAccount(accountUse(tenant, 'receive', leg), account)` */
export function rememberAccount(use: string, account: AccountNumber): void {
  const others = [...read()].filter(([one]) => one !== use)
  writePreference(PREFERENCE, JSON.stringify([...others, [use, account]].slice(-LIMIT)))
}

function read(): Map<string, AccountNumber> {
  try {
    const entries = JSON.parse(readPreference(PREFERENCE) ?? '[]') as [string, unknown][]
    return new Map(
      entries.flatMap(([use, account]) => {
        const { data } = AccountNumber.safeParse(account)
        return data === undefined ? [] : [[use, data] as const]
      }),
    )
  } catch {
    // Written by another version, or by hand.
    return new Map()
  }
}
