// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { RegistryId } from "../../src/types/Registry.sol";
import { AccountFixture } from "./AccountFixture.sol";

/// @title AccountRegistryManager: balanceOf, earmarkedBalanceOf, totalSupplyOf, supplyOf.
contract BalancesTest is AccountFixture {
    function test_P08_AnOwnersBalanceIsTheSumOverItsAccountsAtTheRegistrar() external {
        vm.prank(alpen);
        registries.transfer(bond, num(1), account(alpen, 2), 300);
        earmarkOfAlpen(400);
        same(registries.balanceOf(bond, account(alpen, 1)), 700, "first");
        same(registries.balanceOf(bond, account(alpen, 2)), 300, "second");
        same(registries.balanceOf(bond, alpen), 1_000, "owner");
        same(registries.earmarkedBalanceOf(bond, account(alpen, 1)), 400, "earmarked, first");
        same(registries.earmarkedBalanceOf(bond, alpen), 400, "earmarked, owner");
        same(registries.balanceOf(fund, alpen), 0, "another registry");
    }

    function test_P08_TheSupplyIsTheSumOfAllBalances() external {
        issueTo(bond, rhone, 2, 55);
        uint256 sum = registries.balanceOf(bond, alpen) + registries.balanceOf(bond, baltic)
            + registries.balanceOf(bond, rhone);
        same(registries.totalSupplyOf(bond), sum, "supply");
        supplyIs(bond, 2_055, 0);
    }

    function test_AnUnknownRegistryHoldsNothing() external view {
        RegistryId unknown = RegistryId.wrap("unknown");
        same(registries.balanceOf(unknown, alpen), 0, "balance");
        same(registries.totalSupplyOf(unknown), 0, "supply");
    }
}
