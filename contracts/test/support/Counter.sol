// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// @title A dApp that counts, for tests of what calls it.
contract Counter {
    address public privilegeManager;
    address public platform;
    uint256 public count;
    address public lastCaller;
    address private legManager;

    error CounterRefused(uint256 count);

    constructor(address platform_, address privilegeManager_) {
        platform = platform_;
        privilegeManager = privilegeManager_;
    }

    function setLegManager(address named) external {
        legManager = named;
    }

    function isLegManager(address account) external view returns (bool) {
        return account == legManager;
    }

    function increase(uint256 by) external returns (uint256) {
        lastCaller = msg.sender;
        return count += by;
    }

    function decrease(uint256 by) external returns (uint256) {
        lastCaller = msg.sender;
        return count -= by;
    }

    function refuse() external view {
        revert CounterRefused(count);
    }

    function refuseInSilence() external pure {
        assembly {
            revert(0, 0)
        }
    }
}
