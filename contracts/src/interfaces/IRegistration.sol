// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { InstrumentId } from "../types/Instrument.sol";
import {
    RegistrationRequestState,
    RegistrationType,
    RegistryId,
    RegistryState,
    RegistryType
} from "../types/Registry.sol";
import { Signature } from "../types/TenantAccess.sol";

/// @title How a registry comes into being, and ends: a registrar asks to keep an instrument, its issuer or depositary
/// answers; either side ends it with the other's signature. The same for every kind of registry.
/// @notice While IMPORTING only imports and finishImport work, while EXPORTING only the marks for export, their
/// cancelling, forced transfers, terminating and unregistering. A SUSPENDED registry moves and earmarks nothing;
/// cancelling and unearmarking work in every state.
///
/// Nothing is terminated that its owner has not marked, nor had confirmed in a delivery, not even after the instrument
/// has expired. What an owner never marks, because it is gone, has lost its keys or is in dispute, the registrar moves
/// by forced transfer, for a reason that stays on the ledger, to a tenant that holds it in the owner's place: a paying
/// agent or a trustee. That tenant marks it. So a registry can always be emptied, and no registrar alone makes a holding
/// vanish.
///
/// EIP-712 of the agreement to unregister: domain (name "ConneX", version "1", chainId, verifyingContract = this
/// manager), message `Unregister(bytes32 registryId,address tenant,uint256 nonce,bytes32 reasonFp)`, where tenant is
/// the side that agrees, nonce is its registryNonce, and its confirmer signs. An agreement has no deadline: it holds
/// until it is used, or its tenant withdraws it, or names another confirmer.
interface IRegistration {
    /// @param instrumentRegistrar Who answered for the instrument: its depositary where it has one, else its issuer.
    struct Registry {
        RegistryType registryType;
        RegistryState registryState;
        address instrumentManager;
        address registrar;
        address instrumentRegistrar;
        InstrumentId instrumentId;
        uint32 instrumentRevision;
    }

    struct RegistrationRequest {
        RegistrationRequestState state;
        address registrar;
        address issuerOrDepositary;
        uint32 instrumentRevision;
    }

    event RegistrationRequested(
        RegistryId indexed registryId,
        address indexed registrar,
        InstrumentId indexed instrumentId,
        address instrumentManager,
        address issuerOrDepositary,
        uint32 instrumentRevision
    );
    event RegistrationCanceled(RegistryId indexed registryId, address indexed by, bytes32 reasonFp);
    event RegistrationRejected(RegistryId indexed registryId, address indexed by, bytes32 reasonFp);
    event RegistrationConfirmed(RegistryId indexed registryId, address indexed by);
    /// @notice The registry is there: REGISTERED, or IMPORTING where the instrument is marked so.
    event RegistryPrepared(RegistryId indexed registryId, Registry registry);
    event RegistrySuspended(RegistryId indexed registryId, bytes32 reasonFp);
    event RegistryUnsuspended(RegistryId indexed registryId, bytes32 reasonFp);
    event RegistryImportFinished(RegistryId indexed registryId);
    event RegistryExportStarted(RegistryId indexed registryId, bytes32 reasonFp);
    /// @param by Who ended it.
    /// @param agreedBy The other side, whose confirmer signed with this nonce.
    event RegistryUnregistered(
        RegistryId indexed registryId,
        address indexed by,
        address indexed agreedBy,
        uint256 nonce,
        bytes32 reasonFp
    );
    /// @param nonce What was signed with it agrees to nothing any more.
    event RegistryAgreementWithdrawn(address indexed tenant, uint256 nonce);
    event RegistryConfirmerChanged(address indexed tenant, address indexed confirmer);
    event RegistrationProtocolChanged(RegistrationType registrationType);
    event SenderWhitelisted(RegistryId indexed registryId, address indexed sender, bool whitelisted);

    error RegistryUnknown(RegistryId registryId);
    error RegistryNotRegistered(RegistryId registryId, RegistryState state);
    error RegistryNotSuspended(RegistryId registryId, RegistryState state);
    error RegistryNotImporting(RegistryId registryId, RegistryState state);
    error RegistryNotExporting(RegistryId registryId, RegistryState state);
    error RegistryNotUnregistrable(RegistryId registryId, RegistryState state);
    error RegistryNotEmpty(RegistryId registryId, uint256 outstanding);
    error RegistryNonceInvalid(address tenant, uint256 expected, uint256 nonce);
    error RegistryConfirmerMissing(address tenant);
    error RegistryConfirmerSignatureInvalid(address tenant);
    error RegistryRegistrarRequired(RegistryId registryId, address caller);
    error RegistrationClosed();
    error RegistrationNotRequested(RegistryId registryId, RegistrationRequestState state);
    error RegistrationAlreadyRequested(RegistryId registryId);
    error RegistrationIssuerRequired(RegistryId registryId, address caller);
    error InstrumentManagerUnknown(address instrumentManager);
    error InstrumentNotRegistrable(InstrumentId instrumentId);
    error InstrumentHolderNotWhitelisted(InstrumentId instrumentId, address holder);
    error InstrumentRevisionOutdated(InstrumentId instrumentId, uint32 instrumentRevision);
    error SenderNotWhitelisted(RegistryId registryId, address sender);

    /// @notice registry.REGISTRAR asks to keep an instrument; its depositary or issuer answers. May be asked again
    /// after a rejection or a cancellation, not after a deregistration, which is final.
    function requestInstrumentRegistration(
        address instrumentManager,
        InstrumentId instrumentId,
        uint32 instrumentRevision
    ) external returns (RegistryId registryId);

    /// @notice The requesting registrar, while REQUESTED.
    function cancelInstrumentRegistration(RegistryId registryId, bytes32 reasonFp) external;

    /// @notice The instrument's depositary or issuer, while REQUESTED.
    function rejectInstrumentRegistration(RegistryId registryId, bytes32 reasonFp) external;

    /// @notice The instrument's depositary or issuer, while REQUESTED and for the instrument's latest revision.
    function confirmInstrumentRegistrationAndPrepareRegistry(RegistryId registryId) external;

    /// @notice The registrar, while REGISTERED.
    function suspendRegistry(RegistryId registryId, bytes32 reasonFp) external;

    /// @notice The registrar, while SUSPENDED.
    function unsuspendRegistry(RegistryId registryId, bytes32 reasonFp) external;

    /// @notice The registrar, while IMPORTING; once. The registry is REGISTERED from then on.
    function finishImport(RegistryId registryId) external;

    /// @notice The registrar, while REGISTERED. There is no way back: what is left is marked by its owners, or moved by
    /// force to who marks it, terminated here, and the registry unregistered.
    function startExporting(RegistryId registryId, bytes32 reasonFp) external;

    /// @notice Whoever answered for the instrument ends a registry in which nothing is outstanding, while REGISTERED,
    /// SUSPENDED or EXPORTING.
    /// @param nonce The registrar's registryNonce, which is consumed.
    /// @param signature Of the registrar's confirmer.
    function unregisterAsIssuer(
        RegistryId registryId,
        uint256 nonce,
        Signature calldata signature,
        bytes32 reasonFp
    ) external;

    /// @notice As unregisterAsIssuer, the other way round: the registrar calls, and the confirmer of whoever answered
    /// for the instrument has signed.
    function unregisterAsRegistrar(
        RegistryId registryId,
        uint256 nonce,
        Signature calldata signature,
        bytes32 reasonFp
    ) external;

    /// @notice registry.REGISTRAR, ISSUER or DEPOSITARY names the account that agrees for it; 0 for none.
    function setConfirmer(address confirmer) external;

    /// @notice A tenant uses up its own next nonce, and with it whatever its confirmer has signed with that.
    /// @param nonce Its registryNonce.
    function withdrawAgreement(uint256 nonce) external;

    /// @notice registry.OPERATOR closes the manager for new registrations (NONE), or opens it again.
    function setRegistrationProtocol(RegistrationType registrationType) external;

    /// @notice The registrar lets an owner move its holdings to others by itself, or no longer. Off at first.
    function setSenderWhitelisted(RegistryId registryId, address sender, bool whitelisted) external;

    /// @notice A registry; its state is NONE where there is none.
    function registries(RegistryId registryId) external view returns (Registry memory);

    /// @notice The last request of a registry; its state is NONE where there was none.
    function registrationRequests(RegistryId registryId) external view returns (RegistrationRequest memory);

    /// @return The account that agrees for the tenant that a registry ends; 0 where none is named.
    function confirmers(address tenant) external view returns (address);

    /// @return What the tenant's confirmer signs with next.
    function registryNonce(address tenant) external view returns (uint256);

    /// @notice NONE while new registrations are closed.
    function registrationProtocol() external view returns (RegistrationType);

    /// @notice Whether this owner's own transfers to others are let through.
    function isSenderWhitelisted(RegistryId registryId, address sender) external view returns (bool);

    /// @return The EIP-712 digest that the tenant's confirmer signs.
    function hashUnregister(RegistryId registryId, address tenant, uint256 nonce, bytes32 reasonFp)
        external
        view
        returns (bytes32);

    /// @notice ERC-5267.
    function eip712Domain()
        external
        view
        returns (
            bytes1 fields,
            string memory name,
            string memory version,
            uint256 chainId,
            address verifyingContract,
            bytes32 salt,
            uint256[] memory extensions
        );
}
