// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

/// @dev What one account holds in one registry: one slot. 0 <= earmarked <= balance, always.
struct Position {
    uint128 balance;
    uint128 earmarked;
}

/// @title The arithmetic of positions: each change gives what is held afterwards. Callers check what is available;
/// here only checked arithmetic stands guard.
library Positions {
    function available(Position storage position) internal view returns (uint256) {
        return position.balance - position.earmarked;
    }

    function earmark(Position storage position, uint128 quantity) internal returns (Position memory updated) {
        updated = position;
        updated.earmarked += quantity;
        position.earmarked = updated.earmarked;
    }

    function unearmark(Position storage position, uint128 quantity) internal returns (Position memory updated) {
        updated = position;
        updated.earmarked -= quantity;
        position.earmarked = updated.earmarked;
    }

    function credit(Position storage position, uint128 quantity)
        internal
        returns (Position memory updated)
    {
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
