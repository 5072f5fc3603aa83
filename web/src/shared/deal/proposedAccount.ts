// The account that a form proposes for an instrument: the one last used for it. Loaded beside the form.
import type { AccountNumber, Address, DeliveryLeg } from '@connex/protocol'
import type { Custodian } from '@connex/sdk'
import type { AssetTerms } from './AssetDraft.ts'
import { accountUse, lastAccount, rememberAccount } from './lastAccounts.ts'
import type { AssetChoices, LegKey } from './useAssetChoices.ts'

type Place = { tenant: Address; side: LegKey; custodian: Custodian }

const keyIn = ({ tenant, side, custodian }: Place, registryId: string): string =>
  accountUse(tenant, side, {
    assetManagerAddr: custodian.registryManagerAddr,
    registrar: custodian.registrarAddr,
    assetId: registryId as DeliveryLeg['assetId'],
  })

/** `proposedAccount(place, registryId, choices)` → '4100118'; undefined where there is none that can be used now */
export function proposedAccount(
  place: Place,
  registryId: string,
  choices: Pick<AssetChoices, 'held' | 'accounts'>,
): AccountNumber | undefined {
  const account = lastAccount(keyIn(place, registryId))
  return account && isUsable(place.side, registryId, account, choices) ? account : undefined
}

/** Proposes the account the next time. */
export const rememberProposal = (place: Place, { registryId, account }: AssetTerms): void =>
  rememberAccount(keyIn(place, registryId), account)

/** To deliver, the account must have some of the instrument available; to receive, the custodian must still have it. */
const isUsable = (
  side: LegKey,
  registryId: string,
  account: string,
  { held, accounts }: Pick<AssetChoices, 'held' | 'accounts'>,
): boolean =>
  side === 'deliver'
    ? held.some((one) => one.registryId === registryId && one.account === account && one.available !== '0')
    : accounts.some(({ value }) => value === account)
