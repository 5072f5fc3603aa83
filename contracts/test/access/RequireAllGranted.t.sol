// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IPrivilegeManager } from "../../src/interfaces/IPrivilegeManager.sol";
import { PrivilegeFixture } from "../support/PrivilegeFixture.sol";

/// @title PrivilegeManager: requireAllGranted.
contract RequireAllGrantedTest is PrivilegeFixture {
    function _demands() private pure returns (IPrivilegeManager.Demand[] memory demands) {
        demands = new IPrivilegeManager.Demand[](2);
        demands[0] = IPrivilegeManager.Demand(HOLDER, INVESTOR);
        demands[1] = IPrivilegeManager.Demand(STRANGER, REGISTRAR);
    }

    function test_RevertWhen_OneOfThemIsNotHeld() external {
        refuses(notHeld(HOLDER, INVESTOR));
        manager.requireAllGranted(_demands());
        vm.prank(operator);
        manager.grant(HOLDER, INVESTOR, address(0));
        refuses(notHeld(STRANGER, REGISTRAR));
        manager.requireAllGranted(_demands());
    }

    function test_RevertWhen_OneIsHeldOnAnInstanceOnly() external {
        vm.startPrank(operator);
        manager.grant(HOLDER, INVESTOR, address(0));
        manager.grant(STRANGER, REGISTRAR, DAPP);
        refuses(notHeld(STRANGER, REGISTRAR));
        manager.requireAllGranted(_demands());
    }

    function test_AllThatIsHeldPasses() external {
        vm.startPrank(operator);
        manager.grant(HOLDER, INVESTOR, address(0));
        manager.grant(STRANGER, REGISTRAR, address(0));
        manager.requireAllGranted(_demands());
        manager.requireAllGranted(new IPrivilegeManager.Demand[](0));
    }
}
