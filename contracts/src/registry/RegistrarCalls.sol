// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { Held } from "../access/Held.sol";
import { Privileges } from "../access/Privileges.sol";
import { IAccountRegistryManager } from "../interfaces/IAccountRegistryManager.sol";
import { IRegistry } from "../interfaces/IRegistry.sol";
import { Account, AccountDetails, AccountQuantity } from "../types/Account.sol";
import { AccountNumber } from "../types/AccountNumber.sol";
import { RegistryId } from "../types/RegistryId.sol";
import { AccountBooks, AccountStore, PreparedIssue, Supply } from "./AccountBooks.sol";
import { AccountMoves } from "./AccountMoves.sol";
import { AccountPostings } from "./AccountPostings.sol";
import { Movements } from "./Movements.sol";
import { Position } from "./Positions.sol";
import { Book, RegistrationStore, Registrations } from "./Registrations.sol";

/// @title What a registrar does with the accounts it keeps, without a delivery.
/// @dev Deployed once and linked: the accounts manager would not fit the size limit with it.
library RegistrarCalls {
    using AccountBooks for AccountStore;
    using Registrations for RegistrationStore;

    function configureAccount(
        RegistrationStore storage self,
        AccountStore storage books,
        Account calldata account,
        AccountDetails calldata details
    ) external {
        address privilegeManager = self.privilegeManager;
        Held.demand(privilegeManager, msg.sender, Privileges.REGISTRY_REGISTRAR);
        AccountBooks.requireConfigurable(msg.sender, account);
        if (details.valid) Held.demand(privilegeManager, account.owner, Privileges.REGISTRY_INVESTOR);
        if (details.valid && details.omnibus) {
            Held.demand(privilegeManager, account.owner, Privileges.REGISTRY_CUSTODIAN);
        }
        books.configure(msg.sender, account, details);
        emit IAccountRegistryManager.AccountConfigured(msg.sender, account.owner, account.accountNum, details);
    }

    function issue(
        RegistrationStore storage self,
        AccountStore storage books,
        RegistryId registryId,
        Account memory to,
        uint256 quantity
    ) external {
        _issue(self, books, registryId, 0, to, AccountBooks.toAmount(quantity));
    }

    function issuePrepared(
        RegistrationStore storage self,
        AccountStore storage books,
        RegistryId registryId,
        bytes32 entryRef
    ) external {
        PreparedIssue memory entry = _takePrepared(books, registryId, entryRef);
        _issue(self, books, registryId, entryRef, Account(entry.owner, entry.accountNum), entry.quantity);
    }

    function prepareEntry(
        RegistrationStore storage self,
        AccountStore storage books,
        RegistryId registryId,
        bytes32 entryRef,
        Account calldata to,
        uint256 quantity
    ) external {
        Book storage book = _registered(self, registryId);
        if (entryRef == 0) revert IAccountRegistryManager.EntryReferenceMissing();
        PreparedIssue storage entry = books.preparedIssues[AccountPostings.space(registryId)][entryRef];
        if (entry.quantity > 0) revert IAccountRegistryManager.EntryAlreadyPrepared(registryId, entryRef);
        AccountMoves.requireMayReceive(self, books, book, to);
        uint128 amount = AccountBooks.toAmount(quantity);
        (entry.owner, entry.accountNum, entry.quantity) = (to.owner, to.accountNum, amount);
        emit IAccountRegistryManager.EntryPrepared(registryId, entryRef, to.owner, to.accountNum, amount);
    }

    function terminatePreparedEntry(
        RegistrationStore storage self,
        AccountStore storage books,
        RegistryId registryId,
        bytes32 entryRef
    ) external {
        self.requireRegistrar(registryId, self.known(registryId), msg.sender);
        _takePrepared(books, registryId, entryRef);
        emit IAccountRegistryManager.PreparedEntryTerminated(registryId, entryRef);
    }

    function importAssets(
        RegistrationStore storage self,
        AccountStore storage books,
        RegistryId registryId,
        Account memory to,
        uint256 quantity
    ) external {
        Book storage book = self.importing(registryId);
        self.requireRegistrar(registryId, book, msg.sender);
        Movements.requireIssuable(book);
        AccountMoves.requireMayReceive(self, books, book, to);
        uint128 amount = AccountBooks.toAmount(quantity);
        bytes32 space = AccountPostings.space(registryId);
        Supply memory supply = books.issue(space, amount);
        emit IAccountRegistryManager.AssetsImported(registryId, to.owner, to.accountNum, amount);
        emit IAccountRegistryManager.SupplyChanged(registryId, supply.issued, supply.terminated);
        Position memory held = books.receiveFree(space, to.owner, to.accountNum, amount);
        AccountPostings.tell(registryId, to.owner, to.accountNum, held);
    }

    function forcedTransfer(
        RegistrationStore storage self,
        AccountStore storage books,
        RegistryId registryId,
        Account memory from,
        Account memory to,
        uint256 quantity,
        bytes32 reasonFp
    ) external {
        Book storage book = self.registeredOrExporting(registryId);
        self.requireRegistrar(registryId, book, msg.sender);
        if (reasonFp == 0) revert IRegistry.ReasonMissing();
        AccountMoves.requireDistinct(from, to);
        AccountMoves.requireMayReceive(self, books, book, to);
        _requireKept(books, registryId, book.registrar, to.owner, to.accountNum, quantity);
        uint128 amount = AccountBooks.toAmount(quantity);
        Position memory held =
            books.sendFree(AccountPostings.space(registryId), from.owner, from.accountNum, amount);
        emit IAccountRegistryManager.AssetsForcedTransferred(
            registryId, reasonFp, from.owner, from.accountNum, to.owner, to.accountNum, quantity
        );
        AccountPostings.tell(registryId, from.owner, from.accountNum, held);
        AccountPostings.credit(books, registryId, book.registrar, reasonFp, to.owner, to.accountNum, amount);
    }

    function forcedReorg(
        RegistrationStore storage self,
        AccountStore storage books,
        RegistryId registryId,
        address owner,
        AccountQuantity[] calldata from,
        AccountQuantity[] calldata to,
        bytes32 reasonFp
    ) external {
        Book storage book = _registered(self, registryId);
        if (reasonFp == 0) revert IRegistry.ReasonMissing();
        for (uint256 i; i < to.length; ++i) {
            _requireKept(books, registryId, book.registrar, owner, to[i].accountNum, to[i].quantity);
        }
        AccountMoves.reorganise(books, registryId, book.registrar, owner, from, to, reasonFp);
    }

    /// @dev Takes only what its owner has marked.
    function terminate(
        RegistrationStore storage self,
        AccountStore storage books,
        RegistryId registryId,
        Account memory account,
        uint256 quantity
    ) external {
        Book storage book = self.registeredOrExporting(registryId);
        self.requireRegistrar(registryId, book, msg.sender);
        uint128 amount = AccountBooks.toAmount(quantity);
        (address owner, AccountNumber accountNum) = (account.owner, account.accountNum);
        Position memory held = books.sendMarked(AccountPostings.space(registryId), owner, accountNum, amount);
        AccountPostings.writeOff(books, registryId, 0, owner, accountNum, amount);
        AccountPostings.tellMarked(books, registryId, owner, accountNum, held);
    }

    function _issue(
        RegistrationStore storage self,
        AccountStore storage books,
        RegistryId registryId,
        bytes32 entryRef,
        Account memory to,
        uint128 amount
    ) private {
        Book storage book = _registered(self, registryId);
        Movements.requireIssuable(book);
        AccountMoves.requireMayReceive(self, books, book, to);
        AccountPostings.issue(books, registryId, book.registrar, entryRef, to.owner, to.accountNum, amount);
    }

    /// @dev What no owner has marked is not terminated by force, either.
    function _requireKept(
        AccountStore storage books,
        RegistryId registryId,
        address registrar,
        address owner,
        AccountNumber accountNum,
        uint256 quantity
    ) private view {
        if (books.details[registrar][owner][accountNum].terminateOnReceive) {
            revert IAccountRegistryManager.QuantityNotMarked(registryId, owner, accountNum, 0, quantity);
        }
    }

    function _takePrepared(AccountStore storage books, RegistryId registryId, bytes32 entryRef)
        private
        returns (PreparedIssue memory entry)
    {
        bytes32 space = AccountPostings.space(registryId);
        entry = books.preparedIssues[space][entryRef];
        if (entry.quantity == 0) revert IAccountRegistryManager.EntryNotPrepared(registryId, entryRef);
        delete books.preparedIssues[space][entryRef];
    }

    function _registered(RegistrationStore storage self, RegistryId registryId)
        private
        view
        returns (Book storage book)
    {
        book = self.registered(registryId);
        self.requireRegistrar(registryId, book, msg.sender);
    }
}
