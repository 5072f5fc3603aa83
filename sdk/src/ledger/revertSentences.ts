// What each typed error of the contracts means to an operations user. The type makes the table complete; a test
// compares it with the ABI once more.
import type { errorsAbi } from '@connex/contracts'
import { privilegeName } from '@connex/protocol'

export type RevertValues = Readonly<Record<string, unknown>>
type Sentence = string | ((values: RevertValues) => string)
type ErrorName = (typeof errorsAbi)[number]['name']

const privilege = ({ privilege: id }: RevertValues): string => {
  const name = privilegeName(String(id))
  return name === undefined ? 'a privilege that this version does not know' : `the privilege ${name}`
}

const day = (seconds: unknown): string => new Date(Number(seconds) * 1000).toISOString().slice(0, 10)

const TECHNICAL =
  'The request did not fit the ledger. Load the page again; if it persists, tell your administrator.'

export const revertSentences = {
  // Deliveries
  DeliveryAlreadyExists: 'A delivery with this id is already on the ledger.',
  DeliveryBeforeValueDate: ({ valueDate }) =>
    `The delivery cannot settle before its value date, ${day(valueDate)}.`,
  DeliveryCancelAlreadyRequested: 'You have already asked for cancelling. The other side has to agree.',
  DeliveryDataMismatch: TECHNICAL,
  DeliveryIdMissing: TECHNICAL,
  DeliveryInvestorsFirst: 'The investors have to confirm first.',
  DeliveryLegsMismatch: 'The terms passed differ from those on the ledger. Load the page again.',
  DeliveryNotParticipant: 'Your tenant takes no part in this delivery.',
  DeliveryNotPending: 'The delivery is already closed: it was settled or canceled.',
  DeliveryNothingToConfirm: 'There is nothing that your tenant can confirm now.',
  DeliveryReasonMissing: 'A registrar has to give a reason for refusing.',
  DeliveryTooManyLegs: 'A delivery can have 32 legs at most.',
  DeliveryUnknown: 'This delivery is not on the ledger.',
  DeliveryValueDateInvalid: 'A value date is a whole day, at midnight UTC.',
  DeliveryWithoutLegs: 'A delivery needs at least one leg.',
  LegAlreadyConfirmed: 'This was already confirmed.',
  LegAssetManagerInvalid: 'This registry cannot take part in deliveries.',
  LegAssetMissing: 'The leg names no asset.',
  LegCoordinatorInvalid: 'The transaction coordinator does not fit this kind of leg.',
  LegDataNotOwn: 'An account can be named for the own side only.',
  LegDataUnexpected: 'No account belongs to this kind of leg.',
  LegDeliveryManagerRequired: TECHNICAL,
  LegIndexInvalid: 'The delivery has no such leg.',
  LegIsExternal: 'A payment is reported and confirmed on its own.',
  LegManagerAlreadyRegistered: 'A leg manager is already registered for this kind of leg.',
  LegManagerInvalid: 'This leg manager cannot serve this kind of leg.',
  LegNotEarmarked: 'The payment can be reported only after the securities are earmarked.',
  LegNotExternal: 'This leg is no payment outside the ledger.',
  LegNotParty: 'Your tenant takes no part in this leg.',
  LegNotReported: 'The payment has to be reported as sent first.',
  LegQuantityInvalid: 'The quantity does not fit this kind of leg.',
  LegReceiptNotNamed: 'The receiving account has to be named.',
  LegRegistrarInvalid: 'The registrar does not fit this leg.',
  LegSenderIsReceiver: 'Sender and receiver have to be different tenants.',
  LegTypeNotAvailable: 'This kind of leg is not available now. Please contact your administrator.',

  // Registries and accounts
  AccountNotOpen: ({ accountNum }) => `Account ${String(accountNum)} is not open with this custodian.`,
  AccountNumberInvalid: 'The account number is not valid.',
  AccountOwnerInvalid: 'An account can be opened for an investor only.',
  EarmarkAlreadyTaken: 'The quantity is already earmarked for this delivery.',
  EarmarkNotTaken: 'Nothing is earmarked for this delivery.',
  MovementSelf: 'Sender and receiver have to be different tenants.',
  MovementWithoutInvestor: 'A delivery needs an investor on at least one side.',
  QuantityInvalid: 'The quantity has to be greater than 0.',
  QuantityNotAvailable: 'Insufficient funds in selected account.',
  ReasonMissing: 'A reason has to be given.',
  ReceiptNotNamed: 'The receiver has not named an account.',
  RegistrationAlreadyRequested: 'The registration was already requested.',
  RegistrationIssuerRequired: "Only the instrument's issuer or depositary can answer this request.",
  RegistrationNotRequested: 'No registration is waiting for an answer here.',
  RegistryNotRegistered: "The instrument's register is suspended or closed. Nothing can be moved now.",
  RegistryNotSuspended: 'The register is not suspended.',
  RegistryRegistrarRequired: "Only the register's own registrar can do this.",
  RegistryUnknown: 'This register is not on the ledger.',
  SupplyTooLarge: 'This would issue more than a register can hold.',

  // Instruments
  InstrumentAlreadyExists: 'An instrument with this id is already on the ledger.',
  InstrumentDepositaryInvalid: 'The depositary is not admitted.',
  InstrumentExpired: 'The instrument has reached its end of life.',
  InstrumentHolderNotWhitelisted: 'A tenant that is not on its list may not hold this private instrument.',
  InstrumentIdMissing: TECHNICAL,
  InstrumentIdentifierTaken: 'An instrument with this identifier already exists.',
  InstrumentIssuerRequired: "Only the instrument's issuer, or who manages it, can do this.",
  InstrumentManagerUnknown: 'This instrument manager is not known to the registry.',
  InstrumentNotIssuable: 'Nothing more of this instrument can be issued.',
  InstrumentNotPrivate: 'The instrument is no private placement.',
  InstrumentNotRegistrable: 'The instrument cannot be registered: it is unknown, expired or kept elsewhere.',
  InstrumentRevisionOutdated: 'The instrument has been revised since. Ask again for its latest revision.',
  InstrumentTermsInvalid: "The instrument's terms are not complete or do not fit together.",
  InstrumentUnknown: 'This instrument is not on the ledger.',
  InstrumentWhitelistInvalid: 'The list of tenants for this private instrument is not valid.',

  // Users, controllers, signatures
  BatchEmpty: TECHNICAL,
  BatchExpired: 'The transaction came too late: its deadline has passed. Sign it again.',
  CallSelectorMissing: TECHNICAL,
  CallSelectorNotConfigured: 'Your tenant has not opened this function to its users. Ask your administrator.',
  CallTargetForbidden: 'Your tenant may not call this contract from here.',
  ControllerTenantRequired: 'Only the tenant itself can change this.',
  SignatureInvalid: 'A co-signature is not valid.',
  SignaturesNotAscending: 'The co-signatures are doubled or out of order.',
  SignaturesTooFew: ({ required }) =>
    `This needs the signatures of ${String(required)} users of your tenant (four eyes). Ask your administrator.`,
  SignerIsSender: 'You cannot be your own second signer.',
  UserNotActive: 'This user is not active on the ledger. Ask your administrator.',
  UserNotPrivileged: (values) => `You lack ${privilege(values)}. Ask your administrator.`,
  WorkflowSignaturesInvalid: 'The number of signatures required is not valid.',

  // Privileges
  PrivilegeHolderMissing: 'A privilege needs a holder.',
  PrivilegeNotHeld: (values) => `A tenant that takes part lacks ${privilege(values)}.`,
  PrivilegeMissing: 'A privilege has to be named.',
  SuperUserMissing: 'A privilege manager needs a super user.',
  SuperUserRequired: 'Only who manages these privileges can change them.',

  // Platform
  CodeMissing: 'There is no contract at this address.',
  DappAlreadyRegistered: 'This dApp is already registered.',
  DappFactoryMissing: 'The platform has no factory for this type of dApp.',
  DappForeign: 'This dApp belongs to another platform.',
  FactoryDappUnknown: 'This dApp is not registered.',
  FactoryMissing: 'The platform has no factory.',
  FactoryOwnerMissing: 'A factory needs an owner.',
  FactoryOwnerRequired: "Only the factory's owner can do this.",
  FactoryTenantRequired: 'Only a tenant of the platform can do this.',
  OperatorTenantProtected: "The platform's own tenant cannot be shut out.",
  RefundFailed: 'The refund could not be paid. Ask the platform operator.',
  RefundFundsMissing: 'The platform has run out of funds for refunds. Ask the platform operator.',
  RefundLimitsInvalid: 'These refund limits are outside what the platform allows.',
  RefundNotNeeded: 'A refund is not needed: the balance is above the threshold.',
  RefundUserIsContract: 'Only a user can be refunded, not a contract.',
  RefundUserNotActive: 'Only an active user can be refunded.',
  TenantAlreadyRegistered: 'This tenant is already registered.',
  TenantBlacklisted: 'A tenant that takes part is blacklisted.',
  TenantCallFailed: 'The called contract refused without saying why.',
  TenantCallTargetEmpty: 'There is no contract at the called address.',
  TenantControllerRequired: 'A tenant acts through its controllers only.',
  TenantControllerUnknown: 'This controller is not registered with the tenant.',
  TenantFactoryRequired: "Only the tenant's factory can do this.",
  TenantForeign: 'This tenant belongs to another platform.',
  TenantNameMissing: 'A tenant needs a name.',
  TenantNameTaken: 'Another tenant already bears this name.',
  TenantPlatformRequired: 'Only the platform can do this.',
  TenantSelfRequired: 'Only the tenant itself can do this.',
  TenantStringKeyUnknown: 'A tenant has no such text.',
  TenantUnknown: 'A tenant that takes part is not registered on the platform.',
  TenantVersionTaken: 'This version of the tenant contract is already registered.',
  TenantVersionUnknown: 'This version of the tenant contract is not registered.',
  TypeAlreadyRegistered: 'This type of dApp is already registered.',
  TypeUnknown: 'This type of dApp is not registered.',
  UserBlacklisted: 'This user is blacklisted.',

  // From the libraries that the contracts are built with
  AddressEmptyCode: 'There is no contract at this address.',
  ERC1967InvalidImplementation: 'There is no contract at this address.',
  ERC1967NonPayable: 'This function takes no money.',
  ERC1967ProxyUninitialized: 'The contract is not set up yet.',
  FailedCall: 'A call to another contract failed.',
  FailedDeployment: 'The contract could not be deployed.',
  InsufficientBalance: 'The contract has too little money for this.',
  InvalidInitialization: 'The contract is already set up.',
  NotInitializing: 'This can be done only while the contract is set up.',
  ReentrancyGuardReentrantCall: 'The contract is busy with this very transaction.',
} as const satisfies Record<ErrorName, Sentence>
