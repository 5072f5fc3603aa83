// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { ITenant } from "../../src/interfaces/ITenant.sol";
import { TenantFixture } from "../support/TenantFixture.sol";

/// @title Tenant: setString.
contract SetStringTest is TenantFixture {
    function test_RevertWhen_AnybodyButTheTenantDoesIt() external {
        refuses(selfRequired());
        tenant.setString("api", "x");
    }

    function test_RevertWhen_TheKeyIsTheNameOrUnknown() external {
        bytes32[2] memory keys = [bytes32("name"), bytes32("other")];
        for (uint256 i; i < keys.length; ++i) {
            refuses(abi.encodeWithSelector(ITenant.TenantStringKeyUnknown.selector, keys[i]));
            vm.prank(address(tenant));
            tenant.setString(keys[i], "ConneX Platform");
        }
    }

    function test_AnAdminChangesTheTenantThroughThePlatformController() external {
        vm.expectEmit(address(tenant));
        emit ITenant.TenantStringChanged("api", "https://new.example");
        asAdmin(address(tenant), abi.encodeCall(ITenant.setString, ("api", "https://new.example")));
        same(tenant.apiUrl(), "https://new.example", "apiUrl");
        asAdmin(address(tenant), abi.encodeCall(ITenant.setString, ("lei", "529900ODI3047E2LIV03")));
        same(tenant.lei(), "529900ODI3047E2LIV03", "lei");
    }
}
