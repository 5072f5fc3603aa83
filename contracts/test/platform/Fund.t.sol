// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IPlatformManager } from "../../src/interfaces/IPlatformManager.sol";
import { PlatformFixture } from "../support/PlatformFixture.sol";

/// @title PlatformManager: fund.
contract FundTest is PlatformFixture {
    function test_AnybodyMayFund() external {
        uint256 before = address(platform).balance;
        vm.expectEmit(address(platform));
        emit IPlatformManager.PlatformFunded(address(this), 5, before + 5);
        platform.fund{ value: 5 }();
        same(address(platform).balance, before + 5, "balance");
    }
}
