// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { Held } from "../access/Held.sol";
import { Privileges } from "../access/Privileges.sol";
import { IInstrumentManager } from "../interfaces/IInstrumentManager.sol";
import { IRegistration } from "../interfaces/IRegistration.sol";
import { AssetClass } from "../types/InstrumentEnums.sol";
import { InstrumentId } from "../types/InstrumentId.sol";
import { RegistrationRequestState, RegistryState, RegistryType } from "../types/RegistryEnums.sol";
import { RegistryId, toRegistryId } from "../types/RegistryId.sol";

/// @dev What every movement reads comes first and shares a slot. A public instrument never becomes private, so only
/// what was private when the registry was prepared is asked for its whitelist.
struct Book {
    address registrar;
    RegistryState state;
    RegistryType registryType;
    bool mayBePrivate;
    uint32 instrumentRevision;
    address instrumentManager;
    address instrumentRegistrar;
    InstrumentId instrumentId;
}

struct RegistrationStore {
    address privilegeManager;
    mapping(RegistryId => Book) books;
    mapping(RegistryId => IRegistration.RegistrationRequest) requests;
}

/// @title The handshake by which registries come into being, and their state, for every kind of registry manager.
library Registrations {
    function request(
        RegistrationStore storage self,
        address instrumentManager,
        InstrumentId instrumentId,
        uint32 instrumentRevision
    ) internal returns (RegistryId registryId) {
        Held.demand(self.privilegeManager, msg.sender, Privileges.REGISTRY_REGISTRAR);
        if (!Held.by(self.privilegeManager, instrumentManager, Privileges.REGISTRY_INSTRUMENT_DAPP)) {
            revert IRegistration.InstrumentManagerUnknown(instrumentManager);
        }
        registryId = toRegistryId(msg.sender, instrumentManager, instrumentId);
        RegistrationRequestState state = self.requests[registryId].state;
        if (state == RegistrationRequestState.REQUESTED || state == RegistrationRequestState.CONFIRMED) {
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

    function cancel(RegistrationStore storage self, RegistryId registryId, bytes32 reasonFp) internal {
        IRegistration.RegistrationRequest storage asked = _requested(self, registryId);
        if (msg.sender != asked.registrar) {
            revert IRegistration.RegistryRegistrarRequired(registryId, msg.sender);
        }
        asked.state = RegistrationRequestState.CANCELED;
        emit IRegistration.RegistrationCanceled(registryId, msg.sender, reasonFp);
    }

    function reject(RegistrationStore storage self, RegistryId registryId, bytes32 reasonFp) internal {
        IRegistration.RegistrationRequest storage asked = _requested(self, registryId);
        _requireAnswering(self, registryId, asked);
        asked.state = RegistrationRequestState.REJECTED;
        emit IRegistration.RegistrationRejected(registryId, msg.sender, reasonFp);
    }

    function confirm(RegistrationStore storage self, RegistryId registryId) internal {
        IRegistration.RegistrationRequest storage asked = _requested(self, registryId);
        _requireAnswering(self, registryId, asked);
        Book storage book = self.books[registryId];
        IInstrumentManager instrumentManager = IInstrumentManager(book.instrumentManager);
        _requireRegistrable(instrumentManager, book.instrumentId, asked.instrumentRevision);
        asked.state = RegistrationRequestState.CONFIRMED;
        book.registrar = asked.registrar;
        book.state = RegistryState.REGISTERED;
        book.registryType = RegistryType.DIGITAL;
        book.mayBePrivate = instrumentManager.getInstrument(book.instrumentId).privatePlacementFlag;
        book.instrumentRevision = asked.instrumentRevision;
        book.instrumentRegistrar = msg.sender;
        emit IRegistration.RegistrationConfirmed(registryId, msg.sender);
        emit IRegistration.RegistryPrepared(registryId, toView(self, registryId));
        instrumentManager.notifyRegistered(book.instrumentId);
    }

    function suspend(RegistrationStore storage self, RegistryId registryId, bytes32 reasonFp) internal {
        Book storage book = registered(self, registryId);
        requireRegistrar(self, registryId, book, msg.sender);
        book.state = RegistryState.SUSPENDED;
        emit IRegistration.RegistrySuspended(registryId, reasonFp);
    }

    function unsuspend(RegistrationStore storage self, RegistryId registryId, bytes32 reasonFp) internal {
        Book storage book = known(self, registryId);
        requireRegistrar(self, registryId, book, msg.sender);
        if (book.state != RegistryState.SUSPENDED) {
            revert IRegistration.RegistryNotSuspended(registryId, book.state);
        }
        book.state = RegistryState.REGISTERED;
        emit IRegistration.RegistryUnsuspended(registryId, reasonFp);
    }

    function known(RegistrationStore storage self, RegistryId registryId)
        internal
        view
        returns (Book storage book)
    {
        book = self.books[registryId];
        if (book.state == RegistryState.NONE) revert IRegistration.RegistryUnknown(registryId);
    }

    /// @dev Neither suspended nor deregistered: things may move.
    function registered(RegistrationStore storage self, RegistryId registryId)
        internal
        view
        returns (Book storage book)
    {
        book = known(self, registryId);
        if (book.state != RegistryState.REGISTERED) {
            revert IRegistration.RegistryNotRegistered(registryId, book.state);
        }
    }

    function requireRegistrar(
        RegistrationStore storage self,
        RegistryId registryId,
        Book storage book,
        address caller
    ) internal view {
        if (caller != book.registrar) {
            revert IRegistration.RegistryRegistrarRequired(registryId, caller);
        }
        Held.demand(self.privilegeManager, caller, Privileges.REGISTRY_REGISTRAR);
    }

    /// @dev May hold the instrument: an investor, and whitelisted where the instrument is private.
    function requireHolder(RegistrationStore storage self, Book storage book, address holder) internal view {
        Held.demand(self.privilegeManager, holder, Privileges.REGISTRY_INVESTOR);
        if (!book.mayBePrivate) return;
        if (!IInstrumentManager(book.instrumentManager).isWhitelisted(book.instrumentId, holder)) {
            revert IRegistration.InstrumentHolderNotWhitelisted(book.instrumentId, holder);
        }
    }

    function toView(RegistrationStore storage self, RegistryId registryId)
        internal
        view
        returns (IRegistration.Registry memory)
    {
        Book storage book = self.books[registryId];
        return IRegistration.Registry({
            registryType: book.registryType,
            registryState: book.state,
            instrumentManager: book.instrumentManager,
            registrar: book.registrar,
            instrumentRegistrar: book.instrumentRegistrar,
            instrumentId: book.instrumentId,
            instrumentRevision: book.instrumentRevision
        });
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
        if (!Held.by(self.privilegeManager, msg.sender, Privileges.REGISTRY_DEPOSITARY)) {
            Held.demand(self.privilegeManager, msg.sender, Privileges.REGISTRY_ISSUER);
        }
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
}
