import {
  assetClasses,
  creationMarks,
  identifierTypes,
  instrumentStates,
  instrumentTypes,
} from '@connex/contracts'
import type { instrumentManagerAbi } from '@connex/contracts'
import type { Address, InstrumentId } from '@connex/protocol'
import type { InstrumentsTable } from '../../storage/schema/ledgerTables.ts'
import { close, upsert } from './change.ts'
import type { Change, Handlers } from './change.ts'
import { address, ascii, bytes32, fingerprint, instrumentId, nameOf, text } from './scalars.ts'

export const instrumentManager: Handlers<typeof instrumentManagerAbi> = {
  InstrumentCreated: ({ address: manager, at, args }) => {
    const { instrument, metadata } = args
    const id = instrumentId(args.instrumentId)
    const identifierType = nameOf(identifierTypes, instrument.identifierType)
    return [
      upsert('instruments', { instrument_id: id }, (row) =>
        // Ids are unique; if two managers use the same one, the first has it.
        row !== undefined && row.instrument_manager !== manager
          ? row
          : {
              instrument_id: id,
              instrument_manager: manager,
              state: nameOf(instrumentStates, instrument.state),
              type: nameOf(instrumentTypes, instrument.instrumentType),
              identifier_type: identifierType,
              identifier: identifierOf(identifierType, metadata.identifier),
              issuer: address(args.issuer),
              decimals: instrument.decimals,
              revision: metadata.revision,
              private_data_fp: fingerprint(instrument.privateDataFp),
              private_data_version: instrument.privateDataVersion,
              asset_class: nameOf(assetClasses, metadata.assetClass),
              creation_mark: nameOf(creationMarks, instrument.creationMark),
              managed_by: address(instrument.managedBy),
              depositary: address(instrument.depositary),
              is_private_placement: instrument.privatePlacementFlag,
              created_at: at,
            },
      ),
      ...metadata.whitelistedTenants.map((tenant) => whitelist(id, address(tenant), true)),
    ]
  },
  InstrumentRevised: ({ address: manager, args }) => [
    ofManager(manager, args.instrumentId, (row) => ({
      revision: args.revision,
      private_data_fp: fingerprint(args.privateDataFp),
      private_data_version: row.private_data_version + 1,
    })),
  ],
  InstrumentDecimalsChanged: ({ address: manager, args }) => [
    ofManager(manager, args.instrumentId, () => ({ decimals: args.decimals })),
  ],
  InstrumentStateChanged: ({ address: manager, args }) => [
    ofManager(manager, args.instrumentId, () => ({ state: nameOf(instrumentStates, args.state) })),
  ],
  InstrumentMadePublic: ({ address: manager, args }) => [
    ofManager(manager, args.instrumentId, () => ({ is_private_placement: false })),
  ],
  InstrumentWhitelistUpdated: ({ args }) => [
    whitelist(instrumentId(args.instrumentId), address(args.tenant), args.whitelisted),
  ],
}

function ofManager(
  manager: Address,
  id: string,
  change: (row: InstrumentsRow) => Partial<InstrumentsRow>,
): Change {
  return upsert('instruments', { instrument_id: instrumentId(id) }, (row) =>
    row?.instrument_manager === manager ? { ...row, ...change(row) } : row,
  )
}

type InstrumentsRow = Omit<InstrumentsTable, 'from_block' | 'to_block'>

function whitelist(id: InstrumentId, tenant: Address, isListed: boolean): Change {
  const key = { instrument_id: id, tenant }
  return isListed ? upsert('instrument_whitelist', key, () => key) : close('instrument_whitelist', key)
}

/** ISIN and WKN are ASCII; other identifiers stay hexadecimal. */
const identifierOf = (type: InstrumentsRow['identifier_type'], identifier: string): string =>
  type === 'ISIN' || type === 'WKN' ? text(ascii(identifier)) : bytes32(identifier)
