// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { Held } from "../access/Held.sol";
import { Privileges } from "../access/Privileges.sol";
import { IAccountRegistryManager } from "../interfaces/IAccountRegistryManager.sol";
import { IPlatformManager } from "../interfaces/IPlatformManager.sol";
import { IRegistry } from "../interfaces/IRegistry.sol";
import { Account, AccountQuantity } from "../types/Account.sol";
import { AccountNumber } from "../types/AccountNumber.sol";
import { RegistryId } from "../types/RegistryId.sol";
import { AccountBooks, AccountStore } from "./AccountBooks.sol";
import { AccountPostings } from "./AccountPostings.sol";
import { Position } from "./Positions.sol";
import { Book, RegistrationStore, Registrations } from "./Registrations.sol";

/// @title Moves of free quantity between accounts, whoever asks for them. Callers check who may.
library AccountMoves {
    using AccountBooks for AccountStore;
    using Registrations for RegistrationStore;

    /// @dev A tenant in good standing that may hold the instrument, with an open account.
    function requireMayReceive(
        RegistrationStore storage self,
        AccountStore storage books,
        Book storage book,
        Account memory to
    ) internal view {
        IPlatformManager(self.platform).requireActive(to.owner);
        self.requireHolder(book, to.owner);
        books.requireOpen(book.registrar, to.owner, to.accountNum);
    }

    function requireDistinct(Account memory from, Account memory to) internal pure {
        if (
            from.owner == to.owner
                && AccountNumber.unwrap(from.accountNum) == AccountNumber.unwrap(to.accountNum)
        ) revert IRegistry.MovementSelf(from.owner);
    }

    /// @dev Takes from all, then gives to all, in one owner's accounts.
    function reorganise(
        AccountStore storage books,
        RegistryId registryId,
        address registrar,
        address owner,
        AccountQuantity[] calldata from,
        AccountQuantity[] calldata to,
        bytes32 reasonFp
    ) internal {
        _requireBalanced(from, to);
        emit IAccountRegistryManager.AssetsReorganised(registryId, reasonFp, owner, from, to);
        _take(books, registryId, owner, from);
        for (uint256 i; i < to.length; ++i) {
            _give(books, registryId, registrar, owner, to[i], reasonFp);
        }
    }

    function _take(
        AccountStore storage books,
        RegistryId registryId,
        address owner,
        AccountQuantity[] calldata from
    ) private {
        for (uint256 i; i < from.length; ++i) {
            AccountNumber accountNum = from[i].accountNum;
            uint128 amount = uint128(from[i].quantity);
            Position memory held =
                books.sendFree(AccountPostings.space(registryId), owner, accountNum, amount);
            AccountPostings.tell(registryId, owner, accountNum, held);
        }
    }

    function _give(
        AccountStore storage books,
        RegistryId registryId,
        address registrar,
        address owner,
        AccountQuantity calldata part,
        bytes32 reasonFp
    ) private {
        books.requireOpen(registrar, owner, part.accountNum);
        AccountPostings.credit(
            books, registryId, registrar, reasonFp, owner, part.accountNum, uint128(part.quantity)
        );
    }

    /// @dev From here on each quantity fits.
    function _requireBalanced(AccountQuantity[] calldata from, AccountQuantity[] calldata to) private pure {
        uint256 taken = _sum(from);
        uint256 given = _sum(to);
        if (taken != given) revert IAccountRegistryManager.ReorgNotBalanced(taken, given);
    }

    function _sum(AccountQuantity[] calldata parts) private pure returns (uint256 sum) {
        for (uint256 i; i < parts.length; ++i) {
            sum += AccountBooks.toAmount(parts[i].quantity);
        }
        if (sum == 0) revert IAccountRegistryManager.QuantityInvalid(0);
    }

    /// @dev See IAccountRegistryManager.checkEntryExists.
    function entryExists(
        RegistrationStore storage self,
        AccountStore storage books,
        RegistryId registryId,
        IAccountRegistryManager.RegistryEntry calldata entry
    ) internal view returns (bool) {
        if (entry.issuerOrDepositary != self.books[registryId].instrumentRegistrar) return false;
        bytes32 space = AccountPostings.space(registryId);
        Account calldata account = entry.account;
        uint256 marked = books.marks[space][account.owner][account.accountNum];
        if (entry.isRedeemable) return entry.earmarkedBy == address(this) && marked > 0;
        Position memory held = books.positions[space][account.owner][account.accountNum];
        if (entry.earmarkedBy == address(0)) return held.balance > held.earmarked;
        return held.earmarked > marked
            && Held.by(self.privilegeManager, entry.earmarkedBy, Privileges.REGISTRY_EARMARK_PROTOCOL_DAPP);
    }
}
