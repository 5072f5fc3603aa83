// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { PrivilegeFixture } from "../support/PrivilegeFixture.sol";

/// @title PrivilegeManager: requireGranted.
contract RequireGrantedTest is PrivilegeFixture {
    function test_RevertWhen_ItIsNotHeld() external {
        refuses(notHeld(HOLDER, INVESTOR));
        manager.requireGranted(HOLDER, INVESTOR);
    }

    function test_RevertWhen_ItIsHeldOnAnInstanceOnly() external {
        vm.prank(operator);
        manager.grant(HOLDER, INVESTOR, DAPP);
        refuses(notHeld(HOLDER, INVESTOR));
        manager.requireGranted(HOLDER, INVESTOR);
    }

    function test_WhatIsHeldEverywherePasses() external {
        vm.prank(operator);
        manager.grant(HOLDER, INVESTOR, address(0));
        manager.requireGranted(HOLDER, INVESTOR);
    }
}
