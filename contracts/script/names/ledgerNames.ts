// Every name of the ledger that the specification has ('Contract view', 'Other contract shapes', 'Ledger contract
// calls'), and where the contracts keep it. The row is the checklist's.
import type { Abi, AbiFunction, AbiParameter } from 'viem'

const registryManagers = ['EntryRegistryManager', 'AccountRegistryManager', 'ChainRegistryManager'] as const

/** A call: on each of the contracts each of the functions, in a form that takes the parameter where one is named. */
export type LedgerCall = {
  row: string
  name: string
  contracts: readonly string[]
  functions: readonly string[]
  takes?: string
}

/** A shape: a struct with at least these fields, among what one of the functions answers or takes. */
export type LedgerShape = {
  row: string
  name: string
  contract: string
  functions: readonly string[]
  fields: readonly string[]
}

const splitNames = (text: string): string[] => text.split(' ')

const shape = (
  row: string,
  name: string,
  contract: string,
  functions: string,
  fields: string,
): LedgerShape => ({
  row,
  name,
  contract,
  functions: splitNames(functions),
  fields: splitNames(fields),
})

export const ledgerShapes: readonly LedgerShape[] = [
  shape(
    'L001',
    'Delivery',
    'DeliveryManager',
    'deliveries',
    'valid used numLegs numLegsDelivered numLegsConfirmed privateDataFp valueDate creator',
  ),
  shape(
    'L002',
    'Instrument',
    'InstrumentManager',
    'getInstrument',
    'identifierType privateDataFp privateDataVersion issuer state instrumentType managedBy creationMark depositary decimals privatePlacementFlag',
  ),
  shape('L002', 'Instrument metadata', 'InstrumentManager', 'getInstrumentMetadata', 'whitelistedTenants'),
  ...registryManagers.flatMap((contract) => [
    shape(
      'L003',
      'Registry',
      contract,
      'registries',
      'registryType registryState instrumentManager registrar instrumentRegistrar instrumentId instrumentRevision',
    ),
    shape(
      'L004',
      'Registration request',
      contract,
      'registrationRequests',
      'state registrar issuerOrDepositary instrumentRevision',
    ),
  ]),
  shape(
    'L005',
    'Registry entry',
    'EntryRegistryManager',
    'registryEntries',
    'entryType earmarkedBy issuer owner',
  ),
  shape(
    'L006',
    'Registry entry of accounts',
    'AccountRegistryManager',
    'checkEntryExists',
    'earmarkedBy issuerOrDepositary account isRedeemable',
  ),
  shape('L007', 'Account', 'AccountRegistryManager', 'configureAccount', 'owner accountNum'),
  shape(
    'L008',
    'Account details',
    'AccountRegistryManager',
    'accountDetails',
    'valid omnibus terminateOnReceive',
  ),
  shape('L009', 'Signature', 'DappController', 'delegateBatchWithMultisig', 'v r s'),
  shape('L010', 'Aspect', 'InstrumentManager', 'getAspect', 'entityId aspectId aspectRecordId owner'),
  shape('L011', 'Refund settings', 'PlatformManager', 'refundSettings', 'refundThreshold refundLimit'),
  shape(
    'L012',
    'Registered dApp',
    'PlatformManager',
    'registeredDapps',
    'globalTypeId shortName dappFingerprint',
  ),
  shape('L013', 'Registered type', 'PlatformManager', 'registeredTypes', 'valid maintainer typeDescriptorFp'),
]

const on =
  (...contracts: readonly string[]) =>
  (row: string, name: string, functions: string, takes?: string): LedgerCall => ({
    row,
    name,
    contracts,
    functions: splitNames(functions),
    ...(takes === undefined ? {} : { takes }),
  })

const tenant = on('Tenant')
const factory = on('Factory')
const delivery = on('DeliveryManager')
const instrument = on('InstrumentManager')
const platform = on('PlatformManager')
const controller = on('DappController')
const registries = on(...registryManagers)
const accounts = on('AccountRegistryManager')
const chain = on('ChainRegistryManager')
const privileges = on('PrivilegeManager')

export const ledgerCalls: readonly LedgerCall[] = [
  tenant('L014', 'name', 'name'),
  tenant('L014', 'apiUrl', 'apiUrl'),
  tenant('L014', 'lei', 'lei'),
  tenant('L014', 'privilege manager address', 'privilegeManager'),
  tenant('L014', 'registration reference', 'registrationReference'),
  tenant('L014', 'nonce', 'nonce'),
  tenant('L014', 'confirmer', 'confirmer'),

  factory('L016', 'createTenant', 'createTenant'),
  factory('L017', 'createTenant with version', 'createTenant', 'version'),
  factory('L018', 'createPrivilegeManager', 'createPrivilegeManager'),
  factory('L019', 'createGenericDAPPController', 'createGenericDAPPController'),
  factory('L020', 'createGenericDAPPController V2', 'createGenericDAPPControllerV2'),
  factory('L021', 'registerTenantCodeContract', 'registerTenantCodeContract'),
  factory('L022', 'changeOwner', 'changeOwner'),

  delivery('L023', 'createDelivery', 'createDelivery'),
  delivery('L024', 'confirm', 'confirmDelivery'),
  delivery('L025', 'confirm leg', 'confirmLegDelivery'),
  delivery('L026', 'report external delivery', 'reportExternalDelivery'),
  delivery('L027', 'confirm external delivery', 'confirmExternalDelivery'),
  delivery('L028', 'confirm and lock leg', 'confirmAndLockLeg'),
  delivery('L029', 'unlock and deliver leg with a key', 'unlockAndDeliverLeg'),
  delivery('L030', 'cancel with reason fingerprint', 'cancelDelivery'),
  delivery('L031', 'unlock and cancel', 'unlockAndCancel'),
  delivery('L032', 'notify leg delivery', 'notifyLegDelivery'),
  delivery('L033', 'setReceiverAccount', 'setReceiverAccount'),
  delivery('L034', 'deliveries', 'deliveries'),
  delivery('L035', 'isParticipant', 'isParticipant'),
  delivery('L036', 'register leg manager', 'registerLegManager'),
  delivery('L037', 'unregister leg manager', 'unregisterLegManager'),
  delivery('L038', 'upgrade', 'upgrade'),
  delivery('L039', 'rollback', 'rollback'),

  instrument('L040', 'create', 'createInstrument'),
  instrument('L041', 'create with depositary', 'createInstrumentWithDepositary'),
  instrument('L042', 'create revision', 'createInstrumentRevision'),
  instrument('L043', 'create private with whitelist', 'createPrivateInstrument'),
  instrument('L044', 'create private with depositary', 'createPrivateInstrumentWithDepositary'),
  instrument('L045', 'create traditional', 'createTraditionalInstrument'),
  instrument(
    'L046',
    'create V2 with decimals',
    'createInstrumentV2 createInstrumentWithDepositaryV2 createPrivateInstrumentV2 createPrivateInstrumentWithDepositaryV2',
  ),
  instrument('L047', 'update whitelist', 'updateWhitelist'),
  instrument('L048', 'make public', 'makePublic'),
  instrument('L049', 'getInstrument', 'getInstrument'),
  instrument('L050', 'getInstrumentMetadata', 'getInstrumentMetadata'),
  instrument('L051', 'isValidInstrument', 'isValidInstrument'),
  instrument('L052', 'isLatestInstrumentRevision', 'isLatestInstrumentRevision'),
  instrument('L053', 'isWhitelisted', 'isWhitelisted'),
  instrument('L054', 'get aspect', 'getAspect'),
  instrument('L055', 'set aspect', 'setAspect'),
  instrument('L056', 'unset aspect', 'unsetAspect'),

  platform('L057', 'onboard', 'onboard'),
  platform('L058', 'registerTenant', 'registerTenant'),
  platform('L059', 'unregisterTenant', 'unregisterTenant'),
  platform('L060', 'fund', 'fund'),
  platform('L061', 'refund', 'refund'),
  platform('L062', 'refundEOA', 'refundEOA'),
  platform('L063', 'setRefundLimits', 'setRefundLimits'),
  platform('L064', 'registerType', 'registerType registeredTypes'),
  platform('L065', 'registerDAPP', 'registerDAPP registeredDapps'),
  platform('L066', 'createDAPP', 'createDAPP'),
  platform('L067', 'setDefaultFactory', 'setDefaultFactory'),
  platform('L068', 'setDAPPFactory', 'setDAPPFactory'),
  platform('L069', 'blacklist calls', 'blacklist unblacklist isBlacklisted'),
  platform('L070', 'setUsePermissioning', 'setUsePermissioning'),

  controller('L071', 'delegateBatchWithMultisig with signatures', 'delegateBatchWithMultisig'),
  controller('L072', 'checkUserPrivilege', 'checkUserPrivilege'),
  controller('L073', 'updateConfig', 'updateConfig'),

  registries('L074', 'request registration', 'requestInstrumentRegistration'),
  registries('L075', 'cancel registration', 'cancelInstrumentRegistration'),
  registries('L076', 'reject registration', 'rejectInstrumentRegistration'),
  registries('L077', 'confirm registration', 'confirmInstrumentRegistrationAndPrepareRegistry'),
  registries('L078', 'suspend', 'suspendRegistry'),
  registries('L079', 'unsuspend', 'unsuspendRegistry'),
  registries('L080', 'unregister as issuer', 'unregisterAsIssuer'),
  registries('L081', 'unregister as registrar', 'unregisterAsRegistrar'),
  registries('L082', 'issue', 'issue'),
  registries('L083', 'transfer', 'transfer'),
  registries('L084', 'transferAndUnearmark', 'transferAndUnearmark'),
  registries('L085', 'reorg', 'reorg'),
  registries('L086', 'forcedTransfer', 'forcedTransfer'),
  registries('L087', 'forcedReorg', 'forcedReorg'),
  registries('L088', 'terminateEntry', 'terminateEntry'),
  registries('L089', 'earmark', 'earmark'),
  registries('L090', 'unearmark', 'unearmark'),
  registries('L091', 'checkEntryExists', 'checkEntryExists'),
  registries('L092', 'upgrade', 'upgrade'),
  registries('L093', 'rollback', 'rollback'),
  registries('L094', 'init', 'init'),
  registries('L095', 'setConfirmer', 'setConfirmer'),
  registries('L096', 'setAspect', 'setAspect'),
  registries('L097', 'setSenderWhitelisted', 'setSenderWhitelisted'),
  registries('L098', 'setRegistrationProtocol', 'setRegistrationProtocol'),

  accounts('L099', 'approve', 'approve'),
  accounts('L100', 'transferFrom', 'transferFrom'),
  accounts('L101', 'balanceOf', 'balanceOf'),
  accounts('L102', 'allowance', 'allowance'),
  accounts('L103', 'totalSupplyOf', 'totalSupplyOf'),
  accounts('L104', 'earmarkedBalanceOf', 'earmarkedBalanceOf'),
  accounts('L105', 'importAssets', 'importAssets'),
  accounts('L106', 'markAssetsForExport', 'markAssetsForExport'),
  accounts('L107', 'terminate', 'terminate'),

  chain('L108', 'createChain', 'createChain'),
  chain('L109', 'onramp', 'onramp'),
  chain('L110', 'offramp', 'offramp'),

  privileges('L111', 'getVersion', 'getVersion'),
  privileges('L112', 'grant', 'grant'),
  privileges('L113', 'revoke', 'revoke'),
  privileges('L114', 'grantRevokeMultiple', 'grantRevokeMultiple'),
  privileges('L115', 'grantRevokeBatch', 'grantRevokeBatch'),
  privileges('L116', 'checkGranted', 'checkGranted'),
  privileges('L117', 'isSuperUser', 'isSuperUser'),
  privileges('L118', 'isInAnyRole', 'isInAnyRole'),
  privileges('L119', 'setRecoverer', 'setRecoverer'),
  privileges('L120', 'nominateAdmin', 'nominateAdmin'),
  privileges('L121', 'commitNomination', 'commitNomination'),
  privileges('L122', 'rejectNomination', 'rejectNomination'),
  privileges('L123', 'revokeNomination', 'revokeNomination'),
]

/** What an ABI calls by this name: several where it is overloaded. */
export const functionsNamed = (abi: Abi, name: string, takes?: string): AbiFunction[] =>
  abi
    .filter((item): item is AbiFunction => item.type === 'function' && item.name === name)
    .filter(({ inputs }) => takes === undefined || inputs.some((input) => input.name === takes))

/** A sentence for each name that the contracts do not have: none where all is there. */
export const missingCalls = (
  abis: ReadonlyMap<string, Abi>,
  { row, contracts, functions, takes }: LedgerCall,
): string[] =>
  contracts.flatMap((contract) =>
    functions
      .filter((name) => functionsNamed(abis.get(contract) ?? [], name, takes).length === 0)
      .map((name) => `${row} ${contract}.${name}${takes === undefined ? '' : ` with ${takes}`}`),
  )

export function missingFields(
  abis: ReadonlyMap<string, Abi>,
  { row, name, contract, functions, fields }: LedgerShape,
): string[] {
  const structs = functions
    .flatMap((one) => functionsNamed(abis.get(contract) ?? [], one))
    .flatMap(({ inputs, outputs }) => [...inputs, ...outputs].flatMap(structsIn))
  if (structs.some((struct) => fields.every((field) => struct.includes(field)))) return []
  const known = structs.flat()
  const lost = fields.filter((field) => !known.includes(field))
  return [
    `${row} ${contract}.${functions.join('/')}: ${name} with ${(lost.length > 0 ? lost : fields).join(', ')}`,
  ]
}

/** The field names of a parameter's struct, and of every struct within. */
function structsIn(parameter: AbiParameter): string[][] {
  if (!('components' in parameter)) return []
  return [parameter.components.map(({ name = '' }) => name), ...parameter.components.flatMap(structsIn)]
}
