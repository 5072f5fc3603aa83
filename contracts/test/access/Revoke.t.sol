// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IPrivilegeManager } from "../../src/interfaces/IPrivilegeManager.sol";
import { PrivilegeFixture } from "../support/PrivilegeFixture.sol";

/// @title PrivilegeManager: revoke.
contract RevokeTest is PrivilegeFixture {
    function setUp() public override {
        super.setUp();
        vm.prank(operator);
        manager.grant(HOLDER, INVESTOR, address(0));
    }

    function test_RevertWhen_AnybodyButTheSuperUserRevokes() external {
        refuses(superUserRequired(STRANGER));
        vm.prank(STRANGER);
        manager.revoke(HOLDER, INVESTOR, address(0));
    }

    function test_RevertWhen_HolderOrPrivilegeIsMissing() external {
        vm.startPrank(operator);
        refuses(abi.encodeWithSelector(IPrivilegeManager.PrivilegeHolderMissing.selector));
        manager.revoke(address(0), INVESTOR, address(0));
        refuses(abi.encodeWithSelector(IPrivilegeManager.PrivilegeMissing.selector));
        manager.revoke(HOLDER, 0, address(0));
    }

    function test_P22_WhatIsRevokedIsGoneInTheNextCall() external {
        manager.requireGranted(HOLDER, INVESTOR);
        vm.expectEmit(address(manager));
        emit IPrivilegeManager.PrivilegeRevoked(HOLDER, INVESTOR, address(0));
        vm.prank(operator);
        manager.revoke(HOLDER, INVESTOR, address(0));
        check(!manager.checkGranted(HOLDER, INVESTOR, address(0)), "held everywhere");
        check(!manager.checkGranted(HOLDER, INVESTOR, DAPP), "held on an instance");
        refuses(notHeld(HOLDER, INVESTOR));
        manager.requireGranted(HOLDER, INVESTOR);
    }

    function test_WhatIsHeldOnAnInstanceStaysWhenTheGeneralGrantEnds() external {
        vm.startPrank(operator);
        manager.grant(HOLDER, INVESTOR, DAPP);
        manager.revoke(HOLDER, INVESTOR, address(0));
        check(manager.checkGranted(HOLDER, INVESTOR, DAPP), "lost with the general one");
        manager.revoke(HOLDER, INVESTOR, DAPP);
        check(!manager.checkGranted(HOLDER, INVESTOR, DAPP), "still granted");
    }

    function test_RevokingWhatIsNotHeldEmitsNothing() external {
        vm.startPrank(operator);
        vm.recordLogs();
        manager.revoke(HOLDER, REGISTRAR, address(0));
        manager.revoke(HOLDER, INVESTOR, DAPP);
        same(vm.getRecordedLogs().length, 0, "events");
    }
}
