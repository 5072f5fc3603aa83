// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { ECDSA } from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import { Held } from "../access/Held.sol";
import { Privileges } from "../access/Privileges.sol";
import { IPlatformManager } from "../interfaces/IPlatformManager.sol";
import { IRegistration } from "../interfaces/IRegistration.sol";
import { RegistrationRequestState, RegistryState } from "../types/RegistryEnums.sol";
import { RegistryId } from "../types/RegistryId.sol";
import { Signature } from "../types/Signature.sol";
import { Book, RegistrationStore, Registrations } from "./Registrations.sol";
import { UnregisterHash } from "./UnregisterHash.sol";

/// @title How a registry ends: one side calls, the other side's confirmer has signed.
library Unregistrations {
    using Registrations for RegistrationStore;

    function setConfirmer(RegistrationStore storage self, address confirmer) internal {
        if (!Held.by(self.privilegeManager, msg.sender, Privileges.REGISTRY_REGISTRAR)) {
            self.requireIssuerSide(msg.sender);
        }
        self.confirmers[msg.sender] = confirmer;
        emit IRegistration.RegistryConfirmerChanged(msg.sender, confirmer);
    }

    /// @param outstanding What the registry still holds, as its manager counts.
    function asIssuer(
        RegistrationStore storage self,
        RegistryId registryId,
        uint256 outstanding,
        uint256 nonce,
        Signature calldata signature,
        bytes32 reasonFp
    ) internal {
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
    ) internal {
        Book storage book = self.known(registryId);
        self.requireRegistrar(registryId, book, msg.sender);
        _requireEndable(registryId, book, outstanding);
        _agree(self, registryId, book.instrumentRegistrar, nonce, signature, reasonFp);
        _end(self, registryId, book);
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
        if (nonce != self.nonces[tenant]) {
            revert IRegistration.RegistryNonceInvalid(tenant, self.nonces[tenant], nonce);
        }
        address confirmer = self.confirmers[tenant];
        if (confirmer == address(0)) revert IRegistration.RegistryConfirmerMissing(tenant);
        IPlatformManager(self.platform).requireInGoodStanding(tenant, confirmer);
        bytes32 digest = UnregisterHash.digest(registryId, tenant, nonce, reasonFp);
        (address signer,,) = ECDSA.tryRecover(digest, signature.v, signature.r, signature.s);
        if (signer != confirmer) revert IRegistration.RegistryConfirmerSignatureInvalid(tenant);
        self.nonces[tenant] = nonce + 1;
        emit IRegistration.RegistryUnregistered(registryId, msg.sender, tenant, nonce, reasonFp);
    }

    function _end(RegistrationStore storage self, RegistryId registryId, Book storage book) private {
        book.state = RegistryState.DEREGISTERED;
        self.requests[registryId].state = RegistrationRequestState.DEREGISTERED;
    }
}
