// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { InstrumentId } from "../types/Instrument.sol";
import {
    RegistrationRequestState,
    RegistrationType,
    RegistryId,
    RegistryState,
    RegistryType
} from "../types/Registry.sol";
import { Signature } from "../types/TenantAccess.sol";

/// @title The life of a registry: a registrar requests an instrument's registration, its issuer or depositary
/// answers, and either side ends the registry with the other's signature. The same for all registry managers.
/// @notice While IMPORTING, only imports and finishImport work. While EXPORTING, only marks for export, their
/// cancellation, forced transfers, terminations and unregistering work. A SUSPENDED registry moves and earmarks
/// nothing. Canceling and releasing earmarks work in every state.
///
/// Only holdings that their owner has marked, or confirmed in a delivery, are terminated, even after the instrument
/// has expired. If an owner never marks a holding, because it is gone, has lost its keys or is in dispute, the
/// registrar moves it by forced transfer, for a reason that stays on the ledger, to a paying agent or trustee, who
/// marks it. So a registry can always be emptied, and no registrar alone makes a holding vanish.
///
/// Warning: the registrar issues any quantity, moves available quantity by force, and suspends the registry, alone.
/// Each of these is an event with a reason or a quantity.
/// Warning: a registry keeps its registrar and its manager forever.
///
/// EIP-712 of the agreement to unregister: domain (name "ConneX", version "1", chainId, verifyingContract = this
/// manager), message `Unregister(bytes32 registryId,address tenant,uint256 nonce,bytes32 reasonFp)`, where tenant is
/// the side that agrees, nonce is its registryNonce, and its confirmer signs. An agreement has no deadline: it holds
/// until it is used, or its tenant withdraws it, or names another confirmer.
interface IRegistration {
    /// @param instrumentRegistrar The tenant that confirmed the registration: the depositary if there is one,
    /// otherwise the issuer.
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
    /// @notice A new registry: REGISTERED, or IMPORTING if the instrument is marked TO_IMPORT.
    event RegistryPrepared(RegistryId indexed registryId, Registry registry);
    event RegistrySuspended(RegistryId indexed registryId, bytes32 reasonFp);
    event RegistryUnsuspended(RegistryId indexed registryId, bytes32 reasonFp);
    event RegistryImportFinished(RegistryId indexed registryId);
    event RegistryExportStarted(RegistryId indexed registryId, bytes32 reasonFp);
    /// @param by The tenant that ended it.
    /// @param agreedBy The other side; its confirmer signed with this nonce.
    event RegistryUnregistered(
        RegistryId indexed registryId,
        address indexed by,
        address indexed agreedBy,
        uint256 nonce,
        bytes32 reasonFp
    );
    /// @param nonce Signatures with this nonce are void.
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

    /// @notice registry.REGISTRAR requests the registration of an instrument; its depositary or issuer answers. It
    /// may repeat the request after a rejection or cancellation, not after a deregistration, which is final.
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

    /// @notice The registrar, while REGISTERED. There is no way back: the owners mark their holdings, or the
    /// registrar moves them by force to a tenant that does; then they are terminated and the registry is
    /// unregistered.
    function startExporting(RegistryId registryId, bytes32 reasonFp) external;

    /// @notice The instrumentRegistrar ends a registry with nothing outstanding, while REGISTERED, SUSPENDED or
    /// EXPORTING.
    /// @param nonce The registrar's registryNonce, which the call uses up.
    /// @param signature Of the registrar's confirmer.
    function unregisterAsIssuer(
        RegistryId registryId,
        uint256 nonce,
        Signature calldata signature,
        bytes32 reasonFp
    ) external;

    /// @notice As unregisterAsIssuer, the other way around: the registrar calls, and the confirmer of the
    /// instrumentRegistrar has signed.
    function unregisterAsRegistrar(
        RegistryId registryId,
        uint256 nonce,
        Signature calldata signature,
        bytes32 reasonFp
    ) external;

    /// @notice registry.REGISTRAR, ISSUER or DEPOSITARY sets the account that signs its agreements; 0 for none.
    function setConfirmer(address confirmer) external;

    /// @notice A tenant uses up its own next nonce, so that its confirmer's signatures with that nonce are void.
    /// @param nonce Its registryNonce.
    function withdrawAgreement(uint256 nonce) external;

    /// @notice registry.OPERATOR closes the manager for new registrations (NONE), or opens it again.
    function setRegistrationProtocol(RegistrationType registrationType) external;

    /// @notice The registrar allows an owner to move its holdings to others without a delivery, or forbids it again.
    /// Forbidden at first.
    function setSenderWhitelisted(RegistryId registryId, address sender, bool whitelisted) external;

    /// @notice A registry; its state is NONE for an unknown id.
    function registries(RegistryId registryId) external view returns (Registry memory);

    /// @notice The last request for a registry; its state is NONE without a request.
    function registrationRequests(RegistryId registryId) external view returns (RegistrationRequest memory);

    /// @return The account that signs the tenant's agreements; 0 for none.
    function confirmers(address tenant) external view returns (address);

    /// @return The nonce of the tenant's next agreement.
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
