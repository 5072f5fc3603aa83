// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { IAccountRegistryManager } from "../../interfaces/IAccountRegistryManager.sol";
import { IRegistry } from "../../interfaces/IRegistry.sol";
import { Account, AccountDetails, AccountNumber } from "../../types/Account.sol";
import { RegistryId } from "../../types/Registry.sol";
import { Position, Positions } from "./Positions.sol";

struct Supply {
    uint128 issued;
    uint128 terminated;
}

/// @dev Both sides of a movement in one slot; 0 where nothing is earmarked, or no receipt is named.
struct Prepared {
    AccountNumber senderAccount;
    AccountNumber receiverAccount;
}

/// @dev An issue that is prepared and not made. quantity 0: none.
struct PreparedIssue {
    address owner;
    AccountNumber accountNum;
    uint128 quantity;
}

/// @dev Positions lie in spaces that do not touch: a registry, or one custody chain of a registry.
struct AccountStore {
    mapping(address registrar => mapping(address owner => mapping(AccountNumber => AccountDetails))) details;
    mapping(address registrar => mapping(address owner => AccountNumber[])) numbers;
    mapping(bytes32 space => Supply) supplies;
    mapping(bytes32 space => mapping(address owner => mapping(AccountNumber => Position))) positions;
    mapping(bytes32 space => mapping(address owner => mapping(AccountNumber => uint128))) marks;
    mapping(bytes32 movementKey => Prepared) prepared;
    mapping(bytes32 space => mapping(bytes32 entryRef => PreparedIssue)) preparedIssues;
    mapping(bytes32 space => mapping(address owner => mapping(address spender => uint256))) allowances;
}

/// @title The accounts of registries that keep balances by owner and account number. It checks what is there and moves
/// it; its managers check who may, and tell what happened.
library AccountLedger {
    using Positions for Position;

    /// @dev A registrar keeps no account for itself: as a party of a movement it issues or terminates.
    function requireConfigurable(address registrar, Account calldata account) internal pure {
        if (account.accountNum.isNone()) {
            revert IAccountRegistryManager.AccountNumberInvalid(abi.encode(account.accountNum));
        }
        if (account.owner == registrar) revert IAccountRegistryManager.AccountOwnerInvalid(account.owner);
    }

    /// @dev An account's number is remembered when it is first configured, so that an owner's accounts can be listed.
    function configure(
        AccountStore storage self,
        address registrar,
        Account calldata account,
        AccountDetails calldata details
    ) internal {
        AccountNumber[] storage numbers = self.numbers[registrar][account.owner];
        bool isKnown;
        for (uint256 i; i < numbers.length && !isKnown; ++i) {
            isKnown = AccountNumber.unwrap(numbers[i]) == AccountNumber.unwrap(account.accountNum);
        }
        if (!isKnown) numbers.push(account.accountNum);
        self.details[registrar][account.owner][account.accountNum] = details;
    }

    function requireOpen(
        AccountStore storage self,
        address registrar,
        address owner,
        AccountNumber accountNum
    ) internal view {
        if (!self.details[registrar][owner][accountNum].valid) {
            revert IAccountRegistryManager.AccountNotOpen(registrar, owner, accountNum);
        }
    }

    /// @dev Where no account is named, the owner's that was configured first among those that are open. Not one that
    /// terminates what it receives: nobody loses a holding by naming no account.
    function firstOpen(AccountStore storage self, address registrar, address owner)
        internal
        view
        returns (AccountNumber)
    {
        AccountNumber[] storage numbers = self.numbers[registrar][owner];
        for (uint256 i; i < numbers.length; ++i) {
            AccountDetails storage details = self.details[registrar][owner][numbers[i]];
            if (details.valid && !details.terminateOnReceive) return numbers[i];
        }
        revert IAccountRegistryManager.AccountNotOpen(registrar, owner, AccountNumber.wrap(0));
    }

    /// @return total What the owner holds in all its accounts at the registrar.
    function holdings(AccountStore storage self, bytes32 space, address registrar, address owner)
        internal
        view
        returns (Position memory total)
    {
        AccountNumber[] storage numbers = self.numbers[registrar][owner];
        for (uint256 i; i < numbers.length; ++i) {
            Position storage position = self.positions[space][owner][numbers[i]];
            total.balance += position.balance;
            total.earmarked += position.earmarked;
        }
    }

    function toAmount(uint256 quantity) internal pure returns (uint128) {
        if (quantity == 0 || quantity > type(uint128).max) {
            revert IAccountRegistryManager.QuantityInvalid(quantity);
        }
        return uint128(quantity);
    }

    /// @dev Notes from where the movement will be made.
    function prepareSender(AccountStore storage self, bytes32 key, bytes32 movementRef, AccountNumber from)
        internal
    {
        Prepared storage record = self.prepared[key];
        if (!record.senderAccount.isNone()) revert IRegistry.EarmarkAlreadyTaken(movementRef);
        record.senderAccount = from;
    }

    /// @dev Takes the record away before anything moves, so that nothing can be moved or released twice.
    function take(AccountStore storage self, bytes32 key, bytes32 movementRef)
        internal
        returns (Prepared memory record)
    {
        record = self.prepared[key];
        if (record.senderAccount.isNone() && record.receiverAccount.isNone()) {
            revert IRegistry.EarmarkNotTaken(movementRef);
        }
        delete self.prepared[key];
    }

    function earmark(
        AccountStore storage self,
        bytes32 space,
        address owner,
        AccountNumber accountNum,
        uint128 amount
    ) internal returns (Position memory) {
        Position storage position = self.positions[space][owner][accountNum];
        _requireAvailable(position, space, owner, accountNum, amount);
        return position.earmark(amount);
    }

    function unearmark(
        AccountStore storage self,
        bytes32 space,
        address owner,
        AccountNumber accountNum,
        uint128 amount
    ) internal returns (Position memory) {
        return self.positions[space][owner][accountNum].unearmark(amount);
    }

    function debitEarmarked(
        AccountStore storage self,
        bytes32 space,
        address owner,
        AccountNumber accountNum,
        uint128 amount
    ) internal returns (Position memory) {
        return self.positions[space][owner][accountNum].debitEarmarked(amount);
    }

    function debit(
        AccountStore storage self,
        bytes32 space,
        address owner,
        AccountNumber accountNum,
        uint128 amount
    ) internal returns (Position memory) {
        Position storage position = self.positions[space][owner][accountNum];
        _requireAvailable(position, space, owner, accountNum, amount);
        return position.debit(amount);
    }

    function credit(
        AccountStore storage self,
        bytes32 space,
        address owner,
        AccountNumber accountNum,
        uint128 amount
    ) internal returns (Position memory) {
        return self.positions[space][owner][accountNum].credit(amount);
    }

    /// @dev Marks free quantity, which from then on counts as earmarked: it may be terminated, and nothing else.
    function mark(
        AccountStore storage self,
        bytes32 space,
        address owner,
        AccountNumber accountNum,
        uint128 amount
    ) internal returns (Position memory) {
        self.marks[space][owner][accountNum] += amount;
        return earmark(self, space, owner, accountNum, amount);
    }

    function unmark(
        AccountStore storage self,
        bytes32 space,
        address owner,
        AccountNumber accountNum,
        uint128 amount
    ) internal returns (Position memory) {
        _takeMark(self, space, owner, accountNum, amount);
        return unearmark(self, space, owner, accountNum, amount);
    }

    function debitMarked(
        AccountStore storage self,
        bytes32 space,
        address owner,
        AccountNumber accountNum,
        uint128 amount
    ) internal returns (Position memory) {
        _takeMark(self, space, owner, accountNum, amount);
        return debitEarmarked(self, space, owner, accountNum, amount);
    }

    function issue(AccountStore storage self, bytes32 space, uint128 amount)
        internal
        returns (Supply memory supply)
    {
        supply = self.supplies[space];
        if (amount > type(uint128).max - supply.issued) {
            revert IAccountRegistryManager.SupplyTooLarge(RegistryId.wrap(space), supply.issued, amount);
        }
        supply.issued += amount;
        self.supplies[space].issued = supply.issued;
    }

    function terminate(AccountStore storage self, bytes32 space, uint128 amount)
        internal
        returns (Supply memory supply)
    {
        supply = self.supplies[space];
        supply.terminated += amount;
        self.supplies[space].terminated = supply.terminated;
    }

    /// @return Issued less terminated.
    function outstanding(AccountStore storage self, bytes32 space) internal view returns (uint256) {
        Supply storage supply = self.supplies[space];
        return supply.issued - supply.terminated;
    }

    function _takeMark(
        AccountStore storage self,
        bytes32 space,
        address owner,
        AccountNumber accountNum,
        uint128 amount
    ) private {
        uint128 marked = self.marks[space][owner][accountNum];
        if (amount > marked) {
            revert IAccountRegistryManager.QuantityNotMarked(
                RegistryId.wrap(space), owner, accountNum, marked, amount
            );
        }
        self.marks[space][owner][accountNum] = marked - amount;
    }

    function _requireAvailable(
        Position storage position,
        bytes32 space,
        address owner,
        AccountNumber accountNum,
        uint128 amount
    ) private view {
        uint256 available = position.available();
        if (amount > available) {
            revert IAccountRegistryManager.QuantityNotAvailable(
                RegistryId.wrap(space), owner, accountNum, available, amount
            );
        }
    }
}

/// @title What the accounts manager writes into its accounts, and tells of it. A registry is one space of the accounts.
library AccountPostings {
    using AccountLedger for AccountStore;

    function space(RegistryId registryId) internal pure returns (bytes32) {
        return RegistryId.unwrap(registryId);
    }

    function emitChanged(RegistryId registryId, address owner, AccountNumber accountNum, Position memory position)
        internal
    {
        emit IAccountRegistryManager.AccountChanged(
            registryId, owner, accountNum, position.balance, position.earmarked
        );
    }

    function issue(
        AccountStore storage accounts,
        RegistryId registryId,
        address registrar,
        bytes32 movementRef,
        address owner,
        AccountNumber accountNum,
        uint128 amount
    ) internal {
        Supply memory supply = accounts.issue(space(registryId), amount);
        emit IAccountRegistryManager.AssetsIssued(registryId, movementRef, owner, accountNum, amount);
        emit IAccountRegistryManager.SupplyChanged(registryId, supply.issued, supply.terminated);
        credit(accounts, registryId, registrar, movementRef, owner, accountNum, amount);
    }

    /// @dev Where the account terminates what it receives, it terminates that at once.
    function credit(
        AccountStore storage accounts,
        RegistryId registryId,
        address registrar,
        bytes32 movementRef,
        address owner,
        AccountNumber accountNum,
        uint128 amount
    ) internal {
        if (accounts.details[registrar][owner][accountNum].terminateOnReceive) {
            return writeOff(accounts, registryId, movementRef, owner, accountNum, amount);
        }
        Position memory position = accounts.credit(space(registryId), owner, accountNum, amount);
        emitChanged(registryId, owner, accountNum, position);
    }

    function writeOff(
        AccountStore storage accounts,
        RegistryId registryId,
        bytes32 movementRef,
        address owner,
        AccountNumber accountNum,
        uint128 amount
    ) internal {
        Supply memory supply = accounts.terminate(space(registryId), amount);
        emit IAccountRegistryManager.AssetsTerminated(registryId, movementRef, owner, accountNum, amount);
        emit IAccountRegistryManager.SupplyChanged(registryId, supply.issued, supply.terminated);
    }

    /// @dev Tells what is held and how much of it is marked, after a mark has changed.
    function emitMarkChanged(
        AccountStore storage accounts,
        RegistryId registryId,
        address owner,
        AccountNumber accountNum,
        Position memory position
    ) internal {
        emit IAccountRegistryManager.MarkChanged(
            registryId, owner, accountNum, accounts.marks[space(registryId)][owner][accountNum]
        );
        emitChanged(registryId, owner, accountNum, position);
    }
}
