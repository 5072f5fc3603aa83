// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { ChainRegistryManager } from "../../src/registry/custodyChains/ChainRegistryManager.sol";
import { CustodyChainId } from "../../src/types/CustodyChain.sol";

/// @title A second version of the chain registries' manager: its storage grows at the end, and it can do one thing more.
contract ChainRegistryManagerV2 is ChainRegistryManager {
    mapping(CustodyChainId => bytes32) public audits;
    uint256 public migratedAt;

    function migrate() external {
        migratedAt = block.timestamp;
    }

    function audit(CustodyChainId custodyChainId, bytes32 reportFp) external {
        audits[custodyChainId] = reportFp;
    }

    function getVersion() external pure override returns (uint256) {
        return 2;
    }
}
