// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { DappController } from "../../src/access/DappController.sol";
import { Privileges } from "../../src/access/Privileges.sol";
import { IPlatformManager } from "../../src/interfaces/IPlatformManager.sol";
import { ITenant } from "../../src/interfaces/ITenant.sol";
import { Factory } from "../../src/platform/Factory.sol";
import { SelectorConfig } from "../../src/types/TenantAccess.sol";
import { PlatformFixture } from "../support/PlatformFixture.sol";

/// @title PlatformManager: setDefaultFactory.
contract SetDefaultFactoryTest is PlatformFixture {
    function test_Privilege_PLATFORM_OPERATOR_IsRequiredBySetDefaultFactory() external {
        address other = onboard("Second Operator");
        bytes memory err = notHeld(other, Privileges.PLATFORM_OPERATOR);
        refuses(err);
        vm.prank(other);
        platform.setDefaultFactory(address(factory));
        grantOn(address(platform), other, Privileges.PLATFORM_OPERATOR);
        vm.prank(other);
        platform.setDefaultFactory(address(factory));
        revokeOn(address(platform), other, Privileges.PLATFORM_OPERATOR);
        refuses(err);
        vm.prank(other);
        platform.setDefaultFactory(address(factory));
    }

    function test_RevertWhen_TheFactoryIsNoContract() external {
        vm.prank(operator);
        refuses(abi.encodeWithSelector(IPlatformManager.FactoryMissing.selector));
        platform.setDefaultFactory(address(0xFAC));
    }

    function test_NewTenantsComeFromTheNewFactoryAndTheOldOnesKeepTheirs() external {
        address old = onboard("Alpenbank");
        Factory other = new Factory(factory.tenantCode(1), address(new DappController()));
        vm.expectEmit(address(platform));
        emit IPlatformManager.DefaultFactoryChanged(address(other));
        vm.prank(operator);
        platform.setDefaultFactory(address(other));
        same(platform.defaultFactory(), address(other), "default factory");
        address young = onboard("Baltic Trust Bank");
        same(ITenant(young).factory(), address(other), "young");
        same(ITenant(old).factory(), address(factory), "old");
        vm.prank(old);
        address controller = factory.createGenericDAPPController(address(platform), new SelectorConfig[](0));
        check(ITenant(old).isController(controller), "the old one gets no controllers any more");
    }
}
