// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IPrivilegeManager } from "../../src/interfaces/IPrivilegeManager.sol";
import { PrivilegeFixture } from "../support/PrivilegeFixture.sol";
import { Log } from "../support/Vm.sol";

/// @title PrivilegeManager: grant.
contract GrantTest is PrivilegeFixture {
    function test_RevertWhen_AnybodyButTheSuperUserGrants() external {
        refuses(superUserRequired(STRANGER));
        vm.prank(STRANGER);
        manager.grant(HOLDER, INVESTOR, address(0));
    }

    function test_RevertWhen_AHolderGrantsWhatItHolds() external {
        vm.prank(operator);
        manager.grant(HOLDER, INVESTOR, address(0));
        refuses(superUserRequired(HOLDER));
        vm.prank(HOLDER);
        manager.grant(STRANGER, INVESTOR, address(0));
    }

    function test_RevertWhen_HolderOrPrivilegeIsMissing() external {
        vm.startPrank(operator);
        refuses(abi.encodeWithSelector(IPrivilegeManager.PrivilegeHolderMissing.selector));
        manager.grant(address(0), INVESTOR, address(0));
        refuses(abi.encodeWithSelector(IPrivilegeManager.PrivilegeMissing.selector));
        manager.grant(HOLDER, 0, address(0));
    }

    function test_WhatIsGrantedIsHeldInTheNextCall() external {
        vm.expectEmit(address(manager));
        emit IPrivilegeManager.PrivilegeGranted(HOLDER, INVESTOR, address(0));
        vm.prank(operator);
        manager.grant(HOLDER, INVESTOR, address(0));
        manager.requireGranted(HOLDER, INVESTOR);
        check(!manager.checkGranted(HOLDER, REGISTRAR, address(0)), "another one held");
        check(!manager.checkGranted(STRANGER, INVESTOR, address(0)), "held by another");
    }

    function test_GrantingTwiceEmitsOnce() external {
        vm.startPrank(operator);
        manager.grant(HOLDER, INVESTOR, address(0));
        vm.recordLogs();
        manager.grant(HOLDER, INVESTOR, address(0));
        same(vm.getRecordedLogs().length, 0, "events");
    }

    function test_AGrantOnAnInstanceNamesIt() external {
        vm.recordLogs();
        vm.prank(operator);
        manager.grant(HOLDER, INVESTOR, DAPP);
        Log[] memory logs = vm.getRecordedLogs();
        same(logs.length, 1, "events");
        same(logs[0].topics[3], bytes32(uint256(uint160(DAPP))), "instance");
    }
}
