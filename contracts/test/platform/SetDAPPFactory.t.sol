// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IPlatformManager } from "../../src/interfaces/IPlatformManager.sol";
import { DappType } from "../../src/types/Dapp.sol";
import { PlatformFixture } from "../support/PlatformFixture.sol";

/// @title PlatformManager: setDAPPFactory.
contract SetDAPPFactoryTest is PlatformFixture {
    bytes32 private constant TYPE = DappType.INSTRUMENT;

    function test_Privilege_PLATFORM_DAPP_OPERATOR_IsRequiredBySetDAPPFactory() external {
        address other = onboard("Second Operator");
        bytes memory err = notHeld(other, Privileges.PLATFORM_DAPP_OPERATOR);
        refuses(err);
        vm.prank(other);
        platform.setDAPPFactory(DappType.PLATFORM, address(factory));
        grantOn(address(platform), other, Privileges.PLATFORM_DAPP_OPERATOR);
        vm.prank(other);
        platform.setDAPPFactory(DappType.PLATFORM, address(factory));
        revokeOn(address(platform), other, Privileges.PLATFORM_DAPP_OPERATOR);
        refuses(err);
        vm.prank(other);
        platform.setDAPPFactory(DappType.PLATFORM, address(factory));
    }

    function _registerType() private {
        vm.prank(operator);
        platform.registerType(TYPE, bytes32("descriptor"));
    }

    function test_RevertWhen_TheTypeIsUnknown() external {
        refuses(abi.encodeWithSelector(IPlatformManager.TypeUnknown.selector, TYPE));
        vm.prank(operator);
        platform.setDAPPFactory(TYPE, address(factory));
    }

    function test_RevertWhen_TheDappFactoryIsNoContract() external {
        _registerType();
        vm.prank(operator);
        refuses(abi.encodeWithSelector(IPlatformManager.FactoryMissing.selector));
        platform.setDAPPFactory(TYPE, address(0xFAC));
    }

    function test_TheFactoryIsReadBack() external {
        _registerType();
        vm.expectEmit(address(platform));
        emit IPlatformManager.DappFactoryChanged(TYPE, address(factory));
        vm.prank(operator);
        platform.setDAPPFactory(TYPE, address(factory));
        same(platform.dappFactory(TYPE), address(factory), "factory");
    }
}
