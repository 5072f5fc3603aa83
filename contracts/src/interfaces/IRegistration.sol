// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { InstrumentId } from "../types/InstrumentId.sol";
import { RegistrationRequestState, RegistryState, RegistryType } from "../types/RegistryEnums.sol";
import { RegistryId } from "../types/RegistryId.sol";

/// @title How a registry comes into being: a registrar asks to keep an instrument, its issuer or depositary answers.
/// The same for every kind of registry.
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
    /// @notice The registry is there.
    event RegistryPrepared(RegistryId indexed registryId, Registry registry);
    event RegistrySuspended(RegistryId indexed registryId, bytes32 reasonFp);
    event RegistryUnsuspended(RegistryId indexed registryId, bytes32 reasonFp);

    error RegistryUnknown(RegistryId registryId);
    error RegistryNotRegistered(RegistryId registryId, RegistryState state);
    error RegistryNotSuspended(RegistryId registryId, RegistryState state);
    error RegistryRegistrarRequired(RegistryId registryId, address caller);
    error RegistrationNotRequested(RegistryId registryId, RegistrationRequestState state);
    error RegistrationAlreadyRequested(RegistryId registryId);
    error RegistrationIssuerRequired(RegistryId registryId, address caller);
    error InstrumentManagerUnknown(address instrumentManager);
    error InstrumentNotRegistrable(InstrumentId instrumentId);
    error InstrumentHolderNotWhitelisted(InstrumentId instrumentId, address holder);
    error InstrumentRevisionOutdated(InstrumentId instrumentId, uint32 instrumentRevision);

    /// @notice registry.REGISTRAR asks to keep an instrument; its depositary or issuer answers. May be asked again
    /// after a rejection or a cancellation.
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

    /// @notice The registrar. A suspended registry moves and earmarks nothing; cancelling and unearmarking still work.
    function suspendRegistry(RegistryId registryId, bytes32 reasonFp) external;

    /// @notice The registrar.
    function unsuspendRegistry(RegistryId registryId, bytes32 reasonFp) external;

    function registries(RegistryId registryId) external view returns (Registry memory);

    function registrationRequests(RegistryId registryId) external view returns (RegistrationRequest memory);
}
