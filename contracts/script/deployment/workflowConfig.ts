import { parseAbi, toFunctionSelector } from 'viem'
import type { Abi, AbiFunction, Hex } from 'viem'
import {
  accountRegistryManagerAbi,
  chainRegistryManagerAbi,
  dappControllerAbi,
  deliveryManagerAbi,
  entryRegistryManagerAbi,
  escrowLegManagerAbi,
  factoryAbi,
  instrumentManagerAbi,
  lockingLegManagerAbi,
  platformManagerAbi,
  privilegeManagerAbi,
  privileges,
  tenantAbi,
} from '../../generated/index.ts'
import type { dappTypes } from '../../generated/index.ts'

export type DappType = keyof typeof dappTypes

export type SelectorConfig = { functionSelector: Hex; privilege: Hex; signaturesRequired: number }

type PrivilegeName = keyof typeof privileges
type Names<abi extends Abi> = Extract<abi[number], { type: 'function' }>['name']

/** Which privilege opens these functions, for every form that a function has. */
const opens = <const abi extends Abi>(
  privilege: PrivilegeName,
  abi: abi,
  names: readonly Names<abi>[],
): SelectorConfig[] =>
  abi
    .filter(
      (item): item is AbiFunction => item.type === 'function' && names.includes(item.name as Names<abi>),
    )
    .map((item) => ({
      functionSelector: toFunctionSelector(item),
      privilege: privileges[privilege],
      signaturesRequired: 1,
    }))

const grants = ['grant', 'revoke', 'grantRevokeMultiple', 'grantRevokeBatch'] as const

/** Who recovers whom: for a tenant, or a dApp's operator, that lost its keys. */
const recovery = [
  'setRecoverer',
  'nominateAdmin',
  'commitNomination',
  'rejectNomination',
  'revokeNomination',
] as const

/** Changes of a manager's code, which are announced before they take effect. */
const UPGRADES = ['announceUpgrade', 'announceRollback', 'withdrawUpgrade', 'upgrade', 'rollback'] as const

/** What a tenant may do with an ERC-20 or ERC-721 token of its own, so that a leg's escrow can take it. */
const tokenAbi = parseAbi([
  'function approve(address spender, uint256 value)',
  'function transfer(address to, uint256 value)',
  'function transferFrom(address from, address to, uint256 value)',
  'function safeTransferFrom(address from, address to, uint256 tokenId)',
  'function safeTransferFrom(address from, address to, uint256 tokenId, bytes data)',
])

/** What a registry manager is called in a deployment. */
export type RegistryManagerName = 'AccountRegistryManager' | 'EntryRegistryManager' | 'ChainRegistryManager'

const EVERY_REGISTRY: SelectorConfig[] = [
  ...opens('user.DAPP_ADMIN', privilegeManagerAbi, [...grants, ...recovery]),
  ...opens('registry.REGISTRAR_REGISTRATION', accountRegistryManagerAbi, [
    'requestInstrumentRegistration',
    'cancelInstrumentRegistration',
    'suspendRegistry',
    'unsuspendRegistry',
    'finishImport',
    'startExporting',
    'unregisterAsRegistrar',
    'setSenderWhitelisted',
  ]),
  ...opens('registry.ISSUER_DOCUMENTATION', accountRegistryManagerAbi, [
    'confirmInstrumentRegistrationAndPrepareRegistry',
    'rejectInstrumentRegistration',
    'unregisterAsIssuer',
  ]),
  ...opens('user.TENANT_ADMIN', accountRegistryManagerAbi, ['setConfirmer', 'withdrawAgreement']),
  ...opens('user.DAPP_ADMIN', accountRegistryManagerAbi, [
    'setRegistrationProtocol',
    'announceEarmarkProtocol',
    'withdrawEarmarkProtocol',
  ]),
  ...opens('user.TECHNICAL_ADMIN', accountRegistryManagerAbi, UPGRADES),
]

// Where functions of one name differ in what they take, each manager's controller opens its own.
const OF_REGISTRY: Record<RegistryManagerName, SelectorConfig[]> = {
  AccountRegistryManager: [
    ...opens('registry.SHARED_POSITION_HANDLING', accountRegistryManagerAbi, [
      'configureAccount',
      'issue',
      'prepareEntry',
      'terminatePreparedEntry',
      'importAssets',
      'transfer',
      'transferFrom',
      'approve',
      'reorg',
      'forcedTransfer',
      'forcedReorg',
      'markAsRedeemable',
      'cancelRedeemable',
      'markAssetsForExport',
      'cancelExport',
      'terminate',
      'terminateEntry',
    ]),
  ],
  EntryRegistryManager: [
    ...opens('registry.SHARED_POSITION_HANDLING', entryRegistryManagerAbi, [
      'issue',
      'prepareEntry',
      'terminatePreparedEntry',
      'importEntries',
      'transfer',
      'reorg',
      'forcedTransfer',
      'forcedReorg',
      'terminateEntry',
      'markAsRedeemable',
      'cancelRedeemable',
      'markEntriesForExport',
      'cancelExport',
    ]),
  ],
  ChainRegistryManager: [
    ...opens('registry.SHARED_POSITION_HANDLING', chainRegistryManagerAbi, [
      'configureAccount',
      'importAssets',
      'transfer',
      'reorg',
      'forcedTransfer',
      'forcedReorg',
      'markAsRedeemable',
      'markAssetsForExport',
      'cancelRedeemable',
      'cancelExport',
    ]),
    // What a registrar issues and terminates over a chain of its own is on-ramped and off-ramped.
    ...opens('registry.TA_CONTROLLER_SHARED_ONRAMPING', chainRegistryManagerAbi, [
      'createChain',
      'setTransferAgent',
      'onramp',
      'offramp',
      'issue',
      'terminateEntry',
    ]),
  ],
}

const CONFIG: Record<DappType, SelectorConfig[]> = {
  platform: [
    ...opens('user.TENANT_ADMIN', privilegeManagerAbi, [...grants, ...recovery]),
    ...opens('user.TENANT_ADMIN', dappControllerAbi, ['updateConfig']),
    ...opens('user.TENANT_ADMIN', tenantAbi, ['setString', 'setConfirmer', 'unregisterController']),
    ...opens('user.TENANT_ADMIN', factoryAbi, [
      'createGenericDAPPController',
      'createGenericDAPPControllerV2',
    ]),
    ...opens('user.TENANT_ADMIN', platformManagerAbi, ['refundEOA']),
    ...opens('user.BUSINESS_ADMIN', platformManagerAbi, [
      'onboard',
      'registerTenant',
      'unregisterTenant',
      'setTenantName',
      'blacklist',
      'unblacklist',
      'withdrawFunds',
    ]),
    ...opens('user.TECHNICAL_ADMIN', platformManagerAbi, [
      'setRefundLimits',
      'setDefaultFactory',
      'setUsePermissioning',
      ...UPGRADES,
    ]),
    ...opens('user.TECHNICAL_ADMIN', factoryAbi, ['registerTenantCodeContract', 'changeOwner']),
    ...opens('user.DAPP_ADMIN', platformManagerAbi, [
      'registerType',
      'registerDAPP',
      'unregisterDAPP',
      'createDAPP',
      'setDAPPFactory',
    ]),
  ],
  instrument: [
    ...opens('user.DAPP_ADMIN', privilegeManagerAbi, [...grants, ...recovery]),
    ...opens('user.TECHNICAL_ADMIN', instrumentManagerAbi, UPGRADES),
    ...opens('instrument.WHITELIST', instrumentManagerAbi, ['updateWhitelist']),
    ...opens('instrument.BACKOFFICE', instrumentManagerAbi, [
      'createInstrument',
      'createInstrumentV2',
      'createInstrumentWithDepositary',
      'createInstrumentWithDepositaryV2',
      'createPrivateInstrument',
      'createPrivateInstrumentV2',
      'createPrivateInstrumentWithDepositary',
      'createPrivateInstrumentWithDepositaryV2',
      'createTraditionalInstrument',
      'createInstrumentRevision',
      'createInstrumentRevisionV2',
      'makePublic',
      'expireInstrument',
    ]),
  ],
  registry: [...EVERY_REGISTRY, ...Object.values(OF_REGISTRY).flat()],
  delivery: [
    ...opens('user.DAPP_ADMIN', privilegeManagerAbi, [...grants, ...recovery]),
    ...opens('user.DAPP_ADMIN', deliveryManagerAbi, ['registerLegManager', 'unregisterLegManager']),
    ...opens('user.BUSINESS_ADMIN', deliveryManagerAbi, ['cancelExpired']),
    ...opens('delivery.BACKOFFICE', deliveryManagerAbi, [
      'createDelivery',
      'confirmDelivery',
      'confirmAsSender',
      'confirmAsReceiver',
      'confirmLegDelivery',
      'reportExternalDelivery',
      'confirmExternalDelivery',
      'confirmAndLockLeg',
      'unlockAndDeliverLeg',
      'unlockAndCancel',
      'setReceiverAccount',
      'cancelDelivery',
      'releaseLeg',
    ]),
    // At the managers of leg types: what a token owes, and a lock whose key is known.
    ...opens('delivery.BACKOFFICE', escrowLegManagerAbi, ['reclaim']),
    ...opens('delivery.BACKOFFICE', lockingLegManagerAbi, ['deliver']),
    ...opens('delivery.TX_COORDINATOR', deliveryManagerAbi, ['confirmAsCoordinator']),
    ...opens('user.TECHNICAL_ADMIN', deliveryManagerAbi, UPGRADES),
  ],
  token: opens('delivery.BACKOFFICE', tokenAbi, ['approve', 'transfer', 'transferFrom', 'safeTransferFrom']),
}

/**
 * What a new controller asks of users: one signature everywhere, and the privilege that belongs to the function. For a
 * registry manager that is named, only what it has: a tenant's controllers are made in one transaction.
 */
export const workflowConfig = (dappType: DappType, manager?: RegistryManagerName): SelectorConfig[] =>
  manager === undefined ? CONFIG[dappType] : [...EVERY_REGISTRY, ...OF_REGISTRY[manager]]
