// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { ECDSA } from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import { AspectStore, Aspects } from "../../access/Aspects.sol";
import { Eip712 } from "../../access/Eip712.sol";
import { PrivilegeCheck } from "../../access/PrivilegeCheck.sol";
import { Privileges } from "../../access/Privileges.sol";
import { IAspects } from "../../interfaces/IAspects.sol";
import { IInstrumentManager } from "../../interfaces/IInstrumentManager.sol";
import { IRegistration } from "../../interfaces/IRegistration.sol";
import { AssetClass, CreationMark, InstrumentId } from "../../types/Instrument.sol";
import {
    RegistrationRequestState,
    RegistrationType,
    RegistryId,
    RegistryState,
    RegistryType,
    toRegistryId
} from "../../types/Registry.sol";
import { Signature } from "../../types/TenantAccess.sol";
import { RegistryRecord, RegistrationStore, Registrations } from "./RegistrationStore.sol";

/// @dev The other side's agreement that a registry ends.
struct Agreement {
    uint256 nonce;
    Signature signature;
    bytes32 reasonFp;
}

/// @title The life of a registry: its registration by a registrar and the instrument's issuer or depositary, its
/// states, and its end, which both sides agree on.
/// @dev Deployed once and linked: no registry manager would fit the size limit with this code, and these calls are
/// rare.
library RegistrationLogic {
    using Aspects for AspectStore;
    using Registrations for RegistrationStore;

    function requestRegistration(
        RegistrationStore storage self,
        address instrumentManager,
        InstrumentId instrumentId,
        uint32 instrumentRevision
    ) external returns (RegistryId registryId) {
        PrivilegeCheck.require_(self.privilegeManager, msg.sender, Privileges.REGISTRY_REGISTRAR);
        if (self.registrationType == RegistrationType.NONE) revert IRegistration.RegistrationClosed();
        if (!PrivilegeCheck.isGranted(
                self.privilegeManager, instrumentManager, Privileges.REGISTRY_INSTRUMENT_DAPP
            )) {
            revert IRegistration.InstrumentManagerUnknown(instrumentManager);
        }
        registryId = toRegistryId(msg.sender, instrumentManager, instrumentId);
        RegistrationRequestState state = self.requests[registryId].state;
        if (
            state == RegistrationRequestState.REQUESTED || state == RegistrationRequestState.CONFIRMED
                || state == RegistrationRequestState.DEREGISTERED
        ) {
            revert IRegistration.RegistrationAlreadyRequested(registryId);
        }
        _requireRegistrable(IInstrumentManager(instrumentManager), instrumentId, instrumentRevision);
        address responder = IInstrumentManager(instrumentManager).issuerOrDepositary(instrumentId);
        self.requests[registryId] = IRegistration.RegistrationRequest(
            RegistrationRequestState.REQUESTED, msg.sender, responder, instrumentRevision
        );
        RegistryRecord storage registry = self.registries[registryId];
        registry.instrumentManager = instrumentManager;
        registry.instrumentId = instrumentId;
        emit IRegistration.RegistrationRequested(
            registryId, msg.sender, instrumentId, instrumentManager, responder, instrumentRevision
        );
    }

    function cancelRequest(RegistrationStore storage self, RegistryId registryId, bytes32 reasonFp) external {
        IRegistration.RegistrationRequest storage pending = _requireRequested(self, registryId);
        if (msg.sender != pending.registrar) {
            revert IRegistration.RegistryRegistrarRequired(registryId, msg.sender);
        }
        pending.state = RegistrationRequestState.CANCELED;
        emit IRegistration.RegistrationCanceled(registryId, msg.sender, reasonFp);
    }

    function rejectRequest(RegistrationStore storage self, RegistryId registryId, bytes32 reasonFp) external {
        IRegistration.RegistrationRequest storage pending = _requireRequested(self, registryId);
        _requireResponder(self, registryId, pending);
        pending.state = RegistrationRequestState.REJECTED;
        emit IRegistration.RegistrationRejected(registryId, msg.sender, reasonFp);
    }

    function confirmRequest(RegistrationStore storage self, RegistryId registryId) external {
        IRegistration.RegistrationRequest storage pending = _requireRequested(self, registryId);
        _requireResponder(self, registryId, pending);
        RegistryRecord storage registry = self.registries[registryId];
        IInstrumentManager instrumentManager = IInstrumentManager(registry.instrumentManager);
        _requireRegistrable(instrumentManager, registry.instrumentId, pending.instrumentRevision);
        IInstrumentManager.Instrument memory instrument =
            instrumentManager.getInstrument(registry.instrumentId);
        pending.state = RegistrationRequestState.CONFIRMED;
        self.hasRegistries = true;
        registry.registrar = pending.registrar;
        registry.state = instrument.creationMark == CreationMark.TO_IMPORT
            ? RegistryState.IMPORTING
            : RegistryState.REGISTERED;
        registry.registryType = RegistryType.DIGITAL;
        registry.mayBePrivate = instrument.privatePlacementFlag;
        registry.instrumentRevision = pending.instrumentRevision;
        registry.instrumentRegistrar = msg.sender;
        emit IRegistration.RegistrationConfirmed(registryId, msg.sender);
        emit IRegistration.RegistryPrepared(registryId, self.toView(registryId));
        instrumentManager.notifyRegistered(registry.instrumentId);
    }

    function setConfirmer(RegistrationStore storage self, address confirmer) external {
        if (!PrivilegeCheck.isGranted(self.privilegeManager, msg.sender, Privileges.REGISTRY_REGISTRAR)) {
            self.requireIssuerSide(msg.sender);
        }
        self.confirmers[msg.sender] = confirmer;
        emit IRegistration.RegistryConfirmerChanged(msg.sender, confirmer);
    }

    /// @dev Asks for no privilege: a tenant can withdraw its own agreement even after it has lost every right.
    function withdrawAgreement(RegistrationStore storage self, uint256 nonce) external {
        self.standings.requireActive(msg.sender);
        _useNonce(self, msg.sender, nonce);
        emit IRegistration.RegistryAgreementWithdrawn(msg.sender, nonce);
    }

    /// @param outstanding As the registry's manager counts it.
    function unregisterAsIssuer(
        RegistrationStore storage self,
        RegistryId registryId,
        uint256 outstanding,
        Agreement memory agreement
    ) external {
        RegistryRecord storage registry = self.requireKnown(registryId);
        if (msg.sender != registry.instrumentRegistrar) {
            revert IRegistration.RegistrationIssuerRequired(registryId, msg.sender);
        }
        self.requireIssuerSide(msg.sender);
        _requireEndable(registryId, registry, outstanding);
        _agree(self, registryId, registry.registrar, agreement);
        _end(self, registryId, registry);
    }

    function unregisterAsRegistrar(
        RegistrationStore storage self,
        RegistryId registryId,
        uint256 outstanding,
        Agreement memory agreement
    ) external {
        RegistryRecord storage registry = self.requireKnown(registryId);
        self.requireRegistrar(registryId, registry, msg.sender);
        _requireEndable(registryId, registry, outstanding);
        _agree(self, registryId, registry.instrumentRegistrar, agreement);
        _end(self, registryId, registry);
    }

    function setRegistrationProtocol(RegistrationStore storage self, RegistrationType registrationType)
        external
    {
        PrivilegeCheck.require_(self.privilegeManager, msg.sender, Privileges.REGISTRY_OPERATOR);
        self.registrationType = registrationType;
        emit IRegistration.RegistrationProtocolChanged(registrationType);
    }

    function suspend(RegistrationStore storage self, RegistryId registryId, bytes32 reasonFp) external {
        RegistryRecord storage registry = self.requireRegistered(registryId);
        self.requireRegistrar(registryId, registry, msg.sender);
        registry.state = RegistryState.SUSPENDED;
        emit IRegistration.RegistrySuspended(registryId, reasonFp);
    }

    function unsuspend(RegistrationStore storage self, RegistryId registryId, bytes32 reasonFp) external {
        RegistryRecord storage registry = self.requireKnown(registryId);
        self.requireRegistrar(registryId, registry, msg.sender);
        if (registry.state != RegistryState.SUSPENDED) {
            revert IRegistration.RegistryNotSuspended(registryId, registry.state);
        }
        registry.state = RegistryState.REGISTERED;
        emit IRegistration.RegistryUnsuspended(registryId, reasonFp);
    }

    function finishImport(RegistrationStore storage self, RegistryId registryId) external {
        RegistryRecord storage registry = self.requireImporting(registryId);
        self.requireRegistrar(registryId, registry, msg.sender);
        registry.state = RegistryState.REGISTERED;
        emit IRegistration.RegistryImportFinished(registryId);
    }

    function startExporting(RegistrationStore storage self, RegistryId registryId, bytes32 reasonFp)
        external
    {
        RegistryRecord storage registry = self.requireRegistered(registryId);
        self.requireRegistrar(registryId, registry, msg.sender);
        registry.state = RegistryState.EXPORTING;
        emit IRegistration.RegistryExportStarted(registryId, reasonFp);
    }

    function setSenderWhitelisted(
        RegistrationStore storage self,
        RegistryId registryId,
        address sender,
        bool whitelisted
    ) external {
        self.requireRegistrar(registryId, self.requireKnown(registryId), msg.sender);
        self.whitelistedSenders[registryId][sender] = whitelisted;
        emit IRegistration.SenderWhitelisted(registryId, sender, whitelisted);
    }

    function setAspect(
        RegistrationStore storage self,
        bytes32 registryId,
        bytes32 aspectId,
        bytes32 aspectRecordId
    ) external {
        PrivilegeCheck.require_(self.privilegeManager, msg.sender, Privileges.REGISTRY_ASPECT_INSTRUMENT);
        if (self.registries[RegistryId.wrap(registryId)].state == RegistryState.NONE) {
            revert IAspects.AspectEntityUnknown(registryId);
        }
        self.aspects.set(registryId, aspectId, aspectRecordId);
    }

    function unsetAspect(RegistrationStore storage self, bytes32 registryId, bytes32 aspectId) external {
        PrivilegeCheck.require_(self.privilegeManager, msg.sender, Privileges.REGISTRY_ASPECT_INSTRUMENT);
        self.aspects.unset(registryId, aspectId);
    }

    function _requireRequested(RegistrationStore storage self, RegistryId registryId)
        private
        view
        returns (IRegistration.RegistrationRequest storage pending)
    {
        pending = self.requests[registryId];
        if (pending.state != RegistrationRequestState.REQUESTED) {
            revert IRegistration.RegistrationNotRequested(registryId, pending.state);
        }
    }

    function _requireResponder(
        RegistrationStore storage self,
        RegistryId registryId,
        IRegistration.RegistrationRequest storage pending
    ) private view {
        if (msg.sender != pending.issuerOrDepositary) {
            revert IRegistration.RegistrationIssuerRequired(registryId, msg.sender);
        }
        self.requireIssuerSide(msg.sender);
    }

    function _requireRegistrable(
        IInstrumentManager instrumentManager,
        InstrumentId instrumentId,
        uint32 instrumentRevision
    ) private view {
        if (
            !instrumentManager.isValidInstrument(instrumentId)
                || instrumentManager.assetClassOf(instrumentId) != AssetClass.DIGITAL
        ) revert IRegistration.InstrumentNotRegistrable(instrumentId);
        if (!instrumentManager.isLatestInstrumentRevision(instrumentId, instrumentRevision)) {
            revert IRegistration.InstrumentRevisionOutdated(instrumentId, instrumentRevision);
        }
    }

    function _requireEndable(RegistryId registryId, RegistryRecord storage registry, uint256 outstanding)
        private
        view
    {
        RegistryState state = registry.state;
        if (
            state != RegistryState.REGISTERED && state != RegistryState.SUSPENDED
                && state != RegistryState.EXPORTING
        ) revert IRegistration.RegistryNotUnregistrable(registryId, state);
        if (outstanding > 0) revert IRegistration.RegistryNotEmpty(registryId, outstanding);
    }

    /// @dev Checks the other side's agreement: its confirmer, in good standing, signed with the tenant's next nonce.
    function _agree(
        RegistrationStore storage self,
        RegistryId registryId,
        address tenant,
        Agreement memory agreement
    ) private {
        (uint256 nonce, bytes32 reasonFp) = (agreement.nonce, agreement.reasonFp);
        _useNonce(self, tenant, nonce);
        address confirmer = self.confirmers[tenant];
        if (confirmer == address(0)) revert IRegistration.RegistryConfirmerMissing(tenant);
        self.standings.requireInGoodStanding(tenant, confirmer);
        bytes32 digest = UnregisterHash.digest(registryId, tenant, nonce, reasonFp);
        Signature memory signature = agreement.signature;
        (address signer,,) = ECDSA.tryRecover(digest, signature.v, signature.r, signature.s);
        if (signer != confirmer) revert IRegistration.RegistryConfirmerSignatureInvalid(tenant);
        emit IRegistration.RegistryUnregistered(registryId, msg.sender, tenant, nonce, reasonFp);
    }

    function _useNonce(RegistrationStore storage self, address tenant, uint256 nonce) private {
        uint256 next = self.nonces[tenant];
        if (nonce != next) revert IRegistration.RegistryNonceInvalid(tenant, next, nonce);
        self.nonces[tenant] = next + 1;
    }

    function _end(RegistrationStore storage self, RegistryId registryId, RegistryRecord storage registry)
        private
    {
        registry.state = RegistryState.DEREGISTERED;
        self.requests[registryId].state = RegistrationRequestState.DEREGISTERED;
    }
}

/// @title The EIP-712 digest of one side's agreement that a registry ends.
library UnregisterHash {
    bytes32 private constant UNREGISTER_TYPEHASH =
        keccak256("Unregister(bytes32 registryId,address tenant,uint256 nonce,bytes32 reasonFp)");

    /// @param tenant The agreeing side.
    function digest(RegistryId registryId, address tenant, uint256 nonce, bytes32 reasonFp)
        internal
        view
        returns (bytes32)
    {
        return Eip712.digest(keccak256(abi.encode(UNREGISTER_TYPEHASH, registryId, tenant, nonce, reasonFp)));
    }
}
