// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { EntryRegistryManager } from "../../src/registry/entries/EntryRegistryManager.sol";

/// @title A second version of the registry manager of entries: its storage grows at the end.
contract EntryRegistryManagerV2 is EntryRegistryManager {
    mapping(bytes32 fingerprint => uint256) public counted;

    function count(bytes32 fingerprint) external {
        ++counted[fingerprint];
    }

    function getVersion() external pure override returns (uint256) {
        return 2;
    }
}
