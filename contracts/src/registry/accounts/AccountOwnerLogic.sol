// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { PrivilegeCheck } from "../../access/PrivilegeCheck.sol";
import { Privileges } from "../../access/Privileges.sol";
import { IAccountRegistryManager } from "../../interfaces/IAccountRegistryManager.sol";
import { Account, AccountQuantity } from "../../types/Account.sol";
import { RegistryId } from "../../types/Registry.sol";
import { RegistrationStore, Registrations, RegistryRecord } from "../core/RegistrationStore.sol";
import { AccountKey, AccountLedger, AccountPostings, AccountStore, Posting } from "./AccountLedger.sol";
import {
    AccountAmount,
    AccountReorg,
    AccountTransfer,
    AccountTransfers,
    OwnerTransfer
} from "./AccountTransfers.sol";
import { Position } from "./Positions.sol";

/// @dev How much the spender may move for the owner.
struct Allowance {
    RegistryId registryId;
    address owner;
    address spender;
    uint256 quantity;
}

/// @title An owner's own calls on its accounts, or its spenders': neither a delivery nor a registrar takes part.
/// @dev Deployed once and linked: the accounts manager would not fit the size limit with it.
library AccountOwnerLogic {
    using AccountLedger for AccountStore;
    using Registrations for RegistrationStore;

    /// @param transfer_ From an account of the caller.
    function transfer(
        RegistrationStore storage self,
        AccountStore storage accounts,
        AccountTransfer memory transfer_
    ) external {
        self.requireRegistered(transfer_.registryId);
        if (transfer_.to.owner != msg.sender) self.requireSender(transfer_.registryId, msg.sender);
        _transfer(self, accounts, transfer_);
    }

    /// @param transfer_ From the caller.
    function transferToOwner(
        RegistrationStore storage self,
        AccountStore storage accounts,
        OwnerTransfer memory transfer_
    ) external {
        self.requireRegistered(transfer_.registryId);
        self.requireSender(transfer_.registryId, msg.sender);
        _transfer(self, accounts, _betweenFirstAccounts(self, accounts, transfer_));
    }

    function transferFrom(
        RegistrationStore storage self,
        AccountStore storage accounts,
        AccountTransfer calldata transfer_
    ) external {
        self.requireRegistered(transfer_.registryId);
        _spend(self, accounts, transfer_.registryId, transfer_.from.owner, transfer_.quantity);
        _transfer(self, accounts, transfer_);
    }

    function transferFromOwner(
        RegistrationStore storage self,
        AccountStore storage accounts,
        OwnerTransfer memory transfer_
    ) external {
        self.requireRegistered(transfer_.registryId);
        _spend(self, accounts, transfer_.registryId, transfer_.from, transfer_.quantity);
        _transfer(self, accounts, _betweenFirstAccounts(self, accounts, transfer_));
    }

    /// @dev An owner can always take an allowance back.
    /// @param allowance The caller's.
    function approve(
        RegistrationStore storage self,
        AccountStore storage accounts,
        Allowance memory allowance
    ) external {
        if (allowance.quantity == 0) self.requireKnown(allowance.registryId);
        else self.requireRegistered(allowance.registryId);
        if (allowance.spender == address(0)) revert IAccountRegistryManager.AllowanceSpenderMissing();
        if (allowance.quantity > 0) {
            _requireInvestor(self, allowance.owner);
            self.standings.requireActive(allowance.spender);
        }
        _allow(accounts, allowance);
    }

    /// @param reorg_ Of the caller's accounts.
    function reorg(
        RegistrationStore storage self,
        AccountStore storage accounts,
        AccountReorg memory reorg_,
        AccountQuantity[] calldata from,
        AccountQuantity[] calldata to
    ) external {
        RegistryRecord storage registry = self.requireRegistered(reorg_.registryId);
        _requireInvestor(self, msg.sender);
        for (uint256 i; i < from.length; ++i) {
            accounts.requireOpen(registry.registrar, msg.sender, from[i].accountNum);
        }
        AccountTransfers.reorganise(accounts, registry.registrar, reorg_, from, to);
    }

    /// @param part Of the caller's account, as in the calls below.
    function markAsRedeemable(
        RegistrationStore storage self,
        AccountStore storage accounts,
        AccountAmount memory part
    ) external {
        self.requireRegistered(part.registryId);
        _mark(self, accounts, part);
        emit IAccountRegistryManager.AssetsMarkedAsRedeemable(
            part.registryId, msg.sender, part.account.accountNum, part.quantity
        );
    }

    function cancelRedeemable(
        RegistrationStore storage self,
        AccountStore storage accounts,
        AccountAmount memory part
    ) external {
        _unmark(self, accounts, part);
        emit IAccountRegistryManager.AssetsRedeemableCanceled(
            part.registryId, msg.sender, part.account.accountNum, part.quantity
        );
    }

    function markAssetsForExport(
        RegistrationStore storage self,
        AccountStore storage accounts,
        AccountAmount memory part
    ) external {
        self.requireExporting(part.registryId);
        _mark(self, accounts, part);
        emit IAccountRegistryManager.AssetsMarkedForExport(
            part.registryId, msg.sender, part.account.accountNum, part.quantity
        );
    }

    function cancelExport(
        RegistrationStore storage self,
        AccountStore storage accounts,
        AccountAmount memory part
    ) external {
        _unmark(self, accounts, part);
        emit IAccountRegistryManager.AssetsExportCanceled(
            part.registryId, msg.sender, part.account.accountNum, part.quantity
        );
    }

    function _mark(RegistrationStore storage self, AccountStore storage accounts, AccountAmount memory part)
        private
    {
        _requireInvestor(self, msg.sender);
        uint128 amount = AccountLedger.toAmount(part.quantity);
        AccountKey memory key =
            AccountKey(AccountPostings.space(part.registryId), msg.sender, part.account.accountNum);
        AccountPostings.emitMarkChanged(accounts, key, accounts.mark(key, amount));
    }

    /// @dev In every state of the registry and without a privilege: owners can always take back their own marks.
    function _unmark(RegistrationStore storage self, AccountStore storage accounts, AccountAmount memory part)
        private
    {
        self.requireKnown(part.registryId);
        uint128 amount = AccountLedger.toAmount(part.quantity);
        AccountKey memory key =
            AccountKey(AccountPostings.space(part.registryId), msg.sender, part.account.accountNum);
        AccountPostings.emitMarkChanged(accounts, key, accounts.unmark(key, amount));
    }

    function _transfer(
        RegistrationStore storage self,
        AccountStore storage accounts,
        AccountTransfer memory transfer_
    ) private {
        RegistryRecord storage registry = self.registries[transfer_.registryId];
        (Account memory from, Account memory to) = (transfer_.from, transfer_.to);
        AccountTransfers.requireDistinct(from, to);
        _requireInvestor(self, from.owner);
        accounts.requireOpen(registry.registrar, from.owner, from.accountNum);
        AccountTransfers.requireMayReceive(self, accounts, registry, to);
        uint128 amount = AccountLedger.toAmount(transfer_.quantity);
        AccountKey memory key =
            AccountKey(AccountPostings.space(transfer_.registryId), from.owner, from.accountNum);
        Position memory position = accounts.debit(key, amount);
        emit IAccountRegistryManager.AssetsTransferred(
            transfer_.registryId, 0, from.owner, from.accountNum, to.owner, to.accountNum, amount
        );
        AccountPostings.emitChanged(key, position);
        key = AccountKey(AccountPostings.space(transfer_.registryId), to.owner, to.accountNum);
        AccountPostings.credit(accounts, Posting(key, registry.registrar, 0, amount, false));
    }

    /// @dev The largest allowance never falls.
    function _spend(
        RegistrationStore storage self,
        AccountStore storage accounts,
        RegistryId registryId,
        address owner,
        uint256 quantity
    ) private {
        self.requireSender(registryId, owner);
        self.standings.requireActive(owner);
        self.standings.requireActive(msg.sender);
        uint256 allowed = accounts.allowances[AccountPostings.space(registryId)][owner][msg.sender];
        if (quantity > allowed) {
            revert IAccountRegistryManager.AllowanceTooSmall(registryId, owner, msg.sender, allowed, quantity);
        }
        if (allowed == type(uint256).max) return;
        _allow(accounts, Allowance(registryId, owner, msg.sender, allowed - quantity));
    }

    function _allow(AccountStore storage accounts, Allowance memory allowance) private {
        (address owner, address spender) = (allowance.owner, allowance.spender);
        bytes32 space = AccountPostings.space(allowance.registryId);
        accounts.allowances[space][owner][spender] = allowance.quantity;
        emit IAccountRegistryManager.AllowanceChanged(
            allowance.registryId, owner, spender, allowance.quantity
        );
    }

    function _betweenFirstAccounts(
        RegistrationStore storage self,
        AccountStore storage accounts,
        OwnerTransfer memory transfer_
    ) private view returns (AccountTransfer memory) {
        address registrar = self.registries[transfer_.registryId].registrar;
        Account memory from = Account(transfer_.from, accounts.firstOpen(registrar, transfer_.from));
        Account memory to = Account(transfer_.to, accounts.firstOpen(registrar, transfer_.to));
        return AccountTransfer(transfer_.registryId, from, to, transfer_.quantity);
    }

    function _requireInvestor(RegistrationStore storage self, address owner) private view {
        PrivilegeCheck.require_(self.privilegeManager, owner, Privileges.REGISTRY_INVESTOR);
    }
}
