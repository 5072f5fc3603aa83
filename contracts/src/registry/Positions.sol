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

    function earmark(Position storage position, uint128 quantity) internal returns (Position memory held) {
        held = position;
        held.earmarked += quantity;
        position.earmarked = held.earmarked;
    }

    function unearmark(Position storage position, uint128 quantity) internal returns (Position memory held) {
        held = position;
        held.earmarked -= quantity;
        position.earmarked = held.earmarked;
    }

    function receiveFree(Position storage position, uint128 quantity)
        internal
        returns (Position memory held)
    {
        held = position;
        held.balance += quantity;
        position.balance = held.balance;
    }

    function sendFree(Position storage position, uint128 quantity) internal returns (Position memory held) {
        held = position;
        held.balance -= quantity;
        position.balance = held.balance;
    }

    function sendEarmarked(Position storage position, uint128 quantity)
        internal
        returns (Position memory held)
    {
        held = position;
        held.balance -= quantity;
        held.earmarked -= quantity;
        position.balance = held.balance;
        position.earmarked = held.earmarked;
    }
}
