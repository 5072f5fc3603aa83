// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Initializable } from "@openzeppelin/contracts/proxy/utils/Initializable.sol";
import { DappController } from "../../src/access/DappController.sol";
import { PrivilegeManager } from "../../src/access/PrivilegeManager.sol";
import { IDappController } from "../../src/interfaces/IDappController.sol";
import { IPrivilegeManager } from "../../src/interfaces/IPrivilegeManager.sol";
import { SelectorConfig } from "../../src/types/TenantAccess.sol";
import { PrivilegeFixture } from "../support/PrivilegeFixture.sol";

/// @title PrivilegeManager and DappController: init.
contract AccessInitTest is PrivilegeFixture {
    function test_P41_RevertWhen_AManagerIsInitialisedTwice() external {
        refuses(abi.encodeWithSelector(Initializable.InvalidInitialization.selector));
        manager.init(STRANGER, new bytes32[](0), noGrants());
        refuses(abi.encodeWithSelector(Initializable.InvalidInitialization.selector));
        tenantManager.init(STRANGER, new bytes32[](0), noGrants());
    }

    function test_P41_RevertWhen_AControllerOrItsCodeIsInitialised() external {
        vm.prank(tenant);
        address controller = factory.createGenericDAPPController(address(platform), new SelectorConfig[](0));
        refuses(abi.encodeWithSelector(Initializable.InvalidInitialization.selector));
        IDappController(controller).init(new SelectorConfig[](0));
        DappController code = new DappController();
        refuses(abi.encodeWithSelector(Initializable.InvalidInitialization.selector));
        code.init(new SelectorConfig[](0));
    }

    function test_P24_RevertWhen_TheSuperUserIsNobody() external {
        PrivilegeManager made = new PrivilegeManager();
        refuses(abi.encodeWithSelector(IPrivilegeManager.SuperUserMissing.selector));
        made.init(address(0), new bytes32[](0), noGrants());
    }

    function test_AManagerBeginsWithItsSuperUserAndGrants() external {
        PrivilegeManager made = new PrivilegeManager();
        vm.expectEmit(address(made));
        emit IPrivilegeManager.SuperUserChanged(address(0), HOLDER);
        made.init(HOLDER, new bytes32[](0), batchFor(2, true));
        check(made.isSuperUser(HOLDER), "super user");
        check(made.checkGranted(address(0x100), INVESTOR, address(0)), "first");
        check(made.checkGranted(address(0x101), INVESTOR, address(0)), "second");
    }
}
