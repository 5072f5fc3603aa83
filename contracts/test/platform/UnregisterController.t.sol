// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { ITenant } from "../../src/interfaces/ITenant.sol";
import { SelectorConfig } from "../../src/types/TenantAccess.sol";
import { TenantFixture } from "../support/TenantFixture.sol";

/// @title Tenant: unregisterController.
contract UnregisterControllerTest is TenantFixture {
    function test_RevertWhen_AnybodyButTheTenantDoesIt() external {
        refuses(selfRequired());
        tenant.unregisterController(address(platformController));
    }

    function test_RevertWhen_TheControllerIsUnknown() external {
        vm.prank(address(tenant));
        refuses(abi.encodeWithSelector(ITenant.TenantControllerUnknown.selector, address(this)));
        tenant.unregisterController(address(this));
    }

    /// @dev Through it a tenant makes controllers and grants privileges: without it, it never would again.
    function test_RevertWhen_ItIsTheLastPlatformController() external {
        vm.prank(address(tenant));
        refuses(abi.encodeWithSelector(ITenant.TenantControllerNeeded.selector, address(platformController)));
        tenant.unregisterController(address(platformController));
    }

    function test_AnUnregisteredControllerIsRefused() external {
        vm.prank(address(tenant));
        factory.createGenericDAPPController(address(platform), new SelectorConfig[](0));
        vm.expectEmit(address(tenant));
        emit ITenant.TenantControllerUnregistered(address(platformController));
        vm.prank(address(tenant));
        tenant.unregisterController(address(platformController));
        refuses(
            abi.encodeWithSelector(ITenant.TenantControllerRequired.selector, address(platformController))
        );
        asAdmin(address(tenant), abi.encodeCall(ITenant.setString, ("api", "x")));
    }
}
