// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

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

/// @title Instruments: their issuers, identifiers and holders.
/// @notice Its privilege manager holds instrument.ISSUER, DATA_PROVIDER, DATA_PROVIDER_TA, DEPOSITARY, OPERATOR and
/// PLATFORM_UPGRADE (tenants) and instrument.DAPP (other dApps: registry managers, and whoever sets aspects).
///
/// An issuer creates its own instruments, a data provider those of any issuer, a transfer agent's data provider only
/// traditional ones. The issuer and the creator manage an instrument, each as long as it holds the privilege to
/// create it: instrument.ISSUER for the issuer, instrument.DATA_PROVIDER (for a traditional one also
/// DATA_PROVIDER_TA) for the data provider. Once both have lost it, or left the platform, instrument.OPERATOR may
/// expire the instrument, and nothing else.
///
/// Aspects are attached to instruments; instrument.DAPP sets them.
interface IInstrumentManager is IDapp, IAspects, IUpgradable {
    /// @param identifier ASCII for ISIN and WKN, a fingerprint for DOCUMENT_REFERENCE; unique within its asset class.
    /// @param privateDataFp Fingerprint of the details at the issuer's server.
    /// @param creationMark TO_IMPORT: every registry of the instrument begins with an import from another registry.
    struct InstrumentTerms {
        IdentifierType identifierType;
        bytes32 identifier;
        InstrumentType instrumentType;
        address issuer;
        bytes32 privateDataFp;
        CreationMark creationMark;
    }

    /// @param privateDataVersion The version of the private data: 1 at creation, one more with each revision.
    /// @param managedBy The tenant that created it: the issuer, or a data provider.
    /// @param depositary 0 for none.
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
    /// @notice The operator expires only instruments that nobody else manages.
    error InstrumentStillManaged(InstrumentId instrumentId);
    /// @notice Quantities of it may exist already.
    error InstrumentDecimalsFixed(InstrumentId instrumentId, uint8 decimals);
    error InstrumentDepositaryInvalid(address depositary);
    error InstrumentNotPrivate(InstrumentId instrumentId);
    error InstrumentExpired(InstrumentId instrumentId);
    error InstrumentWhitelistInvalid();

    /// @notice Works once, in the transaction that creates the proxy.
    function init(address platform, address privilegeManager) external;

    /// @notice instrument.ISSUER for its own instrument, or instrument.DATA_PROVIDER. Decimals are 0.
    function createInstrument(InstrumentId instrumentId, InstrumentTerms calldata terms) external;

    /// @notice As createInstrument. A unit is 10^-decimals; decimals are at most 18.
    function createInstrumentV2(InstrumentId instrumentId, InstrumentTerms calldata terms, uint8 decimals)
        external;

    /// @notice As createInstrument, with a depositary, a holder of instrument.DEPOSITARY, that answers registrations.
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

    /// @notice As createInstrument; only whitelisted tenants may hold it.
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

    /// @notice As createPrivateInstrument, with a depositary that answers registrations.
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

    /// @notice instrument.DATA_PROVIDER or DATA_PROVIDER_TA. An instrument outside the ledger's registries; it cannot
    /// be marked for import.
    function createTraditionalInstrument(
        InstrumentId instrumentId,
        InstrumentTerms calldata terms,
        uint8 decimals
    ) external;

    /// @notice By a tenant that manages the instrument. Sets new private data; the revision rises by one. A
    /// registration request for the former revision can no longer be confirmed.
    function createInstrumentRevision(InstrumentId instrumentId, bytes32 privateDataFp) external;

    /// @notice As createInstrumentRevision, and sets the decimals. They change only for a digital instrument that no
    /// registry has registered yet, because no quantity of it can exist.
    function createInstrumentRevisionV2(InstrumentId instrumentId, bytes32 privateDataFp, uint8 decimals)
        external;

    /// @notice By a tenant that manages the instrument. Applies from the next movement on. Skips tenants that do not
    /// change.
    function updateWhitelist(InstrumentId instrumentId, address[] calldata tenants, bool whitelisted) external;

    /// @notice By a tenant that manages the instrument. There is no way back.
    function makePublic(InstrumentId instrumentId) external;

    /// @notice By a tenant that manages the instrument, or instrument.OPERATOR if none does. Ends all issues;
    /// holdings can still move and be terminated.
    function expireInstrument(InstrumentId instrumentId) external;

    /// @notice instrument.DAPP: a registry manager has registered the instrument. Does nothing after the first time.
    function notifyRegistered(InstrumentId instrumentId) external;

    /// @notice An instrument; reverts for an unknown one.
    function getInstrument(InstrumentId instrumentId) external view returns (Instrument memory);

    /// @notice An instrument's identifier, revision and whitelist.
    function getInstrumentMetadata(InstrumentId instrumentId)
        external
        view
        returns (InstrumentMetadata memory);

    /// @notice An instrument's asset class, without its whitelist; reverts for an unknown one.
    function assetClassOf(InstrumentId instrumentId) external view returns (AssetClass);

    /// @notice The part of an instrument's whitelist from the index `first` up to, but not including, `end`; shorter
    /// where the whitelist ends. For whitelists too long for getInstrumentMetadata. Removing a tenant changes the order.
    function whitelistPage(InstrumentId instrumentId, uint256 first, uint256 end)
        external
        view
        returns (address[] memory tenants);

    /// @return Whether the instrument exists and has not expired.
    function isValidInstrument(InstrumentId instrumentId) external view returns (bool);

    /// @notice Whether this is the instrument's latest revision.
    function isLatestInstrumentRevision(InstrumentId instrumentId, uint32 revision)
        external
        view
        returns (bool);

    /// @return Whether the tenant may hold the instrument: always, if it is public.
    function isWhitelisted(InstrumentId instrumentId, address tenant) external view returns (bool);

    /// @return The tenant that answers registrations: the depositary if there is one, otherwise the issuer.
    function issuerOrDepositary(InstrumentId instrumentId) external view returns (address);
}
