// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { PrivilegeCheck } from "../../access/PrivilegeCheck.sol";
import { Privileges } from "../../access/Privileges.sol";
import { IAccountRegistryManager } from "../../interfaces/IAccountRegistryManager.sol";
import { IPlatformManager } from "../../interfaces/IPlatformManager.sol";
import { Account, AccountNumber, AccountQuantity } from "../../types/Account.sol";
import { RegistryId } from "../../types/Registry.sol";
import { RegistryRecord, RegistrationStore, Registrations } from "../core/RegistrationStore.sol";
import { AccountLedger, AccountPostings, AccountStore } from "./AccountLedger.sol";
import { AccountTransfers } from "./AccountTransfers.sol";
import { Position } from "./Positions.sol";

/// @title What an owner does with its accounts by itself, or by whom it allows to: no delivery, no registrar.
/// @dev Deployed once and linked: the accounts manager would not fit the size limit with it.
library AccountOwnerLogic {
    using AccountLedger for AccountStore;
    using Registrations for RegistrationStore;

    function transfer(
        RegistrationStore storage self,
        AccountStore storage accounts,
        RegistryId registryId,
        AccountNumber from,
        Account memory to,
        uint256 quantity
    ) external {
        RegistryRecord storage registry = self.requireRegistered(registryId);
        if (to.owner != msg.sender) self.requireSender(registryId, msg.sender);
        _transfer(self, accounts, registryId, registry, Account(msg.sender, from), to, quantity);
    }

    /// @dev Between the first open accounts of both.
    function transferToOwner(
        RegistrationStore storage self,
        AccountStore storage accounts,
        RegistryId registryId,
        address to,
        uint256 quantity
    ) external {
        RegistryRecord storage registry = self.requireRegistered(registryId);
        self.requireSender(registryId, msg.sender);
        _transfer(
            self, accounts, registryId, registry, _first(accounts, registry, msg.sender), _first(accounts, registry, to), quantity
        );
    }

    function transferFrom(
        RegistrationStore storage self,
        AccountStore storage accounts,
        RegistryId registryId,
        Account calldata from,
        Account calldata to,
        uint256 quantity
    ) external {
        RegistryRecord storage registry = self.requireRegistered(registryId);
        _spend(self, accounts, registryId, from.owner, quantity);
        _transfer(self, accounts, registryId, registry, from, to, quantity);
    }

    /// @dev Between the first open accounts of both.
    function transferFromOwner(
        RegistrationStore storage self,
        AccountStore storage accounts,
        RegistryId registryId,
        address from,
        address to,
        uint256 quantity
    ) external {
        RegistryRecord storage registry = self.requireRegistered(registryId);
        _spend(self, accounts, registryId, from, quantity);
        _transfer(self, accounts, registryId, registry, _first(accounts, registry, from), _first(accounts, registry, to), quantity);
    }

    function approve(
        RegistrationStore storage self,
        AccountStore storage accounts,
        RegistryId registryId,
        address spender,
        uint256 quantity
    ) external {
        if (quantity == 0) self.requireKnown(registryId);
        else self.requireRegistered(registryId);
        if (spender == address(0)) revert IAccountRegistryManager.AllowanceSpenderMissing();
        _allow(accounts, registryId, msg.sender, spender, quantity);
    }

    function reorg(
        RegistrationStore storage self,
        AccountStore storage accounts,
        RegistryId registryId,
        AccountQuantity[] calldata from,
        AccountQuantity[] calldata to
    ) external {
        RegistryRecord storage registry = self.requireRegistered(registryId);
        _requireInvestor(self, msg.sender);
        for (uint256 i; i < from.length; ++i) {
            accounts.requireOpen(registry.registrar, msg.sender, from[i].accountNum);
        }
        AccountTransfers.reorganise(accounts, registryId, registry.registrar, msg.sender, from, to, 0);
    }

    function markAsRedeemable(
        RegistrationStore storage self,
        AccountStore storage accounts,
        RegistryId registryId,
        AccountNumber accountNum,
        uint256 quantity
    ) external {
        self.requireRegistered(registryId);
        _mark(self, accounts, registryId, accountNum, quantity);
        emit IAccountRegistryManager.AssetsMarkedAsRedeemable(registryId, msg.sender, accountNum, quantity);
    }

    function cancelRedeemable(
        RegistrationStore storage self,
        AccountStore storage accounts,
        RegistryId registryId,
        AccountNumber accountNum,
        uint256 quantity
    ) external {
        _unmark(self, accounts, registryId, accountNum, quantity);
        emit IAccountRegistryManager.AssetsRedeemableCanceled(registryId, msg.sender, accountNum, quantity);
    }

    function markAssetsForExport(
        RegistrationStore storage self,
        AccountStore storage accounts,
        RegistryId registryId,
        AccountNumber accountNum,
        uint256 quantity
    ) external {
        self.requireExporting(registryId);
        _mark(self, accounts, registryId, accountNum, quantity);
        emit IAccountRegistryManager.AssetsMarkedForExport(registryId, msg.sender, accountNum, quantity);
    }

    function cancelExport(
        RegistrationStore storage self,
        AccountStore storage accounts,
        RegistryId registryId,
        AccountNumber accountNum,
        uint256 quantity
    ) external {
        _unmark(self, accounts, registryId, accountNum, quantity);
        emit IAccountRegistryManager.AssetsExportCanceled(registryId, msg.sender, accountNum, quantity);
    }

    function _mark(
        RegistrationStore storage self,
        AccountStore storage accounts,
        RegistryId registryId,
        AccountNumber accountNum,
        uint256 quantity
    ) private {
        _requireInvestor(self, msg.sender);
        uint128 amount = AccountLedger.toAmount(quantity);
        Position memory position = accounts.mark(AccountPostings.space(registryId), msg.sender, accountNum, amount);
        AccountPostings.emitMarkChanged(accounts, registryId, msg.sender, accountNum, position);
    }

    /// @dev In whatever state the registry is, and without a privilege: what is one's own comes back.
    function _unmark(
        RegistrationStore storage self,
        AccountStore storage accounts,
        RegistryId registryId,
        AccountNumber accountNum,
        uint256 quantity
    ) private {
        self.requireKnown(registryId);
        uint128 amount = AccountLedger.toAmount(quantity);
        Position memory position = accounts.unmark(AccountPostings.space(registryId), msg.sender, accountNum, amount);
        AccountPostings.emitMarkChanged(accounts, registryId, msg.sender, accountNum, position);
    }

    function _transfer(
        RegistrationStore storage self,
        AccountStore storage accounts,
        RegistryId registryId,
        RegistryRecord storage registry,
        Account memory from,
        Account memory to,
        uint256 quantity
    ) private {
        AccountTransfers.requireDistinct(from, to);
        _requireInvestor(self, from.owner);
        accounts.requireOpen(registry.registrar, from.owner, from.accountNum);
        AccountTransfers.requireMayReceive(self, accounts, registry, to);
        uint128 amount = AccountLedger.toAmount(quantity);
        Position memory position =
            accounts.debit(AccountPostings.space(registryId), from.owner, from.accountNum, amount);
        emit IAccountRegistryManager.AssetsTransferred(
            registryId, 0, from.owner, from.accountNum, to.owner, to.accountNum, amount
        );
        AccountPostings.emitChanged(registryId, from.owner, from.accountNum, position);
        AccountPostings.credit(accounts, registryId, registry.registrar, 0, to.owner, to.accountNum, amount);
    }

    /// @dev The largest allowance is endless: it does not fall.
    function _spend(
        RegistrationStore storage self,
        AccountStore storage accounts,
        RegistryId registryId,
        address owner,
        uint256 quantity
    ) private {
        self.requireSender(registryId, owner);
        IPlatformManager(self.platform).requireActive(owner);
        uint256 allowed = accounts.allowances[AccountPostings.space(registryId)][owner][msg.sender];
        if (quantity > allowed) {
            revert IAccountRegistryManager.AllowanceTooSmall(registryId, owner, msg.sender, allowed, quantity);
        }
        if (allowed == type(uint256).max) return;
        _allow(accounts, registryId, owner, msg.sender, allowed - quantity);
    }

    function _allow(
        AccountStore storage accounts,
        RegistryId registryId,
        address owner,
        address spender,
        uint256 quantity
    ) private {
        accounts.allowances[AccountPostings.space(registryId)][owner][spender] = quantity;
        emit IAccountRegistryManager.AllowanceChanged(registryId, owner, spender, quantity);
    }

    function _first(AccountStore storage accounts, RegistryRecord storage registry, address owner)
        private
        view
        returns (Account memory)
    {
        return Account(owner, accounts.firstOpen(registry.registrar, owner));
    }

    function _requireInvestor(RegistrationStore storage self, address owner) private view {
        PrivilegeCheck.require_(self.privilegeManager, owner, Privileges.REGISTRY_INVESTOR);
    }
}
