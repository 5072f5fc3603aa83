import { expect, test } from 'vitest'
import {
  AccountAction,
  DeliveryAction,
  EarmarkAction,
  EntryAction,
  InstrumentAction,
  RegistrationRequestAction,
  RegistryAction,
  SourceType,
  TransferAgentEntryAction,
} from './enumerations.ts'

// The right side is the specification's text.
test.each([
  [DeliveryAction, 'NONE, CREATE, CANCEL, SETTLE'],
  [InstrumentAction, 'NONE, CREATE, EOL'],
  [RegistrationRequestAction, 'NONE, REQUEST, CONFIRM, REJECT, CANCEL'],
  [RegistryAction, 'NONE, CREATE, UPDATE, UNREGISTER, SUSPEND, UNSUSPEND, FINISH_IMPORT, EXPORT'],
  [TransferAgentEntryAction, 'NONE, ONRAMP, TRANSFER, REORG_DELETE, REORG_CREATE, OFFRAMP'],
  [EarmarkAction, 'NONE, EARMARK, UNEARMARK'],
  [AccountAction, 'NONE, CONFIG'],
  [EntryAction, 'MINT, BURN, TRANSFER'],
  [SourceType, 'EXTERNAL'],
])('another value is refused, and the values stand in their order: %#', (schema, values) => {
  expect(schema.safeParse('OTHER').success).toBe(false)
  expect(schema.safeParse(values.split(', ')[0]!.toLowerCase()).success).toBe(false)
  expect(schema.options.join(', ')).toBe(values)
})
