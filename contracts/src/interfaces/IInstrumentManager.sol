// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import {
    AssetClass,
    CreationMark,
    IdentifierType,
    InstrumentId,
    InstrumentState,
    InstrumentType
} from "../types/Instrument.sol";
import { IAspects } from "./IAspects.sol";
import { IDapp } from "./IDapp.sol";
import { IUpgradable } from "./IUpgradable.sol";

/// @title Instruments: who issued them, how they are identified, who may hold them.
/// @notice Its privilege manager holds instrument.ISSUER, DATA_PROVIDER, DATA_PROVIDER_TA, DEPOSITARY, OPERATOR and
/// PLATFORM_UPGRADE (tenants) and instrument.DAPP (other dApps: registry managers, and whoever sets aspects).
///
/// An issuer creates its own instruments, a data provider anybody's; a transfer agent's data provider only
/// traditional ones. An instrument is managed by its issuer and by who created it, each as long as it holds the
/// privilege that it would need to create it: instrument.ISSUER for the issuer, instrument.DATA_PROVIDER (for a
/// traditional one also DATA_PROVIDER_TA) for the data provider. Where both have lost it, or left the platform,
/// instrument.OPERATOR may end the instrument's life, and nothing else.
///
/// The entities that aspects are attached to are instruments; instrument.DAPP sets them.
interface IInstrumentManager is IDapp, IAspects, IUpgradable {
    /// @param identifier ASCII for ISIN and WKN, a fingerprint for DOCUMENT_REFERENCE; unique within its asset class.
    /// @param privateDataFp Fingerprint of the details that the issuer's server keeps.
    /// @param creationMark TO_IMPORT: every registry of it starts by taking over what another register kept so far.
    struct InstrumentTerms {
        IdentifierType identifierType;
        bytes32 identifier;
        InstrumentType instrumentType;
        address issuer;
        bytes32 privateDataFp;
        CreationMark creationMark;
    }

    /// @param privateDataVersion How often the private data was fixed: 1 at creation, one more with each revision.
    /// @param managedBy The tenant that created it: the issuer, or a data provider.
    /// @param depositary 0 where there is none.
    /// @param privatePlacementFlag Only whitelisted tenants may hold it.
    struct Instrument {
        IdentifierType identifierType;
        bytes32 privateDataFp;
        uint32 privateDataVersion;
        address issuer;
        InstrumentState state;
        InstrumentType instrumentType;
        address managedBy;
        CreationMark creationMark;
        address depositary;
        uint8 decimals;
        bool privatePlacementFlag;
    }

    struct InstrumentMetadata {
        bytes32 identifier;
        AssetClass assetClass;
        uint32 revision;
        address[] whitelistedTenants;
    }

    event InstrumentCreated(
        InstrumentId indexed instrumentId,
        address indexed issuer,
        Instrument instrument,
        InstrumentMetadata metadata
    );
    event InstrumentRevised(InstrumentId indexed instrumentId, uint32 revision, bytes32 privateDataFp);
    /// @notice Comes beside InstrumentRevised.
    event InstrumentDecimalsChanged(InstrumentId indexed instrumentId, uint8 decimals);
    event InstrumentStateChanged(InstrumentId indexed instrumentId, InstrumentState state);
    event InstrumentWhitelistUpdated(
        InstrumentId indexed instrumentId, address indexed tenant, bool whitelisted
    );
    event InstrumentMadePublic(InstrumentId indexed instrumentId);

    error InstrumentUnknown(InstrumentId instrumentId);
    error InstrumentAlreadyExists(InstrumentId instrumentId);
    error InstrumentIdMissing();
    error InstrumentIdentifierTaken(IdentifierType identifierType, bytes32 identifier);
    error InstrumentTermsInvalid(InstrumentId instrumentId);
    error InstrumentIssuerRequired(InstrumentId instrumentId, address caller);
    /// @notice The operator ends only what nobody else may manage any more.
    error InstrumentStillManaged(InstrumentId instrumentId);
    /// @notice Quantities of it may exist already.
    error InstrumentDecimalsFixed(InstrumentId instrumentId, uint8 decimals);
    error InstrumentDepositaryInvalid(address depositary);
    error InstrumentNotPrivate(InstrumentId instrumentId);
    error InstrumentExpired(InstrumentId instrumentId);
    error InstrumentWhitelistInvalid();

    /// @notice Works once, in the transaction that makes the proxy.
    function init(address platform, address privilegeManager) external;

    /// @notice instrument.ISSUER for oneself, or instrument.DATA_PROVIDER. Decimals 0.
    function createInstrument(InstrumentId instrumentId, InstrumentTerms calldata terms) external;

    /// @notice As createInstrument. A unit is 10^-decimals; decimals are at most 18.
    function createInstrumentV2(InstrumentId instrumentId, InstrumentTerms calldata terms, uint8 decimals)
        external;

    /// @notice Registrations are then answered by the depositary, a holder of instrument.DEPOSITARY.
    function createInstrumentWithDepositary(
        InstrumentId instrumentId,
        InstrumentTerms calldata terms,
        address depositary
    ) external;

    /// @notice As createInstrumentWithDepositary, with decimals.
    function createInstrumentWithDepositaryV2(
        InstrumentId instrumentId,
        InstrumentTerms calldata terms,
        address depositary,
        uint8 decimals
    ) external;

    /// @notice Only whitelisted tenants may hold it.
    function createPrivateInstrument(
        InstrumentId instrumentId,
        InstrumentTerms calldata terms,
        address[] calldata whitelist
    ) external;

    /// @notice As createPrivateInstrument, with decimals.
    function createPrivateInstrumentV2(
        InstrumentId instrumentId,
        InstrumentTerms calldata terms,
        address[] calldata whitelist,
        uint8 decimals
    ) external;

    /// @notice As createPrivateInstrument, with a depositary that answers for it.
    function createPrivateInstrumentWithDepositary(
        InstrumentId instrumentId,
        InstrumentTerms calldata terms,
        address[] calldata whitelist,
        address depositary
    ) external;

    /// @notice As createPrivateInstrumentWithDepositary, with decimals.
    function createPrivateInstrumentWithDepositaryV2(
        InstrumentId instrumentId,
        InstrumentTerms calldata terms,
        address[] calldata whitelist,
        address depositary,
        uint8 decimals
    ) external;

    /// @notice instrument.DATA_PROVIDER or DATA_PROVIDER_TA. An instrument kept outside the ledger's registries,
    /// so that it cannot be marked for import.
    function createTraditionalInstrument(
        InstrumentId instrumentId,
        InstrumentTerms calldata terms,
        uint8 decimals
    ) external;

    /// @notice Who manages the instrument. Fixes new private data; the revision rises by one. A registration that was
    /// requested for the former revision can no longer be confirmed.
    function createInstrumentRevision(InstrumentId instrumentId, bytes32 privateDataFp) external;

    /// @notice As createInstrumentRevision, and fixes the decimals too. Others than before only while no quantity of it
    /// can exist: for a digital instrument that no registry has kept yet.
    function createInstrumentRevisionV2(InstrumentId instrumentId, bytes32 privateDataFp, uint8 decimals)
        external;

    /// @notice Who manages the instrument. Applies from the next movement on. Who is on the list already, or was not, is
    /// passed over.
    function updateWhitelist(InstrumentId instrumentId, address[] calldata tenants, bool whitelisted) external;

    /// @notice Who manages the instrument. There is no way back.
    function makePublic(InstrumentId instrumentId) external;

    /// @notice Who manages the instrument, or instrument.OPERATOR where nobody does any more: its end of life. Nothing is
    /// issued any more; what is held can still move and be terminated.
    function expireInstrument(InstrumentId instrumentId) external;

    /// @notice instrument.DAPP: a registry manager tells that a registry keeps the instrument. Changes nothing where one
    /// does already.
    function notifyRegistered(InstrumentId instrumentId) external;

    /// @notice An instrument; its state is NONE where there is none.
    function getInstrument(InstrumentId instrumentId) external view returns (Instrument memory);

    /// @notice How an instrument is identified, its revision and its whitelist.
    function getInstrumentMetadata(InstrumentId instrumentId)
        external
        view
        returns (InstrumentMetadata memory);

    /// @return Whether it exists and has not expired.
    function isValidInstrument(InstrumentId instrumentId) external view returns (bool);

    /// @notice Whether this is the instrument's latest revision.
    function isLatestInstrumentRevision(InstrumentId instrumentId, uint32 revision)
        external
        view
        returns (bool);

    /// @return Whether the tenant may hold it: always where it is public.
    function isWhitelisted(InstrumentId instrumentId, address tenant) external view returns (bool);

    /// @return The depositary where there is one, else the issuer: who answers registrations.
    function issuerOrDepositary(InstrumentId instrumentId) external view returns (address);
}
