// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Test } from "./Test.sol";

struct FuzzSelector {
    address addr;
    bytes4[] selectors;
}

/// @title A stateful invariant test with one handler: forge calls the functions named, and nothing else.
abstract contract Targets is Test {
    address private handlerAddress;
    bytes4[] private handlerSelectors;

    function aim(address handler, bytes4[] memory selectors) internal {
        handlerAddress = handler;
        handlerSelectors = selectors;
    }

    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = handlerAddress;
    }

    function targetSelectors() external view returns (FuzzSelector[] memory targets) {
        targets = new FuzzSelector[](1);
        targets[0] = FuzzSelector(handlerAddress, handlerSelectors);
    }
}
