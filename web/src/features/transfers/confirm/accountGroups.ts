// Which accounts a confirmation names: one for the legs that the same account can serve.
import {
  isDigital,
  type AccountNumber,
  type Address,
  type DeliveryLeg,
  type Duty,
  type Transfer,
} from '@connex/protocol'
import type { ConfirmParameters } from '@connex/sdk'
import type { LegKey } from '../../../shared/deal/useAssetChoices.ts'

type LegAccounts = NonNullable<ConfirmParameters['legAccounts']>

export type AccountGroup = { key: string; role: LegKey; legs: readonly [DeliveryLeg, ...DeliveryLeg[]] }

/**
 * An account belongs to one custodian, and a holding to one account of it. So what comes in from a custodian goes into one account, and
 * each registry's securities leave one. A leg whose receiving account is set needs no second choice.
 *
 * @example
 * accountGroups(substitution, own, ['deliver', 'receive']).map(({ key }) => key) // one for each custodian and registry
 */
export function accountGroups(
  { legs }: Pick<Transfer, 'legs'>,
  own: Address,
  duties: readonly Duty[],
): AccountGroup[] {
  const digital = legs.filter(isDigital)
  const delivered = duties.includes('deliver') ? digital.filter(({ sender }) => sender === own) : []
  const received = duties.includes('receive')
    ? digital.filter(({ receiver, receiverAccount }) => receiver === own && receiverAccount === null)
    : []
  return [
    ...grouped('deliver', delivered, ({ assetManagerAddr, registrar, assetId }) =>
      [assetManagerAddr, registrar, assetId].join('.'),
    ),
    ...grouped('receive', received, ({ assetManagerAddr, registrar }) =>
      [assetManagerAddr, registrar].join('.'),
    ),
  ]
}

const grouped = (
  role: LegKey,
  legs: readonly DeliveryLeg[],
  keyOf: (leg: DeliveryLeg) => string,
): AccountGroup[] =>
  [...Map.groupBy(legs, keyOf)].flatMap(([key, [first, ...others]]) =>
    first === undefined ? [] : [{ key: `${role}.${key}`, role, legs: [first, ...others] as const }],
  )

/** How much of its registry a group moves. */
export const quantityOf = ({ legs }: Pick<AccountGroup, 'legs'>): bigint =>
  legs.reduce((sum, { quantity }) => sum + BigInt(quantity), 0n)

/** The account of each leg; undefined while a group has none. */
export function legAccountsOf(
  groups: readonly AccountGroup[],
  accountOf: (group: AccountGroup) => AccountNumber | undefined,
): LegAccounts | undefined {
  const named = groups.map((group) => ({ group, account: accountOf(group) }))
  if (named.some(({ account }) => account === undefined)) return undefined
  return Object.fromEntries(
    named.flatMap(({ group, account }) =>
      account === undefined ? [] : group.legs.map(({ legIdx }) => [legIdx, account] as const),
    ),
  )
}
