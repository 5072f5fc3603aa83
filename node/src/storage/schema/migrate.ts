// Migrates the database to this version of the code, in one transaction; if the process is killed, nothing has changed.
import { Migrator } from 'kysely/migration'
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import * as ledgerProjections from './migrations/earliest/0001ledgerProjections.ts'
import * as serverTables from './migrations/earliest/0002serverTables.ts'
import * as tenantRecords from './migrations/earliest/0003tenantRecords.ts'
import * as ledgerWhole from './migrations/earliest/0004ledgerWhole.ts'
import * as legReferences from './migrations/earliest/0005legReferences.ts'
import * as privateRecords from './migrations/earliest/0006privateRecords.ts'
import * as onboardingAndWorkflows from './migrations/earliest/0007onboardingAndWorkflows.ts'
import * as auditOfTheLedger from './migrations/earliest/0008auditOfTheLedger.ts'
import * as auditByEntity from './migrations/0012auditByEntity.ts'
import * as detailsByOpening from './migrations/0013detailsByOpening.ts'
import * as awayPeers from './migrations/0014awayPeers.ts'
import * as valueDates from './migrations/0015valueDates.ts'
import * as plainNames from './migrations/0016plainNames.ts'
import * as deskQuestions from './migrations/0017deskQuestions.ts'
import * as turnOrder from './migrations/0018turnOrder.ts'
import * as expiry from './migrations/0019expiry.ts'
import * as announcedChanges from './migrations/0020announcedChanges.ts'
import * as unorderedNonces from './migrations/0021unorderedNonces.ts'
import * as earlyLogs from './migrations/0022earlyLogs.ts'
import * as eventKeyAndDeals from './migrations/0023eventKeyAndDeals.ts'
import * as openLots from './migrations/0024openLots.ts'
import * as dueDates from './migrations/0025dueDates.ts'
import * as dealTypes from './migrations/0026dealTypes.ts'
import type { Schema } from './schema.ts'

/** By name, in the order of their names. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001ledgerProjections': ledgerProjections,
  '0002serverTables': serverTables,
  '0003tenantRecords': tenantRecords,
  '0004ledgerWhole': ledgerWhole,
  '0005legReferences': legReferences,
  '0006privateRecords': privateRecords,
  '0007onboardingAndWorkflows': onboardingAndWorkflows,
  '0008auditOfTheLedger': auditOfTheLedger,
  '0012auditByEntity': auditByEntity,
  '0013detailsByOpening': detailsByOpening,
  '0014awayPeers': awayPeers,
  '0015valueDates': valueDates,
  '0016plainNames': plainNames,
  '0017deskQuestions': deskQuestions,
  '0018turnOrder': turnOrder,
  '0019expiry': expiry,
  '0020announcedChanges': announcedChanges,
  '0021unorderedNonces': unorderedNonces,
  '0022earlyLogs': earlyLogs,
  '0023eventKeyAndDeals': eventKeyAndDeals,
  '0024openLots': openLots,
  '0025dueDates': dueDates,
  '0026dealTypes': dealTypes,
}

/** `await migrate(kysely)`; other migrations than this version's in tests. */
export async function migrate(db: Kysely<Schema>, migrations = MIGRATIONS): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve({ ...migrations }) } })
  const { error } = await migrator.migrateToLatest()
  if (error !== undefined) throw new Error('The database could not be migrated.', { cause: error })
}
