// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { PlatformManager } from "../../src/platform/PlatformManager.sol";

/// @title A second version of the platform manager, which keeps one thing more, behind everything else.
contract PlatformManagerV2 is PlatformManager {
    string public motto;

    function setMotto(string calldata motto_) external {
        motto = motto_;
    }

    function getVersion() external pure override returns (uint256) {
        return 2;
    }
}
