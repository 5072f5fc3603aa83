// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IDappController } from "../../src/interfaces/IDappController.sol";
import { IFactory } from "../../src/interfaces/IFactory.sol";
import { ITenant } from "../../src/interfaces/ITenant.sol";
import { SelectorConfig } from "../../src/types/TenantAccess.sol";
import { Counter } from "../support/Counter.sol";
import { TenantFixture } from "../support/TenantFixture.sol";

/// @title Tenant: registerController, isController.
contract RegisterControllerTest is TenantFixture {
    function test_RevertWhen_AnybodyButTheFactoryRegistersAController() external {
        vm.prank(address(tenant));
        refuses(abi.encodeWithSelector(ITenant.TenantFactoryRequired.selector, address(tenant)));
        tenant.registerController(address(this), address(platform), "platform");
    }

    function test_TheFactoryRegistersWhatItMakes() external {
        check(tenant.isController(address(platformController)), "made by the factory");
        check(!tenant.isController(address(this)), "anybody");
        vm.expectEmit(address(tenant));
        emit ITenant.TenantControllerRegistered(address(this), address(platform), "platform");
        vm.prank(address(factory));
        tenant.registerController(address(this), address(platform), "platform");
        check(tenant.isController(address(this)), "registered");
    }

    function test_AnAdminMakesAndConfiguresControllers() external {
        address dapp = address(new Counter(address(platform), address(makePrivilegeManager())));
        registerDapp(dapp, "counter", "Counter");
        asAdmin(
            address(factory),
            abi.encodeCall(IFactory.createGenericDAPPController, (dapp, new SelectorConfig[](0)))
        );
        asAdmin(
            address(platformController),
            abi.encodeCall(IDappController.updateConfig, (new SelectorConfig[](0)))
        );
    }
}
