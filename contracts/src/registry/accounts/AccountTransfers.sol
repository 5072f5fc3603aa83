// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { PrivilegeCheck } from "../../access/PrivilegeCheck.sol";
import { Privileges } from "../../access/Privileges.sol";
import { IAccountRegistryManager } from "../../interfaces/IAccountRegistryManager.sol";
import { IPlatformManager } from "../../interfaces/IPlatformManager.sol";
import { IRegistry } from "../../interfaces/IRegistry.sol";
import { Account, AccountNumber, AccountQuantity } from "../../types/Account.sol";
import { RegistryId } from "../../types/Registry.sol";
import { RegistryRecord, RegistrationStore, Registrations } from "../core/RegistrationStore.sol";
import { AccountLedger, AccountPostings, AccountStore } from "./AccountLedger.sol";
import { Position } from "./Positions.sol";

/// @title Moves of free quantity between accounts, whoever asks for them. Callers check who may.
library AccountTransfers {
    using AccountLedger for AccountStore;
    using Registrations for RegistrationStore;

    /// @dev A tenant in good standing that may hold the instrument, with an open account.
    function requireMayReceive(
        RegistrationStore storage self,
        AccountStore storage accounts,
        RegistryRecord storage registry,
        Account memory to
    ) internal view {
        IPlatformManager(self.platform).requireActive(to.owner);
        self.requireHolder(registry, to.owner);
        accounts.requireOpen(registry.registrar, to.owner, to.accountNum);
    }

    function requireDistinct(Account memory from, Account memory to) internal pure {
        if (
            from.owner == to.owner
                && AccountNumber.unwrap(from.accountNum) == AccountNumber.unwrap(to.accountNum)
        ) revert IRegistry.MovementSelf(from.owner);
    }

    /// @dev Takes from all, then gives to all, in one owner's accounts.
    function reorganise(
        AccountStore storage accounts,
        RegistryId registryId,
        address registrar,
        address owner,
        AccountQuantity[] calldata from,
        AccountQuantity[] calldata to,
        bytes32 reasonFp
    ) internal {
        _requireBalanced(from, to);
        emit IAccountRegistryManager.AssetsReorganised(registryId, reasonFp, owner, from, to);
        _take(accounts, registryId, owner, from);
        for (uint256 i; i < to.length; ++i) {
            _give(accounts, registryId, registrar, owner, to[i], reasonFp);
        }
    }

    function _take(
        AccountStore storage accounts,
        RegistryId registryId,
        address owner,
        AccountQuantity[] calldata from
    ) private {
        for (uint256 i; i < from.length; ++i) {
            AccountNumber accountNum = from[i].accountNum;
            uint128 amount = uint128(from[i].quantity);
            Position memory position =
                accounts.debit(AccountPostings.space(registryId), owner, accountNum, amount);
            AccountPostings.emitChanged(registryId, owner, accountNum, position);
        }
    }

    function _give(
        AccountStore storage accounts,
        RegistryId registryId,
        address registrar,
        address owner,
        AccountQuantity calldata part,
        bytes32 reasonFp
    ) private {
        accounts.requireOpen(registrar, owner, part.accountNum);
        AccountPostings.credit(
            accounts, registryId, registrar, reasonFp, owner, part.accountNum, uint128(part.quantity)
        );
    }

    /// @dev From here on each quantity fits.
    function _requireBalanced(AccountQuantity[] calldata from, AccountQuantity[] calldata to) private pure {
        uint256 removed = _sum(from);
        uint256 added = _sum(to);
        if (removed != added) revert IAccountRegistryManager.ReorgNotBalanced(removed, added);
    }

    function _sum(AccountQuantity[] calldata parts) private pure returns (uint256 sum) {
        for (uint256 i; i < parts.length; ++i) {
            sum += AccountLedger.toAmount(parts[i].quantity);
        }
        if (sum == 0) revert IAccountRegistryManager.QuantityInvalid(0);
    }

    /// @dev See IAccountRegistryManager.checkEntryExists.
    function entryExists(
        RegistrationStore storage self,
        AccountStore storage accounts,
        RegistryId registryId,
        IAccountRegistryManager.RegistryEntry calldata entry
    ) internal view returns (bool) {
        if (entry.issuerOrDepositary != self.registries[registryId].instrumentRegistrar) return false;
        bytes32 space = AccountPostings.space(registryId);
        Account calldata account = entry.account;
        uint256 marked = accounts.marks[space][account.owner][account.accountNum];
        if (entry.isRedeemable) return entry.earmarkedBy == address(this) && marked > 0;
        Position memory position = accounts.positions[space][account.owner][account.accountNum];
        if (entry.earmarkedBy == address(0)) return position.balance > position.earmarked;
        return position.earmarked > marked
            && PrivilegeCheck.isGranted(self.privilegeManager, entry.earmarkedBy, Privileges.REGISTRY_EARMARK_PROTOCOL_DAPP);
    }
}
