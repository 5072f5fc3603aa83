// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { ITenant } from "../../src/interfaces/ITenant.sol";
import { TenantFixture } from "../support/TenantFixture.sol";

/// @title Tenant: setName.
contract SetNameTest is TenantFixture {
    function test_RevertWhen_AnybodyButThePlatformDoesIt() external {
        refuses(abi.encodeWithSelector(ITenant.TenantPlatformRequired.selector, address(tenant)));
        vm.prank(address(tenant));
        tenant.setName("ConneX Platform");
    }

    function test_ThePlatformNamesIt() external {
        vm.expectEmit(address(tenant));
        emit ITenant.TenantStringChanged("name", "Alpenbank AG");
        vm.prank(address(platform));
        tenant.setName("Alpenbank AG");
        same(tenant.name(), "Alpenbank AG", "name");
    }
}
