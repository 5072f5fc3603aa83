// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// @dev An account's holding in one registry, in one slot. Always 0 <= earmarked <= balance.
struct Position {
    uint128 balance;
    uint128 earmarked;
}

/// @title The arithmetic of positions: each change returns the new position. Callers check the available quantity;
/// here only the checked arithmetic guards it.
library Positions {
    function available(Position storage position) internal view returns (uint256) {
        return position.balance - position.earmarked;
    }

    function earmark(Position storage position, uint128 quantity) internal returns (Position memory updated) {
        updated = position;
        updated.earmarked += quantity;
        position.earmarked = updated.earmarked;
    }

    function unearmark(Position storage position, uint128 quantity)
        internal
        returns (Position memory updated)
    {
        updated = position;
        updated.earmarked -= quantity;
        position.earmarked = updated.earmarked;
    }

    function credit(Position storage position, uint128 quantity) internal returns (Position memory updated) {
        updated = position;
        updated.balance += quantity;
        position.balance = updated.balance;
    }

    function debit(Position storage position, uint128 quantity) internal returns (Position memory updated) {
        updated = position;
        updated.balance -= quantity;
        position.balance = updated.balance;
    }

    function debitEarmarked(Position storage position, uint128 quantity)
        internal
        returns (Position memory updated)
    {
        updated = position;
        updated.balance -= quantity;
        updated.earmarked -= quantity;
        position.balance = updated.balance;
        position.earmarked = updated.earmarked;
    }
}
