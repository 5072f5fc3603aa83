// What administrators of tenants and the platform's operator do, as the body of the call that prepares it.
import { privileges } from '@connex/contracts'
import * as z from 'zod/mini'
import { DeliveryLeg } from '../../entities/delivery.ts'
import { TenantInvitation, WorkflowConfig } from '../../entities/tenant.ts'
import type { PrivilegeName } from '../../privileges.ts'
import { Address, Bytes32, DeliveryId, HexData, Quantity } from '../../scalars.ts'
import { ownTransactionFields, transactionFields } from './transactionFields.ts'

/** A privilege by its name, such as `delivery.BACKOFFICE`. */
export const Privilege = z.enum(Object.keys(privileges) as [PrivilegeName, ...PrivilegeName[]])

const Privileges = z.array(Privilege).check(z.minLength(1), z.maxLength(100))

const ofUser = {
  userAddr: Address,
  privileges: Privileges,
  /** On this dApp only; default everywhere. */
  instanceAddr: z.optional(Address),
  ...transactionFields,
}

/** A manager by its address, and the dApp through whose controller the operator changes it: itself, or that of a leg manager. */
const Manager = z.object({ address: Address, dappAddr: Address })

/** A call to the new code in the transaction that puts it in place; none by default. */
const migration = z.optional(HexData.check(z.maxLength(200_000)))

const Selector = WorkflowConfig.shape.functionSelector

/** One of a new tenant's controllers: the privilege and the number of signatures that each function requires. */
const ControllerSetup = z.object({
  dapp: Address,
  config: z
    .array(
      z.object({
        functionSelector: Selector,
        /** Its id on the ledger. */
        privilege: Bytes32,
        signaturesRequired: z.int().check(z.positive(), z.maximum(255)),
      }),
    )
    .check(z.minLength(1), z.maxLength(200)),
})

/** By the name of the SDK's function. */
export const ADMINISTRATION_ACTS = {
  grantPrivileges: z.object({ act: z.literal('grantPrivileges'), ...ofUser }),
  revokePrivileges: z.object({ act: z.literal('revokePrivileges'), ...ofUser }),
  /** Of a tenant, on a dApp that the caller's tenant operates. */
  changeTenantPrivileges: z.object({
    act: z.literal('changeTenantPrivileges'),
    dappAddr: Address,
    tenantAddr: Address,
    granted: z.optional(Privileges),
    revoked: z.optional(Privileges),
    ...transactionFields,
  }),
  setFourEyes: z.object({
    act: z.literal('setFourEyes'),
    dappAddr: Address,
    /** Their four bytes, as `workflowConfig` of `GET /platform/dapp-controllers` has them. */
    functionSelectors: z.array(Selector).check(z.minLength(1), z.maxLength(200)),
    /** How many users have to sign, the sender among them; 1 for no four-eyes. */
    signaturesRequired: z.int().check(z.positive(), z.maximum(255)),
    ...transactionFields,
  }),
  updateTenant: z.object({
    act: z.literal('updateTenant'),
    /** The server's address, or the legal entity identifier. */
    key: z.enum(['api', 'lei']),
    value: z.string().check(z.maxLength(300)),
    ...transactionFields,
  }),
  /** Null: nobody. */
  setRecoverer: z.object({
    act: z.literal('setRecoverer'),
    recovererAddr: z.nullable(Address),
    ...transactionFields,
  }),
  nominateAdmin: z.object({
    act: z.literal('nominateAdmin'),
    nomineeAddr: Address,
    /** Whose recoverer the caller's tenant is; default the caller's tenant itself. */
    tenantAddr: z.optional(Address),
    ...transactionFields,
  }),
  revokeNomination: z.object({ act: z.literal('revokeNomination'), ...transactionFields }),
  commitNomination: z.object({
    act: z.literal('commitNomination'),
    privilegeManagerAddr: Address,
    ...ownTransactionFields,
  }),
  rejectNomination: z.object({
    act: z.literal('rejectNomination'),
    privilegeManagerAddr: Address,
    ...ownTransactionFields,
  }),
  /** Publish it with `invitationId`, so that the invitation has its hash. */
  registerTenant: z.object({
    act: z.literal('registerTenant'),
    /** The invitation's, which its administrator has confirmed. */
    id: TenantInvitation.shape.id,
    controllers: z.array(ControllerSetup).check(z.minLength(1), z.maxLength(50)),
    /** Who confirms for the tenant what happens outside the ledger; default nobody. */
    confirmerAddr: z.optional(Address),
    ...transactionFields,
  }),
  blacklistAccounts: z.object({
    act: z.literal('blacklistAccounts'),
    /** Tenants or users. */
    accounts: z.array(Address).check(z.minLength(1), z.maxLength(100)),
    isBlacklisted: z.boolean(),
    ...transactionFields,
  }),
  /** In wei. Threshold: at least 48,000,000. Limit: from the threshold to a hundred times that. */
  setRefundLimits: z.object({
    act: z.literal('setRefundLimits'),
    refundThreshold: Quantity,
    refundLimit: Quantity,
    ...transactionFields,
  }),
  fundPlatform: z.object({
    act: z.literal('fundPlatform'),
    /** In wei; the wallet pays. */
    amount: Quantity,
    ...ownTransactionFields,
  }),
  announceUpgrade: z.object({
    act: z.literal('announceUpgrade'),
    manager: Manager,
    implementation: Address,
    migration,
    ...transactionFields,
  }),
  announceRollback: z.object({
    act: z.literal('announceRollback'),
    manager: Manager,
    ...transactionFields,
  }),
  withdrawUpgrade: z.object({ act: z.literal('withdrawUpgrade'), manager: Manager, ...transactionFields }),
  executeUpgrade: z.object({
    act: z.literal('executeUpgrade'),
    manager: Manager,
    /** As it was announced. */
    announced: z.object({ implementation: Address, isRollback: z.boolean() }),
    migration,
    ...transactionFields,
  }),
  /** The operator is not a party: a party gives it the delivery, and the operator gives the parties the reason. */
  cancelExpired: z.object({
    act: z.literal('cancelExpired'),
    /** As a party reads it. */
    delivery: z.object({
      deliveryId: DeliveryId,
      deliveryManagerAddr: Address,
      legs: z.array(DeliveryLeg).check(z.minLength(1), z.maxLength(64)),
    }),
    reason: z.string().check(z.minLength(1), z.maxLength(4000)),
    ...transactionFields,
  }),
}

export const AdministrationAct = z.discriminatedUnion('act', [
  ADMINISTRATION_ACTS.grantPrivileges,
  ...Object.values(ADMINISTRATION_ACTS).filter((one) => one !== ADMINISTRATION_ACTS.grantPrivileges),
])
