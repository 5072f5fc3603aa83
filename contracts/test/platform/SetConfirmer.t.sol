// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { ITenant } from "../../src/interfaces/ITenant.sol";
import { TenantFixture } from "../support/TenantFixture.sol";

/// @title Tenant: setConfirmer.
contract SetConfirmerTest is TenantFixture {
    function test_RevertWhen_AnybodyButTheTenantDoesIt() external {
        refuses(selfRequired());
        tenant.setConfirmer(address(this));
    }

    function test_TheConfirmerIsWhatTheTenantSays() external {
        vm.expectEmit(address(tenant));
        emit ITenant.TenantConfirmerChanged(address(0xC1));
        vm.prank(address(tenant));
        tenant.setConfirmer(address(0xC1));
        same(tenant.confirmer(), address(0xC1), "confirmer");
    }
}
