// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { AccountRegistryManager } from "../../src/registry/accounts/AccountRegistryManager.sol";
import { RegistryId } from "../../src/types/Registry.sol";

/// @title A second version of the accounts manager: its storage grows at the end, and it can do one thing more.
contract AccountRegistryManagerV2 is AccountRegistryManager {
    mapping(RegistryId => bytes32) public notes;
    uint256 public migratedAt;

    function migrate() external {
        migratedAt = block.timestamp;
    }

    function note(RegistryId registryId, bytes32 text) external {
        notes[registryId] = text;
    }

    function getVersion() external pure override returns (uint256) {
        return 2;
    }
}
