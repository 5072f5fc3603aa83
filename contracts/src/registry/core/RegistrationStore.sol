// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { AspectStore } from "../../access/Aspects.sol";
import { PrivilegeCheck } from "../../access/PrivilegeCheck.sol";
import { Privileges } from "../../access/Privileges.sol";
import { IInstrumentManager } from "../../interfaces/IInstrumentManager.sol";
import { IPlatformManager } from "../../interfaces/IPlatformManager.sol";
import { IRegistration } from "../../interfaces/IRegistration.sol";
import { IStandings } from "../../interfaces/IStandings.sol";
import { InstrumentId } from "../../types/Instrument.sol";
import { RegistrationType, RegistryId, RegistryState, RegistryType } from "../../types/Registry.sol";

/// @dev The fields that every movement reads come first and share a slot. `mayBePrivate`: the instrument was private
/// when the registry was prepared. A public instrument never becomes private, so only then is the whitelist read.
struct RegistryRecord {
    address registrar;
    RegistryState state;
    RegistryType registryType;
    bool mayBePrivate;
    uint32 instrumentRevision;
    address instrumentManager;
    address instrumentRegistrar;
    InstrumentId instrumentId;
}

/// @dev An earmark protocol. Its first slot also has the manager's privilege manager, so that a movement reads one slot
/// for both. `activeFrom`: 0 if it is not announced.
struct ProtocolRecord {
    address privilegeManager;
    uint64 activeFrom;
    address announcedBy;
}

/// @dev The state that all registry managers share. `hasRegistries`: a registration was confirmed.
/// @custom:storage-location erc7201:connex.Registrations
struct RegistrationStore {
    address platform;
    address privilegeManager;
    IStandings standings;
    RegistrationType registrationType;
    bool hasRegistries;
    mapping(RegistryId => RegistryRecord) registries;
    mapping(RegistryId => IRegistration.RegistrationRequest) requests;
    mapping(RegistryId => mapping(address sender => bool)) whitelistedSenders;
    mapping(address tenant => address) confirmers;
    mapping(address tenant => uint256) nonces;
    AspectStore aspects;
    mapping(address protocol => ProtocolRecord) protocols;
    address[] announcedProtocols;
}

/// @title The state of registries and the checks of callers that all registry managers share.
library Registrations {
    function init(RegistrationStore storage self, address platform, address privilegeManager) internal {
        self.platform = platform;
        self.standings = IPlatformManager(platform).standings();
        self.privilegeManager = privilegeManager;
        self.registrationType = RegistrationType.MIXED_HOLDINGS;
    }

    function requireSender(RegistrationStore storage self, RegistryId registryId, address sender)
        internal
        view
    {
        if (!self.whitelistedSenders[registryId][sender]) {
            revert IRegistration.SenderNotWhitelisted(registryId, sender);
        }
    }

    function requireKnown(RegistrationStore storage self, RegistryId registryId)
        internal
        view
        returns (RegistryRecord storage registry)
    {
        registry = self.registries[registryId];
        if (registry.state == RegistryState.NONE) revert IRegistration.RegistryUnknown(registryId);
    }

    /// @dev REGISTERED: neither suspended nor deregistered, so assets may move.
    function requireRegistered(RegistrationStore storage self, RegistryId registryId)
        internal
        view
        returns (RegistryRecord storage registry)
    {
        registry = requireKnown(self, registryId);
        if (registry.state != RegistryState.REGISTERED) {
            revert IRegistration.RegistryNotRegistered(registryId, registry.state);
        }
    }

    /// @dev EXPORTING: the remaining assets may still end.
    function requireRegisteredOrExporting(RegistrationStore storage self, RegistryId registryId)
        internal
        view
        returns (RegistryRecord storage registry)
    {
        registry = self.registries[registryId];
        if (registry.state != RegistryState.EXPORTING) requireRegistered(self, registryId);
    }

    function requireImporting(RegistrationStore storage self, RegistryId registryId)
        internal
        view
        returns (RegistryRecord storage registry)
    {
        registry = requireKnown(self, registryId);
        if (registry.state != RegistryState.IMPORTING) {
            revert IRegistration.RegistryNotImporting(registryId, registry.state);
        }
    }

    function requireExporting(RegistrationStore storage self, RegistryId registryId)
        internal
        view
        returns (RegistryRecord storage registry)
    {
        registry = requireKnown(self, registryId);
        if (registry.state != RegistryState.EXPORTING) {
            revert IRegistration.RegistryNotExporting(registryId, registry.state);
        }
    }

    function requireRegistrar(
        RegistrationStore storage self,
        RegistryId registryId,
        RegistryRecord storage registry,
        address caller
    ) internal view {
        if (caller != registry.registrar) {
            revert IRegistration.RegistryRegistrarRequired(registryId, caller);
        }
        PrivilegeCheck.require_(self.privilegeManager, caller, Privileges.REGISTRY_REGISTRAR);
    }

    function requireIssuerSide(RegistrationStore storage self, address caller) internal view {
        if (PrivilegeCheck.isGranted(self.privilegeManager, caller, Privileges.REGISTRY_DEPOSITARY)) return;
        PrivilegeCheck.require_(self.privilegeManager, caller, Privileges.REGISTRY_ISSUER);
    }

    /// @dev The holder is an investor, and whitelisted where the instrument is private.
    function requireHolder(RegistrationStore storage self, RegistryRecord storage registry, address holder)
        internal
        view
    {
        PrivilegeCheck.require_(self.privilegeManager, holder, Privileges.REGISTRY_INVESTOR);
        requireWhitelisted(registry, holder);
    }

    /// @dev Reads the instrument's current whitelist, where it is private.
    function requireWhitelisted(RegistryRecord storage registry, address holder) internal view {
        if (!registry.mayBePrivate) return;
        if (!IInstrumentManager(registry.instrumentManager).isWhitelisted(registry.instrumentId, holder)) {
            revert IRegistration.InstrumentHolderNotWhitelisted(registry.instrumentId, holder);
        }
    }

    function toView(RegistrationStore storage self, RegistryId registryId)
        internal
        view
        returns (IRegistration.Registry memory)
    {
        RegistryRecord storage registry = self.registries[registryId];
        return IRegistration.Registry({
            registryType: registry.registryType,
            registryState: registry.state,
            instrumentManager: registry.instrumentManager,
            registrar: registry.registrar,
            instrumentRegistrar: registry.instrumentRegistrar,
            instrumentId: registry.instrumentId,
            instrumentRevision: registry.instrumentRevision
        });
    }
}
