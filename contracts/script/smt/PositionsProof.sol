// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { Position, Positions } from "../../src/registry/accounts/Positions.sol";

/// @title What solc's SMTChecker proves of positions, for every number there is: 0 <= earmarked <= balance after each
/// change that begins so, and each changes what it says and nothing else.
contract PositionsProof {
    using Positions for Position;

    Position private position;

    function _given(uint128 balance, uint128 earmarked) private {
        require(earmarked <= balance);
        position.balance = balance;
        position.earmarked = earmarked;
    }

    function _is(Position memory held, uint256 balance, uint256 earmarked) private pure {
        assert(held.balance == balance);
        assert(held.earmarked == earmarked);
        assert(held.earmarked <= held.balance);
    }

    function earmark(uint128 balance, uint128 earmarked, uint128 quantity) external {
        _given(balance, earmarked);
        require(quantity <= position.available());
        _is(position.earmark(quantity), balance, uint256(earmarked) + quantity);
    }

    function unearmark(uint128 balance, uint128 earmarked, uint128 quantity) external {
        _given(balance, earmarked);
        require(quantity <= earmarked);
        _is(position.unearmark(quantity), balance, uint256(earmarked) - quantity);
    }

    function credit(uint128 balance, uint128 earmarked, uint128 quantity) external {
        _given(balance, earmarked);
        require(uint256(balance) + quantity <= type(uint128).max);
        _is(position.credit(quantity), uint256(balance) + quantity, earmarked);
    }

    function debit(uint128 balance, uint128 earmarked, uint128 quantity) external {
        _given(balance, earmarked);
        require(quantity <= position.available());
        _is(position.debit(quantity), uint256(balance) - quantity, earmarked);
    }

    function debitEarmarked(uint128 balance, uint128 earmarked, uint128 quantity) external {
        _given(balance, earmarked);
        require(quantity <= earmarked);
        _is(position.debitEarmarked(quantity), uint256(balance) - quantity, uint256(earmarked) - quantity);
    }

    /// @dev What one sends and another receives is neither more nor less together.
    function move(uint128 sent, uint128 received, uint128 quantity) external {
        require(quantity <= sent && uint256(received) + quantity <= type(uint128).max);
        _given(sent, quantity);
        Position memory left = position.debitEarmarked(quantity);
        _given(received, 0);
        Position memory grown = position.credit(quantity);
        assert(uint256(left.balance) + grown.balance == uint256(sent) + received);
    }
}
