// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Test } from "./Test.sol";

/// @title Costs that are committed: a test fails where one differs from contracts/snapshots.
/// @dev Compared here and not by forge's own flag, which has no effect with JSON output.
/// FORGE_SNAPSHOT_EMIT rewrites them; see `npm run snapshots`.
abstract contract Snapshots is Test {
    function snapshotGas(string memory group, string memory name) internal returns (uint256 gas) {
        gas = vm.snapshotGasLastCall(group, name);
        _compare(group, name, gas);
    }

    function snapshotValue(string memory group, string memory name, uint256 value) internal {
        vm.snapshotValue(group, name, value);
        _compare(group, name, value);
    }

    function _compare(string memory group, string memory name, uint256 value) private view {
        if (vm.envOr("FORGE_SNAPSHOT_EMIT", false)) return;
        string memory committed = vm.readFile(string.concat("snapshots/", group, ".json"));
        same(value, vm.parseJsonUint(committed, string.concat("$[\"", name, "\"]")), name);
    }
}
