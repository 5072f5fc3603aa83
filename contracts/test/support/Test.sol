// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Vm } from "./Vm.sol";

/// @title Cheat codes and assertions for every test.
abstract contract Test {
    /// @dev forge looks for it to know a test.
    bool public constant IS_TEST = true;

    Vm internal constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));

    error AssertionFailed(string what);
    error NotEqual(string what, uint256 actual, uint256 expected);
    error AddressesDiffer(string what, address actual, address expected);
    error WordsDiffer(string what, bytes32 actual, bytes32 expected);
    error TextsDiffer(string what, string actual, string expected);

    function check(bool condition, string memory what) internal pure {
        if (!condition) revert AssertionFailed(what);
    }

    function same(uint256 actual, uint256 expected, string memory what) internal pure {
        if (actual != expected) revert NotEqual(what, actual, expected);
    }

    function same(address actual, address expected, string memory what) internal pure {
        if (actual != expected) revert AddressesDiffer(what, actual, expected);
    }

    function same(bytes32 actual, bytes32 expected, string memory what) internal pure {
        if (actual != expected) revert WordsDiffer(what, actual, expected);
    }

    function same(string memory actual, string memory expected, string memory what) internal pure {
        if (keccak256(bytes(actual)) != keccak256(bytes(expected))) {
            revert TextsDiffer(what, actual, expected);
        }
    }

    /// @dev The next call must revert with exactly this error and these arguments.
    function refuses(bytes memory err) internal {
        vm.expectRevert(err);
    }
}
