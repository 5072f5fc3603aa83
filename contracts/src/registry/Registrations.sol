// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { AspectStore } from "../access/Aspects.sol";
import { Held } from "../access/Held.sol";
import { Privileges } from "../access/Privileges.sol";
import { IInstrumentManager } from "../interfaces/IInstrumentManager.sol";
import { IRegistration } from "../interfaces/IRegistration.sol";
import { InstrumentId } from "../types/InstrumentId.sol";
import { RegistrationType, RegistryState, RegistryType } from "../types/RegistryEnums.sol";
import { RegistryId } from "../types/RegistryId.sol";

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

/// @dev What every registry manager keeps, whichever way it keeps positions.
struct RegistrationStore {
    address platform;
    address privilegeManager;
    RegistrationType registrationType;
    mapping(RegistryId => Book) books;
    mapping(RegistryId => IRegistration.RegistrationRequest) requests;
    mapping(RegistryId => mapping(address sender => bool)) whitelistedSenders;
    mapping(address tenant => address) confirmers;
    mapping(address tenant => uint256) nonces;
    AspectStore aspects;
}

/// @title The state of registries, and who may act on them, for every kind of registry manager.
library Registrations {
    function init(RegistrationStore storage self, address platform, address privilegeManager) internal {
        self.platform = platform;
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

    /// @dev What is left may still be brought to its end.
    function registeredOrExporting(RegistrationStore storage self, RegistryId registryId)
        internal
        view
        returns (Book storage book)
    {
        book = self.books[registryId];
        if (book.state != RegistryState.EXPORTING) registered(self, registryId);
    }

    function importing(RegistrationStore storage self, RegistryId registryId)
        internal
        view
        returns (Book storage book)
    {
        book = known(self, registryId);
        if (book.state != RegistryState.IMPORTING) {
            revert IRegistration.RegistryNotImporting(registryId, book.state);
        }
    }

    function exporting(RegistrationStore storage self, RegistryId registryId)
        internal
        view
        returns (Book storage book)
    {
        book = known(self, registryId);
        if (book.state != RegistryState.EXPORTING) {
            revert IRegistration.RegistryNotExporting(registryId, book.state);
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

    function requireIssuerSide(RegistrationStore storage self, address caller) internal view {
        if (Held.by(self.privilegeManager, caller, Privileges.REGISTRY_DEPOSITARY)) return;
        Held.demand(self.privilegeManager, caller, Privileges.REGISTRY_ISSUER);
    }

    /// @dev May hold the instrument: an investor, and whitelisted where the instrument is private.
    function requireHolder(RegistrationStore storage self, Book storage book, address holder) internal view {
        Held.demand(self.privilegeManager, holder, Privileges.REGISTRY_INVESTOR);
        requireWhitelisted(book, holder);
    }

    /// @dev The whitelist as it is now, where the instrument is private.
    function requireWhitelisted(Book storage book, address holder) internal view {
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
}
