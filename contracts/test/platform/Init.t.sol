// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Initializable } from "@openzeppelin/contracts/proxy/utils/Initializable.sol";
import { IPlatformManager } from "../../src/interfaces/IPlatformManager.sol";
import { ITenant } from "../../src/interfaces/ITenant.sol";
import { PlatformManager } from "../../src/platform/PlatformManager.sol";
import { Tenant } from "../../src/platform/Tenant.sol";
import { SelectorConfig } from "../../src/types/TenantAccess.sol";
import { PlatformFixture } from "../support/PlatformFixture.sol";

/// @title PlatformManager and Tenant: init.
contract PlatformInitTest is PlatformFixture {
    function test_P41_RevertWhen_ThePlatformIsInitialisedTwice() external {
        refuses(abi.encodeWithSelector(Initializable.InvalidInitialization.selector));
        platform.init(
            address(factory),
            tenantData("x"),
            admin,
            new SelectorConfig[](0),
            IPlatformManager.RefundSettings(THRESHOLD, LIMIT)
        );
    }

    function test_P41_RevertWhen_TheCodesThemselvesAreInitialised() external {
        Tenant tenantCode = new Tenant();
        refuses(abi.encodeWithSelector(Initializable.InvalidInitialization.selector));
        tenantCode.init(tenantData("x"), address(this), address(this));
        PlatformManager code = new PlatformManager();
        refuses(abi.encodeWithSelector(Initializable.InvalidInitialization.selector));
        code.init(
            address(factory),
            tenantData("x"),
            admin,
            new SelectorConfig[](0),
            IPlatformManager.RefundSettings(THRESHOLD, LIMIT)
        );
    }

    function test_P41_RevertWhen_ATenantIsInitialisedTwice() external {
        ITenant tenant = ITenant(onboard("Alpenbank"));
        refuses(abi.encodeWithSelector(Initializable.InvalidInitialization.selector));
        tenant.init(tenantData("x"), address(this), address(this));
    }
}
