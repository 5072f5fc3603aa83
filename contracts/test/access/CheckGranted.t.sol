// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { PrivilegeFixture } from "../support/PrivilegeFixture.sol";

/// @title PrivilegeManager: checkGranted; property 23.
contract CheckGrantedTest is PrivilegeFixture {
    function test_APrivilegeEverywhereHoldsOnEveryInstance() external {
        check(!manager.checkGranted(HOLDER, INVESTOR, address(0)), "held before");
        vm.prank(operator);
        manager.grant(HOLDER, INVESTOR, address(0));
        check(manager.checkGranted(HOLDER, INVESTOR, address(0)), "everywhere");
        check(manager.checkGranted(HOLDER, INVESTOR, DAPP), "on an instance");
    }

    function test_APrivilegeOnAnInstanceHoldsThereOnly() external {
        vm.prank(operator);
        manager.grant(HOLDER, INVESTOR, DAPP);
        check(manager.checkGranted(HOLDER, INVESTOR, DAPP), "not held there");
        check(!manager.checkGranted(HOLDER, INVESTOR, address(0)), "held everywhere");
        check(!manager.checkGranted(HOLDER, INVESTOR, address(0xDB)), "held elsewhere");
    }

    function testFuzz_P23_HeldExactlyWhatWasGrantedLast(bool[8] calldata grants, uint8[8] calldata who)
        external
    {
        bool[4] memory held;
        for (uint256 i; i < grants.length; ++i) {
            uint256 index = who[i] % 4;
            vm.prank(operator);
            if (grants[i]) manager.grant(address(uint160(0x100 + index)), INVESTOR, address(0));
            else manager.revoke(address(uint160(0x100 + index)), INVESTOR, address(0));
            held[index] = grants[i];
        }
        for (uint256 i; i < held.length; ++i) {
            bool isHeld = manager.checkGranted(address(uint160(0x100 + i)), INVESTOR, address(0));
            check(isHeld == held[i], "differs from the ghost");
        }
    }
}
