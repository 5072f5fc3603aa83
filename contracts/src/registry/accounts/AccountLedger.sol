// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IAccountRegistryManager } from "../../interfaces/IAccountRegistryManager.sol";
import { IRegistry } from "../../interfaces/IRegistry.sol";
import { Account, AccountDetails, AccountNumber } from "../../types/Account.sol";
import { RegistryId } from "../../types/Registry.sol";
import { Position, Positions } from "./Positions.sol";

struct Supply {
    uint128 issued;
    uint128 terminated;
}

/// @dev Both accounts of a movement in one slot; 0 where the side is not prepared. `endsReceipt`: the receiving
/// account terminated its receipts when the receiver set it.
struct Prepared {
    AccountNumber senderAccount;
    AccountNumber receiverAccount;
    bool endsReceipt;
}

/// @dev A prepared issue. quantity 0: none.
struct PreparedIssue {
    address owner;
    AccountNumber accountNum;
    uint128 quantity;
}

/// @dev Positions lie in separate spaces: a registry, or one custody chain of a registry.
/// @custom:storage-location erc7201:connex.AccountRegistryManager
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

/// @dev One account in one space.
struct AccountKey {
    bytes32 space;
    address owner;
    AccountNumber accountNum;
}

/// @title Balances, earmarks, marks and supply by account. It checks quantities and changes them; the managers check
/// the callers and emit the events.
library AccountLedger {
    using Positions for Position;

    /// @dev A registrar has no account with itself: as a party of a movement it issues or terminates.
    function requireConfigurable(address registrar, Account calldata account) internal pure {
        if (account.accountNum.isNone()) {
            revert IAccountRegistryManager.AccountNumberInvalid(abi.encode(account.accountNum));
        }
        if (account.owner == registrar) revert IAccountRegistryManager.AccountOwnerInvalid(account.owner);
    }

    /// @dev Lists an account's number when it is first configured.
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
    ) internal view returns (AccountDetails storage details) {
        details = self.details[registrar][owner][accountNum];
        if (!details.valid) revert IAccountRegistryManager.AccountNotOpen(registrar, owner, accountNum);
    }

    /// @dev The owner's open account that was configured first. Skips accounts that terminate their receipts, so that
    /// nobody loses a holding by leaving the account out.
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

    /// @return total The sum over all the owner's accounts at the registrar.
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

    // Movements

    /// @dev Records the sender's account.
    function prepareSender(
        AccountStore storage self,
        bytes32 movementKey,
        bytes32 movementRef,
        AccountNumber from
    ) internal {
        Prepared storage record = self.prepared[movementKey];
        if (!record.senderAccount.isNone()) revert IRegistry.EarmarkAlreadyTaken(movementRef);
        record.senderAccount = from;
    }

    /// @dev Deletes the record before anything moves, so that nothing moves or is released twice.
    function take(AccountStore storage self, bytes32 movementKey, bytes32 movementRef)
        internal
        returns (Prepared memory record)
    {
        record = self.prepared[movementKey];
        if (record.senderAccount.isNone() && record.receiverAccount.isNone()) {
            revert IRegistry.EarmarkNotTaken(movementRef);
        }
        delete self.prepared[movementKey];
    }

    // Positions: each change returns the new position.

    function earmark(AccountStore storage self, AccountKey memory key, uint128 amount)
        internal
        returns (Position memory)
    {
        Position storage position = _positionAt(self, key);
        _requireAvailable(position, key, amount);
        return position.earmark(amount);
    }

    function unearmark(AccountStore storage self, AccountKey memory key, uint128 amount)
        internal
        returns (Position memory)
    {
        return _positionAt(self, key).unearmark(amount);
    }

    function debitEarmarked(AccountStore storage self, AccountKey memory key, uint128 amount)
        internal
        returns (Position memory)
    {
        return _positionAt(self, key).debitEarmarked(amount);
    }

    function debit(AccountStore storage self, AccountKey memory key, uint128 amount)
        internal
        returns (Position memory)
    {
        Position storage position = _positionAt(self, key);
        _requireAvailable(position, key, amount);
        return position.debit(amount);
    }

    function credit(AccountStore storage self, AccountKey memory key, uint128 amount)
        internal
        returns (Position memory)
    {
        return _positionAt(self, key).credit(amount);
    }

    // Marks

    /// @dev Marks available quantity for termination. It counts as earmarked from then on.
    function mark(AccountStore storage self, AccountKey memory key, uint128 amount)
        internal
        returns (Position memory)
    {
        self.marks[key.space][key.owner][key.accountNum] += amount;
        return earmark(self, key, amount);
    }

    function unmark(AccountStore storage self, AccountKey memory key, uint128 amount)
        internal
        returns (Position memory)
    {
        _reduceMark(self, key, amount);
        return unearmark(self, key, amount);
    }

    function debitMarked(AccountStore storage self, AccountKey memory key, uint128 amount)
        internal
        returns (Position memory)
    {
        _reduceMark(self, key, amount);
        return debitEarmarked(self, key, amount);
    }

    // Supply

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

    function _positionAt(AccountStore storage self, AccountKey memory key)
        private
        view
        returns (Position storage)
    {
        return self.positions[key.space][key.owner][key.accountNum];
    }

    function _reduceMark(AccountStore storage self, AccountKey memory key, uint128 amount) private {
        uint128 marked = self.marks[key.space][key.owner][key.accountNum];
        if (amount > marked) {
            revert IAccountRegistryManager.QuantityNotMarked(
                RegistryId.wrap(key.space), key.owner, key.accountNum, marked, amount
            );
        }
        self.marks[key.space][key.owner][key.accountNum] = marked - amount;
    }

    function _requireAvailable(Position storage position, AccountKey memory key, uint128 amount)
        private
        view
    {
        uint256 available = position.available();
        if (amount > available) {
            revert IAccountRegistryManager.QuantityNotAvailable(
                RegistryId.wrap(key.space), key.owner, key.accountNum, available, amount
            );
        }
    }
}

/// @dev A change of one account by one movement or call. `causeRef`: the movement, the prepared entry or the
/// reason; 0 for none. `mayEnd`: the owner has agreed to the termination of the quantity.
struct Posting {
    AccountKey key;
    address registrar;
    bytes32 causeRef;
    uint128 amount;
    bool mayEnd;
}

/// @title Changes of the ledger with the accounts manager's events. The space is the registry.
library AccountPostings {
    using AccountLedger for AccountStore;

    function space(RegistryId registryId) internal pure returns (bytes32) {
        return RegistryId.unwrap(registryId);
    }

    function issue(AccountStore storage accounts, Posting memory posting) internal {
        AccountKey memory key = posting.key;
        Supply memory supply = accounts.issue(key.space, posting.amount);
        RegistryId registryId = RegistryId.wrap(key.space);
        emit IAccountRegistryManager.AssetsIssued(
            registryId, posting.causeRef, key.owner, key.accountNum, posting.amount
        );
        emit IAccountRegistryManager.SupplyChanged(registryId, supply.issued, supply.terminated);
        credit(accounts, posting);
    }

    /// @dev If the account terminates its receipts, the quantity ends here, but never without its owner's agreement:
    /// the registrar can switch the termination on at any time.
    function credit(AccountStore storage accounts, Posting memory posting) internal {
        AccountKey memory key = posting.key;
        address registrar = posting.registrar;
        if (accounts.details[registrar][key.owner][key.accountNum].terminateOnReceive) {
            if (posting.mayEnd) return writeOff(accounts, posting);
            revert IAccountRegistryManager.AccountTerminatesReceipts(registrar, key.owner, key.accountNum);
        }
        emitChanged(key, accounts.credit(key, posting.amount));
    }

    function writeOff(AccountStore storage accounts, Posting memory posting) internal {
        AccountKey memory key = posting.key;
        Supply memory supply = accounts.terminate(key.space, posting.amount);
        RegistryId registryId = RegistryId.wrap(key.space);
        emit IAccountRegistryManager.AssetsTerminated(
            registryId, posting.causeRef, key.owner, key.accountNum, posting.amount
        );
        emit IAccountRegistryManager.SupplyChanged(registryId, supply.issued, supply.terminated);
    }

    function emitChanged(AccountKey memory key, Position memory position) internal {
        emit IAccountRegistryManager.AccountChanged(
            RegistryId.wrap(key.space), key.owner, key.accountNum, position.balance, position.earmarked
        );
    }

    /// @dev After a change of the account's mark.
    function emitMarkChanged(AccountStore storage accounts, AccountKey memory key, Position memory position)
        internal
    {
        emit IAccountRegistryManager.MarkChanged(
            RegistryId.wrap(key.space),
            key.owner,
            key.accountNum,
            accounts.marks[key.space][key.owner][key.accountNum]
        );
        emitChanged(key, position);
    }
}
