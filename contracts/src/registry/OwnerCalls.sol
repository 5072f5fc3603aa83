// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { Held } from "../access/Held.sol";
import { Privileges } from "../access/Privileges.sol";
import { IAccountRegistryManager } from "../interfaces/IAccountRegistryManager.sol";
import { IPlatformManager } from "../interfaces/IPlatformManager.sol";
import { Account, AccountQuantity } from "../types/Account.sol";
import { AccountNumber } from "../types/AccountNumber.sol";
import { RegistryId } from "../types/RegistryId.sol";
import { AccountBooks, AccountStore } from "./AccountBooks.sol";
import { AccountMoves } from "./AccountMoves.sol";
import { AccountPostings } from "./AccountPostings.sol";
import { Position } from "./Positions.sol";
import { Book, RegistrationStore, Registrations } from "./Registrations.sol";

/// @title What an owner does with its accounts by itself, or by whom it allows to: no delivery, no registrar.
/// @dev Deployed once and linked: the accounts manager would not fit the size limit with it.
library OwnerCalls {
    using AccountBooks for AccountStore;
    using Registrations for RegistrationStore;

    function transfer(
        RegistrationStore storage self,
        AccountStore storage books,
        RegistryId registryId,
        AccountNumber from,
        Account memory to,
        uint256 quantity
    ) external {
        Book storage book = self.registered(registryId);
        if (to.owner != msg.sender) self.requireSender(registryId, msg.sender);
        _transfer(self, books, registryId, book, Account(msg.sender, from), to, quantity);
    }

    /// @dev Between the first open accounts of both.
    function transferToOwner(
        RegistrationStore storage self,
        AccountStore storage books,
        RegistryId registryId,
        address to,
        uint256 quantity
    ) external {
        Book storage book = self.registered(registryId);
        self.requireSender(registryId, msg.sender);
        _transfer(
            self, books, registryId, book, _first(books, book, msg.sender), _first(books, book, to), quantity
        );
    }

    function transferFrom(
        RegistrationStore storage self,
        AccountStore storage books,
        RegistryId registryId,
        Account calldata from,
        Account calldata to,
        uint256 quantity
    ) external {
        Book storage book = self.registered(registryId);
        _spend(self, books, registryId, from.owner, quantity);
        _transfer(self, books, registryId, book, from, to, quantity);
    }

    /// @dev Between the first open accounts of both.
    function transferFromOwner(
        RegistrationStore storage self,
        AccountStore storage books,
        RegistryId registryId,
        address from,
        address to,
        uint256 quantity
    ) external {
        Book storage book = self.registered(registryId);
        _spend(self, books, registryId, from, quantity);
        _transfer(self, books, registryId, book, _first(books, book, from), _first(books, book, to), quantity);
    }

    function approve(
        RegistrationStore storage self,
        AccountStore storage books,
        RegistryId registryId,
        address spender,
        uint256 quantity
    ) external {
        if (quantity == 0) self.known(registryId);
        else self.registered(registryId);
        if (spender == address(0)) revert IAccountRegistryManager.AllowanceSpenderMissing();
        _allow(books, registryId, msg.sender, spender, quantity);
    }

    function reorg(
        RegistrationStore storage self,
        AccountStore storage books,
        RegistryId registryId,
        AccountQuantity[] calldata from,
        AccountQuantity[] calldata to
    ) external {
        Book storage book = self.registered(registryId);
        _requireInvestor(self, msg.sender);
        for (uint256 i; i < from.length; ++i) {
            books.requireOpen(book.registrar, msg.sender, from[i].accountNum);
        }
        AccountMoves.reorganise(books, registryId, book.registrar, msg.sender, from, to, 0);
    }

    function markAsRedeemable(
        RegistrationStore storage self,
        AccountStore storage books,
        RegistryId registryId,
        AccountNumber accountNum,
        uint256 quantity
    ) external {
        self.registered(registryId);
        _mark(self, books, registryId, accountNum, quantity);
        emit IAccountRegistryManager.AssetsMarkedAsRedeemable(registryId, msg.sender, accountNum, quantity);
    }

    function cancelRedeemable(
        RegistrationStore storage self,
        AccountStore storage books,
        RegistryId registryId,
        AccountNumber accountNum,
        uint256 quantity
    ) external {
        _unmark(self, books, registryId, accountNum, quantity);
        emit IAccountRegistryManager.AssetsRedeemableCanceled(registryId, msg.sender, accountNum, quantity);
    }

    function markAssetsForExport(
        RegistrationStore storage self,
        AccountStore storage books,
        RegistryId registryId,
        AccountNumber accountNum,
        uint256 quantity
    ) external {
        self.exporting(registryId);
        _mark(self, books, registryId, accountNum, quantity);
        emit IAccountRegistryManager.AssetsMarkedForExport(registryId, msg.sender, accountNum, quantity);
    }

    function cancelExport(
        RegistrationStore storage self,
        AccountStore storage books,
        RegistryId registryId,
        AccountNumber accountNum,
        uint256 quantity
    ) external {
        _unmark(self, books, registryId, accountNum, quantity);
        emit IAccountRegistryManager.AssetsExportCanceled(registryId, msg.sender, accountNum, quantity);
    }

    function _mark(
        RegistrationStore storage self,
        AccountStore storage books,
        RegistryId registryId,
        AccountNumber accountNum,
        uint256 quantity
    ) private {
        _requireInvestor(self, msg.sender);
        uint128 amount = AccountBooks.toAmount(quantity);
        Position memory held = books.mark(AccountPostings.space(registryId), msg.sender, accountNum, amount);
        AccountPostings.tellMarked(books, registryId, msg.sender, accountNum, held);
    }

    /// @dev In whatever state the registry is, and without a privilege: what is one's own comes back.
    function _unmark(
        RegistrationStore storage self,
        AccountStore storage books,
        RegistryId registryId,
        AccountNumber accountNum,
        uint256 quantity
    ) private {
        self.known(registryId);
        uint128 amount = AccountBooks.toAmount(quantity);
        Position memory held = books.unmark(AccountPostings.space(registryId), msg.sender, accountNum, amount);
        AccountPostings.tellMarked(books, registryId, msg.sender, accountNum, held);
    }

    function _transfer(
        RegistrationStore storage self,
        AccountStore storage books,
        RegistryId registryId,
        Book storage book,
        Account memory from,
        Account memory to,
        uint256 quantity
    ) private {
        AccountMoves.requireDistinct(from, to);
        _requireInvestor(self, from.owner);
        books.requireOpen(book.registrar, from.owner, from.accountNum);
        AccountMoves.requireMayReceive(self, books, book, to);
        uint128 amount = AccountBooks.toAmount(quantity);
        Position memory held =
            books.sendFree(AccountPostings.space(registryId), from.owner, from.accountNum, amount);
        emit IAccountRegistryManager.AssetsTransferred(
            registryId, 0, from.owner, from.accountNum, to.owner, to.accountNum, amount
        );
        AccountPostings.tell(registryId, from.owner, from.accountNum, held);
        AccountPostings.credit(books, registryId, book.registrar, 0, to.owner, to.accountNum, amount);
    }

    /// @dev The largest allowance is endless: it does not fall.
    function _spend(
        RegistrationStore storage self,
        AccountStore storage books,
        RegistryId registryId,
        address owner,
        uint256 quantity
    ) private {
        self.requireSender(registryId, owner);
        IPlatformManager(self.platform).requireActive(owner);
        uint256 allowed = books.allowances[AccountPostings.space(registryId)][owner][msg.sender];
        if (quantity > allowed) {
            revert IAccountRegistryManager.AllowanceTooSmall(registryId, owner, msg.sender, allowed, quantity);
        }
        if (allowed == type(uint256).max) return;
        _allow(books, registryId, owner, msg.sender, allowed - quantity);
    }

    function _allow(
        AccountStore storage books,
        RegistryId registryId,
        address owner,
        address spender,
        uint256 quantity
    ) private {
        books.allowances[AccountPostings.space(registryId)][owner][spender] = quantity;
        emit IAccountRegistryManager.AllowanceChanged(registryId, owner, spender, quantity);
    }

    function _first(AccountStore storage books, Book storage book, address owner)
        private
        view
        returns (Account memory)
    {
        return Account(owner, books.firstOpen(book.registrar, owner));
    }

    function _requireInvestor(RegistrationStore storage self, address owner) private view {
        Held.demand(self.privilegeManager, owner, Privileges.REGISTRY_INVESTOR);
    }
}
