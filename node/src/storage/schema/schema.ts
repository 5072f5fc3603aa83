// The database's type for kysely. Each table's columns are described beside its own type.
import type * as ledger from './ledgerTables.ts'
import type * as platform from './platformTables.ts'
import type * as records from './recordTables.ts'
import type * as registry from './registryTables.ts'
import type * as server from './serverTables.ts'

/** Rows with a block range: a new version closes the previous one. */
export type VersionedTables = {
  platform: ledger.PlatformTable
  blacklist: ledger.BlacklistTable
  tenants: ledger.TenantsTable
  dapps: ledger.DappsTable
  dapp_privileges: ledger.DappPrivilegesTable
  user_privileges: ledger.UserPrivilegesTable
  dapp_controllers: ledger.DappControllersTable
  workflow_config: ledger.WorkflowConfigTable
  leg_managers: ledger.LegManagersTable
  instruments: ledger.InstrumentsTable
  instrument_whitelist: ledger.InstrumentWhitelistTable
  registries: ledger.RegistriesTable
  registrations: ledger.RegistrationsTable
  accounts: ledger.AccountsTable
  positions: ledger.PositionsTable
  earmarks: ledger.EarmarksTable
  deliveries: ledger.DeliveriesTable
  transfer_views: ledger.TransferViewsTable
  platform_settings: platform.PlatformSettingsTable
  dapp_types: platform.DappTypesTable
  privilege_managers: platform.PrivilegeManagersTable
  nominations: platform.NominationsTable
  factories: platform.FactoriesTable
  tenant_codes: platform.TenantCodesTable
  created_tenants: platform.CreatedTenantsTable
  implementations: platform.ImplementationsTable
  announced_upgrades: platform.AnnouncedUpgradesTable
  aspects: platform.AspectsTable
  locks: platform.LocksTable
  owed_legs: platform.OwedLegsTable
  registry_managers: registry.RegistryManagersTable
  earmark_protocols: registry.EarmarkProtocolsTable
  registry_confirmers: registry.RegistryConfirmersTable
  sender_whitelist: registry.SenderWhitelistTable
  marks: registry.MarksTable
  allowances: registry.AllowancesTable
  prepared_issues: registry.PreparedIssuesTable
  entries: registry.EntriesTable
  custody_chains: registry.CustodyChainsTable
  chain_positions: registry.ChainPositionsTable
  chain_earmarks: registry.ChainEarmarksTable
}

/** Facts that a block adds and that never change. */
export type AppendedTables = {
  ledger_contracts: ledger.LedgerContractsTable
  early_logs: ledger.EarlyLogsTable
  legs: ledger.LegsTable
  confirmations: ledger.ConfirmationsTable
  receiving_accounts: ledger.ReceivingAccountsTable
  cancel_votes: ledger.CancelVotesTable
  platform_payments: platform.PlatformPaymentsTable
  batch_signers: platform.BatchSignersTable
  cancelled_nonces: platform.CancelledNoncesTable
  registry_changes: registry.RegistryChangesTable
  movements: registry.MovementsTable
  entry_movements: registry.EntryMovementsTable
  entry_movement_parts: registry.EntryMovementPartsTable
  chain_custodians: registry.ChainCustodiansTable
}

export type ServerTables = {
  users: server.UsersTable
  nonces: server.NoncesTable
  tokens: server.TokensTable
  delivery_details: server.DeliveryDetailsTable
  open_lots: server.OpenLotsTable
  instrument_details: server.InstrumentDetailsTable
  account_names: server.AccountNamesTable
  outbox: server.OutboxTable
  unreachable_peers: server.UnreachablePeersTable
  announcements: server.AnnouncementsTable
  event_key: server.EventKeyTable
  audit: server.AuditTable
  private_records: records.PrivateRecordsTable
  tenant_records: records.TenantRecordsTable
  user_invitations: records.UserInvitationsTable
  tenant_invitations: records.TenantInvitationsTable
  instrument_drafts: records.InstrumentDraftsTable
  internal_identifiers: records.InternalIdentifiersTable
  documents: records.DocumentsTable
  workflows: records.WorkflowsTable
  workflow_confirmations: records.WorkflowConfirmationsTable
}

export type Schema = VersionedTables &
  AppendedTables &
  ServerTables & { blocks: ledger.BlocksTable; cursor: ledger.CursorTable }
