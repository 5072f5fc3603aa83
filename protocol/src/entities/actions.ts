// What is done to the ledger's things, in the specification's words and order.
import * as z from 'zod/mini'

export const DeliveryAction = z.enum(['NONE', 'CREATE', 'CANCEL', 'SETTLE'])
export type DeliveryAction = z.infer<typeof DeliveryAction>

export const InstrumentAction = z.enum(['NONE', 'CREATE', 'EOL'])
export type InstrumentAction = z.infer<typeof InstrumentAction>

export const RegistrationRequestAction = z.enum(['NONE', 'REQUEST', 'CONFIRM', 'REJECT', 'CANCEL'])
export type RegistrationRequestAction = z.infer<typeof RegistrationRequestAction>

export const RegistryAction = z.enum([
  'NONE',
  'CREATE',
  'UPDATE',
  'UNREGISTER',
  'SUSPEND',
  'UNSUSPEND',
  'FINISH_IMPORT',
  'EXPORT',
])
export type RegistryAction = z.infer<typeof RegistryAction>

export const TransferAgentEntryAction = z.enum([
  'NONE',
  'ONRAMP',
  'TRANSFER',
  'REORG_DELETE',
  'REORG_CREATE',
  'OFFRAMP',
])
export type TransferAgentEntryAction = z.infer<typeof TransferAgentEntryAction>

export const EarmarkAction = z.enum(['NONE', 'EARMARK', 'UNEARMARK'])
export type EarmarkAction = z.infer<typeof EarmarkAction>

export const AccountAction = z.enum(['NONE', 'CONFIG'])
export type AccountAction = z.infer<typeof AccountAction>

/** What a client does with entries. */
export const EntryAction = z.enum(['MINT', 'BURN', 'TRANSFER'])
export type EntryAction = z.infer<typeof EntryAction>

/** Where an asset comes from that no register here keeps. */
export const SourceType = z.enum(['EXTERNAL'])
export type SourceType = z.infer<typeof SourceType>
