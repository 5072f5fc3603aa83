// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IFactory } from "../../src/interfaces/IFactory.sol";
import { IPlatformManager } from "../../src/interfaces/IPlatformManager.sol";
import { DappType } from "../../src/types/Dapp.sol";
import { SelectorConfig } from "../../src/types/TenantAccess.sol";
import { Counter } from "../support/Counter.sol";
import { PlatformFixture } from "../support/PlatformFixture.sol";

/// @title PlatformManager: unregisterDAPP.
contract UnregisterDAPPTest is PlatformFixture {
    address private dapp;

    function setUp() public override {
        super.setUp();
        dapp = address(new Counter(address(platform), address(0x11)));
        registerDapp(dapp, DappType.INSTRUMENT, "Counter");
    }

    function _unregister(address by, address which) private {
        vm.prank(by);
        platform.unregisterDAPP(which);
    }

    function test_L10_Privilege_PLATFORM_DAPP_OPERATOR_IsRequiredByUnregisterDAPP() external {
        address other = onboard("Second Operator");
        refuses(notHeld(other, Privileges.PLATFORM_DAPP_OPERATOR));
        _unregister(other, dapp);
        grantOn(address(platform), other, Privileges.PLATFORM_DAPP_OPERATOR);
        _unregister(other, dapp);
        registerDapp(dapp, DappType.INSTRUMENT, "Counter");
        revokeOn(address(platform), other, Privileges.PLATFORM_DAPP_OPERATOR);
        refuses(notHeld(other, Privileges.PLATFORM_DAPP_OPERATOR));
        _unregister(other, dapp);
    }

    function test_L10_RevertWhen_TheDappIsUnknownOrNoLongerRegistered() external {
        refuses(abi.encodeWithSelector(IPlatformManager.DappUnknown.selector, address(this)));
        _unregister(operator, address(this));
        _unregister(operator, dapp);
        refuses(abi.encodeWithSelector(IPlatformManager.DappUnknown.selector, dapp));
        _unregister(operator, dapp);
    }

    function test_L10_RevertWhen_ItIsThePlatformManagerItself() external {
        refuses(abi.encodeWithSelector(IPlatformManager.DappProtected.selector, address(platform)));
        _unregister(operator, address(platform));
    }

    function test_L10_NobodyOpensAControllerOfAnUnregisteredDapp() external {
        address tenant = onboard("Alpenbank");
        _unregister(operator, dapp);
        vm.prank(tenant);
        refuses(abi.encodeWithSelector(IFactory.FactoryDappUnknown.selector, dapp));
        factory.createGenericDAPPController(dapp, new SelectorConfig[](0));
    }

    function test_L10_AnUnregisteredDappHasNoTypeAndMayComeBack() external {
        vm.expectEmit(address(platform));
        emit IPlatformManager.DappUnregistered(dapp);
        _unregister(operator, dapp);
        same(platform.dappTypeOf(dapp), 0, "type");
        same(platform.registeredDapps(dapp).shortName, "", "name");
        registerDapp(dapp, DappType.INSTRUMENT, "Counter");
        same(platform.dappTypeOf(dapp), DappType.INSTRUMENT, "type again");
    }
}
