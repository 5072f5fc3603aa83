// The SDK's function of each act: what it sends and stores is taken from it before anything is signed.
import type { Act, ActName } from '@connex/protocol'
import { fingerprintOf } from '@connex/protocol'
import * as sdk from '@connex/sdk/preparing'
import type { Client, SendOptions } from '@connex/sdk/preparing'

/** An act's own fields. */
type ActParameters<Name extends ActName> = Omit<Extract<Act, { act: Name }>, 'act' | 'nonce' | 'deadline'>

type Verb<Name extends ActName> = (
  client: Client,
  parameters: ActParameters<Name>,
  options: SendOptions,
) => Promise<object>

type Counted = { quantity: string }

const inUnits = <Given extends Counted>({
  quantity,
  ...given
}: Given): Omit<Given, 'quantity'> & { quantity: bigint } => ({ ...given, quantity: BigInt(quantity) })

/** With its quantity as the SDK takes it. */
const counted =
  <Given extends Counted>(
    verb: (
      client: Client,
      parameters: Omit<Given, 'quantity'> & { quantity: bigint },
      options: SendOptions,
    ) => Promise<object>,
  ) =>
  (client: Client, parameters: Given, options: SendOptions): Promise<object> =>
    verb(client, inUnits(parameters), options)

/** An act without a verb does not compile. */
export const ACT_VERBS: { readonly [Name in ActName]: Verb<Name> } = {
  grantPrivileges: sdk.grantPrivileges,
  revokePrivileges: sdk.revokePrivileges,
  changeTenantPrivileges: sdk.changeTenantPrivileges,
  setFourEyes: sdk.setFourEyes,
  updateTenant: sdk.updateTenant,
  setRecoverer: sdk.setRecoverer,
  nominateAdmin: sdk.nominateAdmin,
  revokeNomination: (client, _, options) => sdk.revokeNomination(client, options),
  commitNomination: sdk.commitNomination,
  rejectNomination: sdk.rejectNomination,
  registerTenant: sdk.registerTenant,
  blacklistAccounts: sdk.blacklistAccounts,
  setRefundLimits: (client, { refundThreshold, refundLimit }, options) =>
    sdk.setRefundLimits(
      client,
      { refundThreshold: BigInt(refundThreshold), refundLimit: BigInt(refundLimit) },
      options,
    ),
  fundPlatform: (client, { amount }, options) =>
    sdk.fundPlatform(client, { amount: BigInt(amount) }, options),
  announceUpgrade: sdk.announceUpgrade,
  announceRollback: sdk.announceRollback,
  withdrawUpgrade: sdk.withdrawUpgrade,
  executeUpgrade: sdk.executeUpgrade,
  cancelExpired: sdk.cancelExpired,

  createInstrument: sdk.createInstrument,
  reviseInstrument: sdk.reviseInstrument,
  expireInstrument: sdk.expireInstrument,
  makePublic: sdk.makePublic,
  updateWhitelist: sdk.updateWhitelist,

  requestRegistration: sdk.requestRegistration,
  confirmRegistration: sdk.confirmRegistration,
  rejectRegistration: sdk.rejectRegistration,
  cancelRegistration: sdk.cancelRegistration,
  unregisterRegistry: (client, { registryNonce, reason: comment, ...parameters }, options) => {
    const reason = { comment, fingerprint: fingerprintOf(comment) }
    return sdk.unregisterRegistry(client, { ...parameters, reason, nonce: BigInt(registryNonce) }, options)
  },
  finishImport: sdk.finishImport,
  suspendRegistry: sdk.suspendRegistry,
  unsuspendRegistry: sdk.unsuspendRegistry,
  startExporting: sdk.startExporting,

  configureAccount: sdk.configureAccount,
  issueAssets: counted(sdk.issueAssets),
  importAssets: counted(sdk.importAssets),
  markAssets: counted(sdk.markAssets),
  forceTransfer: counted(sdk.forceTransfer),
  terminateAssets: counted(sdk.terminateAssets),
  issueEntries: (client, { entries, ...parameters }, options) =>
    sdk.issueEntries(client, { ...parameters, entries: entries.map((one) => inUnits(one)) }, options),
  importEntries: (client, { entries, ...parameters }, options) =>
    sdk.importEntries(client, { ...parameters, entries: entries.map((one) => inUnits(one)) }, options),
  reorgEntries: (client, { entries, ...parameters }, options) =>
    sdk.reorgEntries(client, { ...parameters, entries: entries.map((one) => inUnits(one)) }, options),
  markEntries: sdk.markEntries,
  terminateEntry: sdk.terminateEntry,
  createCustodyChain: sdk.createCustodyChain,
  onramp: counted(sdk.onramp),
  offramp: counted(sdk.offramp),
  markCustodyChainAssets: counted(sdk.markCustodyChainAssets),
}
