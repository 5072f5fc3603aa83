// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IPlatformManager } from "../../src/interfaces/IPlatformManager.sol";
import { DappType } from "../../src/types/Dapp.sol";
import { PlatformFixture } from "../support/PlatformFixture.sol";

/// @title PlatformManager: registerType, registeredTypes.
contract RegisterTypeTest is PlatformFixture {
    bytes32 private constant TYPE = DappType.INSTRUMENT;

    function test_Privilege_PLATFORM_DAPP_OPERATOR_IsRequiredByRegisterType() external {
        address other = onboard("Second Operator");
        bytes memory err = notHeld(other, Privileges.PLATFORM_DAPP_OPERATOR);
        refuses(err);
        vm.prank(other);
        platform.registerType("type 1", 0);
        grantOn(address(platform), other, Privileges.PLATFORM_DAPP_OPERATOR);
        vm.prank(other);
        platform.registerType("type 1", 0);
        revokeOn(address(platform), other, Privileges.PLATFORM_DAPP_OPERATOR);
        refuses(err);
        vm.prank(other);
        platform.registerType("type 2", 0);
    }

    function _registerType() private {
        vm.prank(operator);
        platform.registerType(TYPE, bytes32("descriptor"));
    }

    function test_RevertWhen_TheTypeIsRegisteredTwice() external {
        _registerType();
        vm.prank(operator);
        refuses(abi.encodeWithSelector(IPlatformManager.TypeAlreadyRegistered.selector, TYPE));
        platform.registerType(TYPE, 0);
    }

    function test_ARegisteredTypeIsReadBack() external {
        vm.expectEmit(address(platform));
        emit IPlatformManager.TypeRegistered(TYPE, operator, bytes32("descriptor"));
        _registerType();
        IPlatformManager.RegisteredType memory registered = platform.registeredTypes(TYPE);
        check(registered.valid, "valid");
        same(registered.maintainer, operator, "maintainer");
        same(registered.typeDescriptorFp, bytes32("descriptor"), "descriptor");
        check(!platform.registeredTypes("unknown").valid, "an unknown one is valid");
    }
}
