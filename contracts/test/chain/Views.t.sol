// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { RegistryId } from "../../src/types/Registry.sol";
import { ChainFixture } from "./ChainFixture.sol";

/// @title ChainRegistryManager: positionOf, checkEntryExists, chainSupplyOf, supplyOf, totalSupplyOf.
contract ViewsTest is ChainFixture {
    function test_AnAccountExistsWhileItHoldsAnything() external {
        check(chains.checkEntryExists(CHAIN, account(baltic, 1)), "holds 500");
        check(!chains.checkEntryExists(OWN, account(baltic, 1)), "over another chain");
        check(!chains.checkEntryExists(CHAIN, account(baltic, 2)), "in another account");
        check(!chains.checkEntryExists(UNKNOWN, account(baltic, 1)), "over no chain");
        _mark(baltic, CHAIN, 500);
        check(chains.checkEntryExists(CHAIN, account(baltic, 1)), "still there while marked");
        vm.prank(agent);
        chains.offramp(shares, CHAIN, account(baltic, 1), 500, REF);
        check(!chains.checkEntryExists(CHAIN, account(baltic, 1)), "after termination");
    }

    function test_P09_TotalsAreByChainAndByRegistry() external view {
        (uint256 onramped, uint256 offramped) = chains.chainSupplyOf(CHAIN);
        same(onramped, 1_500, "chain");
        same(offramped, 0, "chain's off-ramps");
        (onramped, offramped) = chains.supplyOf(shares);
        same(onramped, 2_500, "registry");
        same(offramped, 0, "registry's off-ramps");
        same(chains.totalSupplyOf(shares), 2_500, "outstanding");
        same(chains.totalSupplyOf(RegistryId.wrap("unknown")), 0, "no registry");
    }
}
