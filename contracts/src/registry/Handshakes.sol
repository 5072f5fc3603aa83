// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { ECDSA } from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import { Aspects, AspectStore } from "../access/Aspects.sol";
import { Held } from "../access/Held.sol";
import { Privileges } from "../access/Privileges.sol";
import { IAspects } from "../interfaces/IAspects.sol";
import { IInstrumentManager } from "../interfaces/IInstrumentManager.sol";
import { IPlatformManager } from "../interfaces/IPlatformManager.sol";
import { IRegistration } from "../interfaces/IRegistration.sol";
import { AssetClass, CreationMark } from "../types/InstrumentEnums.sol";
import { InstrumentId } from "../types/InstrumentId.sol";
import {
    RegistrationRequestState,
    RegistrationType,
    RegistryState,
    RegistryType
} from "../types/RegistryEnums.sol";
import { RegistryId, toRegistryId } from "../types/RegistryId.sol";
import { Signature } from "../types/Signature.sol";
import { Book, RegistrationStore, Registrations } from "./Registrations.sol";
import { UnregisterHash } from "./UnregisterHash.sol";

/// @title How a registry begins and ends, by what a registrar and an instrument's issuer or depositary agree on, and
/// what changes its state in between.
/// @dev Deployed once and linked: with this code of its own, no registry manager would fit the size limit, and these
/// calls are rare.
library Handshakes {
    using Aspects for AspectStore;
    using Registrations for RegistrationStore;

    function request(
        RegistrationStore storage self,
        address instrumentManager,
        InstrumentId instrumentId,
        uint32 instrumentRevision
    ) external returns (RegistryId registryId) {
        Held.demand(self.privilegeManager, msg.sender, Privileges.REGISTRY_REGISTRAR);
        if (self.registrationType == RegistrationType.NONE) revert IRegistration.RegistrationClosed();
        if (!Held.by(self.privilegeManager, instrumentManager, Privileges.REGISTRY_INSTRUMENT_DAPP)) {
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
        address answering = IInstrumentManager(instrumentManager).issuerOrDepositary(instrumentId);
        self.requests[registryId] = IRegistration.RegistrationRequest(
            RegistrationRequestState.REQUESTED, msg.sender, answering, instrumentRevision
        );
        Book storage book = self.books[registryId];
        book.instrumentManager = instrumentManager;
        book.instrumentId = instrumentId;
        emit IRegistration.RegistrationRequested(
            registryId, msg.sender, instrumentId, instrumentManager, answering, instrumentRevision
        );
    }

    function cancel(RegistrationStore storage self, RegistryId registryId, bytes32 reasonFp) external {
        IRegistration.RegistrationRequest storage asked = _requested(self, registryId);
        if (msg.sender != asked.registrar) {
            revert IRegistration.RegistryRegistrarRequired(registryId, msg.sender);
        }
        asked.state = RegistrationRequestState.CANCELED;
        emit IRegistration.RegistrationCanceled(registryId, msg.sender, reasonFp);
    }

    function reject(RegistrationStore storage self, RegistryId registryId, bytes32 reasonFp) external {
        IRegistration.RegistrationRequest storage asked = _requested(self, registryId);
        _requireAnswering(self, registryId, asked);
        asked.state = RegistrationRequestState.REJECTED;
        emit IRegistration.RegistrationRejected(registryId, msg.sender, reasonFp);
    }

    function confirm(RegistrationStore storage self, RegistryId registryId) external {
        IRegistration.RegistrationRequest storage asked = _requested(self, registryId);
        _requireAnswering(self, registryId, asked);
        Book storage book = self.books[registryId];
        IInstrumentManager instrumentManager = IInstrumentManager(book.instrumentManager);
        _requireRegistrable(instrumentManager, book.instrumentId, asked.instrumentRevision);
        IInstrumentManager.Instrument memory instrument = instrumentManager.getInstrument(book.instrumentId);
        asked.state = RegistrationRequestState.CONFIRMED;
        book.registrar = asked.registrar;
        book.state = instrument.creationMark == CreationMark.TO_IMPORT
            ? RegistryState.IMPORTING
            : RegistryState.REGISTERED;
        book.registryType = RegistryType.DIGITAL;
        book.mayBePrivate = instrument.privatePlacementFlag;
        book.instrumentRevision = asked.instrumentRevision;
        book.instrumentRegistrar = msg.sender;
        emit IRegistration.RegistrationConfirmed(registryId, msg.sender);
        emit IRegistration.RegistryPrepared(registryId, self.toView(registryId));
        instrumentManager.notifyRegistered(book.instrumentId);
    }

    function setConfirmer(RegistrationStore storage self, address confirmer) external {
        if (!Held.by(self.privilegeManager, msg.sender, Privileges.REGISTRY_REGISTRAR)) {
            self.requireIssuerSide(msg.sender);
        }
        self.confirmers[msg.sender] = confirmer;
        emit IRegistration.RegistryConfirmerChanged(msg.sender, confirmer);
    }

    /// @dev Asks for no privilege: what is one's own is taken back, also after losing every right.
    function withdraw(RegistrationStore storage self, uint256 nonce) external {
        IPlatformManager(self.platform).requireActive(msg.sender);
        _useNonce(self, msg.sender, nonce);
        emit IRegistration.RegistryAgreementWithdrawn(msg.sender, nonce);
    }

    /// @param outstanding What the registry still holds, as its manager counts.
    function asIssuer(
        RegistrationStore storage self,
        RegistryId registryId,
        uint256 outstanding,
        uint256 nonce,
        Signature calldata signature,
        bytes32 reasonFp
    ) external {
        Book storage book = self.known(registryId);
        if (msg.sender != book.instrumentRegistrar) {
            revert IRegistration.RegistrationIssuerRequired(registryId, msg.sender);
        }
        self.requireIssuerSide(msg.sender);
        _requireEndable(registryId, book, outstanding);
        _agree(self, registryId, book.registrar, nonce, signature, reasonFp);
        _end(self, registryId, book);
    }

    function asRegistrar(
        RegistrationStore storage self,
        RegistryId registryId,
        uint256 outstanding,
        uint256 nonce,
        Signature calldata signature,
        bytes32 reasonFp
    ) external {
        Book storage book = self.known(registryId);
        self.requireRegistrar(registryId, book, msg.sender);
        _requireEndable(registryId, book, outstanding);
        _agree(self, registryId, book.instrumentRegistrar, nonce, signature, reasonFp);
        _end(self, registryId, book);
    }

    function setProtocol(RegistrationStore storage self, RegistrationType registrationType) external {
        Held.demand(self.privilegeManager, msg.sender, Privileges.REGISTRY_OPERATOR);
        self.registrationType = registrationType;
        emit IRegistration.RegistrationProtocolChanged(registrationType);
    }

    function suspend(RegistrationStore storage self, RegistryId registryId, bytes32 reasonFp) external {
        Book storage book = self.registered(registryId);
        self.requireRegistrar(registryId, book, msg.sender);
        book.state = RegistryState.SUSPENDED;
        emit IRegistration.RegistrySuspended(registryId, reasonFp);
    }

    function unsuspend(RegistrationStore storage self, RegistryId registryId, bytes32 reasonFp) external {
        Book storage book = self.known(registryId);
        self.requireRegistrar(registryId, book, msg.sender);
        if (book.state != RegistryState.SUSPENDED) {
            revert IRegistration.RegistryNotSuspended(registryId, book.state);
        }
        book.state = RegistryState.REGISTERED;
        emit IRegistration.RegistryUnsuspended(registryId, reasonFp);
    }

    function finishImport(RegistrationStore storage self, RegistryId registryId) external {
        Book storage book = self.importing(registryId);
        self.requireRegistrar(registryId, book, msg.sender);
        book.state = RegistryState.REGISTERED;
        emit IRegistration.RegistryImportFinished(registryId);
    }

    function startExporting(RegistrationStore storage self, RegistryId registryId, bytes32 reasonFp)
        external
    {
        Book storage book = self.registered(registryId);
        self.requireRegistrar(registryId, book, msg.sender);
        book.state = RegistryState.EXPORTING;
        emit IRegistration.RegistryExportStarted(registryId, reasonFp);
    }

    function setSender(
        RegistrationStore storage self,
        RegistryId registryId,
        address sender,
        bool whitelisted
    ) external {
        self.requireRegistrar(registryId, self.known(registryId), msg.sender);
        self.whitelistedSenders[registryId][sender] = whitelisted;
        emit IRegistration.SenderWhitelisted(registryId, sender, whitelisted);
    }

    function setAspect(
        RegistrationStore storage self,
        bytes32 registryId,
        bytes32 aspectId,
        bytes32 aspectRecordId
    ) external {
        Held.demand(self.privilegeManager, msg.sender, Privileges.REGISTRY_ASPECT_INSTRUMENT);
        if (self.books[RegistryId.wrap(registryId)].state == RegistryState.NONE) {
            revert IAspects.AspectEntityUnknown(registryId);
        }
        self.aspects.set(registryId, aspectId, aspectRecordId);
    }

    function unsetAspect(RegistrationStore storage self, bytes32 registryId, bytes32 aspectId) external {
        Held.demand(self.privilegeManager, msg.sender, Privileges.REGISTRY_ASPECT_INSTRUMENT);
        self.aspects.unset(registryId, aspectId);
    }

    function _requested(RegistrationStore storage self, RegistryId registryId)
        private
        view
        returns (IRegistration.RegistrationRequest storage asked)
    {
        asked = self.requests[registryId];
        if (asked.state != RegistrationRequestState.REQUESTED) {
            revert IRegistration.RegistrationNotRequested(registryId, asked.state);
        }
    }

    function _requireAnswering(
        RegistrationStore storage self,
        RegistryId registryId,
        IRegistration.RegistrationRequest storage asked
    ) private view {
        if (msg.sender != asked.issuerOrDepositary) {
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
                || instrumentManager.getInstrumentMetadata(instrumentId).assetClass != AssetClass.DIGITAL
        ) revert IRegistration.InstrumentNotRegistrable(instrumentId);
        if (!instrumentManager.isLatestInstrumentRevision(instrumentId, instrumentRevision)) {
            revert IRegistration.InstrumentRevisionOutdated(instrumentId, instrumentRevision);
        }
    }

    function _requireEndable(RegistryId registryId, Book storage book, uint256 outstanding) private view {
        RegistryState state = book.state;
        if (
            state != RegistryState.REGISTERED && state != RegistryState.SUSPENDED
                && state != RegistryState.EXPORTING
        ) revert IRegistration.RegistryNotUnregistrable(registryId, state);
        if (outstanding > 0) revert IRegistration.RegistryNotEmpty(registryId, outstanding);
    }

    /// @dev The other side agrees: its confirmer, in good standing, has signed with its next nonce.
    function _agree(
        RegistrationStore storage self,
        RegistryId registryId,
        address tenant,
        uint256 nonce,
        Signature calldata signature,
        bytes32 reasonFp
    ) private {
        _useNonce(self, tenant, nonce);
        address confirmer = self.confirmers[tenant];
        if (confirmer == address(0)) revert IRegistration.RegistryConfirmerMissing(tenant);
        IPlatformManager(self.platform).requireInGoodStanding(tenant, confirmer);
        bytes32 digest = UnregisterHash.digest(registryId, tenant, nonce, reasonFp);
        (address signer,,) = ECDSA.tryRecover(digest, signature.v, signature.r, signature.s);
        if (signer != confirmer) revert IRegistration.RegistryConfirmerSignatureInvalid(tenant);
        emit IRegistration.RegistryUnregistered(registryId, msg.sender, tenant, nonce, reasonFp);
    }

    function _useNonce(RegistrationStore storage self, address tenant, uint256 nonce) private {
        uint256 next = self.nonces[tenant];
        if (nonce != next) revert IRegistration.RegistryNonceInvalid(tenant, next, nonce);
        self.nonces[tenant] = next + 1;
    }

    function _end(RegistrationStore storage self, RegistryId registryId, Book storage book) private {
        book.state = RegistryState.DEREGISTERED;
        self.requests[registryId].state = RegistrationRequestState.DEREGISTERED;
    }
}
