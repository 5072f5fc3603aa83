// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Erc20LegManager } from "../../src/delivery/legs/Erc20LegManager.sol";
import { Erc721LegManager } from "../../src/delivery/legs/Erc721LegManager.sol";
import { EscrowLegManager } from "../../src/delivery/legs/EscrowLegManager.sol";
import { HtlcLegManager } from "../../src/delivery/legs/HtlcLegManager.sol";
import { IDapp } from "../../src/interfaces/IDapp.sol";

/// @title A second version of the manager of ERC-20 legs: its storage grows, and it counts.
contract Erc20LegManagerV2 is Erc20LegManager {
    uint256 public numCounted;

    constructor(address platform_, address deliveryManager_) Erc20LegManager(platform_, deliveryManager_) { }

    function count() external {
        ++numCounted;
    }

    function getVersion() external pure override returns (uint256) {
        return 2;
    }
}

/// @title A second version of the manager of ERC-721 legs.
contract Erc721LegManagerV2 is Erc721LegManager {
    constructor(address platform_, address deliveryManager_) Erc721LegManager(platform_, deliveryManager_) { }

    function getVersion() external pure override returns (uint256) {
        return 2;
    }
}

/// @title A second version of the manager of HTLC legs.
contract HtlcLegManagerV2 is HtlcLegManager {
    constructor(address platform_, address deliveryManager_) HtlcLegManager(platform_, deliveryManager_) { }

    function getVersion() external pure override(EscrowLegManager, IDapp) returns (uint256) {
        return 2;
    }
}
