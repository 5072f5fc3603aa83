// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

/// @dev What one account holds in one registry: one slot. 0 <= earmarked <= balance, always.
struct Position {
    uint128 balance;
    uint128 earmarked;
}

/// @title The arithmetic of positions. Callers check what is available; here only checked arithmetic stands guard.
library Positions {
    function available(Position memory position) internal pure returns (uint256) {
        return position.balance - position.earmarked;
    }

    function earmark(Position storage position, uint128 quantity) internal {
        position.earmarked += quantity;
    }

    function unearmark(Position storage position, uint128 quantity) internal {
        position.earmarked -= quantity;
    }

    function receiveFree(Position storage position, uint128 quantity) internal {
        position.balance += quantity;
    }

    function sendFree(Position storage position, uint128 quantity) internal {
        position.balance -= quantity;
    }

    function sendEarmarked(Position storage position, uint128 quantity) internal {
        Position memory before = position;
        position.balance = before.balance - quantity;
        position.earmarked = before.earmarked - quantity;
    }
}
