// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IPlatformManager } from "../../src/interfaces/IPlatformManager.sol";
import { DappType } from "../../src/types/Dapp.sol";
import { Counter } from "../support/Counter.sol";
import { PlatformFixture } from "../support/PlatformFixture.sol";

/// @dev A contract without the functions of a dApp.
contract Silent { }

/// @dev A contract that returns too much data for every call.
contract Garbled {
    fallback(bytes calldata) external returns (bytes memory) {
        return abi.encode(msg.sender, msg.sender);
    }
}

/// @title PlatformManager: registerDAPP, registeredDapps, dappTypeOf.
contract RegisterDAPPTest is PlatformFixture {
    bytes32 private constant TYPE = DappType.INSTRUMENT;

    function test_Privilege_PLATFORM_DAPP_OPERATOR_IsRequiredByRegisterDAPP() external {
        address other = onboard("Second Operator");
        _registerType();
        address first = address(new Counter(address(platform), address(0x11)));
        address second = address(new Counter(address(platform), address(0x11)));
        bytes memory err = notHeld(other, Privileges.PLATFORM_DAPP_OPERATOR);
        refuses(err);
        vm.prank(other);
        platform.registerDAPP(first, TYPE, "x", 0);
        grantOn(address(platform), other, Privileges.PLATFORM_DAPP_OPERATOR);
        vm.prank(other);
        platform.registerDAPP(first, TYPE, "x", 0);
        revokeOn(address(platform), other, Privileges.PLATFORM_DAPP_OPERATOR);
        refuses(err);
        vm.prank(other);
        platform.registerDAPP(second, TYPE, "x", 0);
    }

    function _registerType() private {
        vm.prank(operator);
        platform.registerType(TYPE, bytes32("descriptor"));
    }

    function test_RevertWhen_TheTypeIsUnknown() external {
        refuses(abi.encodeWithSelector(IPlatformManager.TypeUnknown.selector, TYPE));
        vm.prank(operator);
        platform.registerDAPP(address(this), TYPE, "x", 0);
    }

    function test_RevertWhen_TheDappServesAnotherPlatform() external {
        _registerType();
        address foreign = address(new Counter(address(0xE15E), address(0)));
        vm.startPrank(operator);
        refuses(abi.encodeWithSelector(IPlatformManager.DappForeign.selector, foreign));
        platform.registerDAPP(foreign, TYPE, "x", 0);
        refuses(abi.encodeWithSelector(IPlatformManager.DappForeign.selector, address(0xD)));
        platform.registerDAPP(address(0xD), TYPE, "x", 0);
    }

    function test_RevertWhen_TheDappAnswersNothingOrTooMuch() external {
        _registerType();
        address silent = address(new Silent());
        address garbled = address(new Garbled());
        vm.startPrank(operator);
        refuses(abi.encodeWithSelector(IPlatformManager.DappForeign.selector, silent));
        platform.registerDAPP(silent, TYPE, "x", 0);
        refuses(abi.encodeWithSelector(IPlatformManager.DappForeign.selector, garbled));
        platform.registerDAPP(garbled, TYPE, "x", 0);
    }

    function test_RevertWhen_TheDappIsRegisteredTwice() external {
        _registerType();
        address dapp = address(new Counter(address(platform), address(0x11)));
        vm.startPrank(operator);
        platform.registerDAPP(dapp, TYPE, "x", 0);
        refuses(abi.encodeWithSelector(IPlatformManager.DappAlreadyRegistered.selector, dapp));
        platform.registerDAPP(dapp, TYPE, "x", 0);
    }

    function test_RevertWhen_ATokenIsNoContract() external {
        vm.startPrank(operator);
        platform.registerType(DappType.TOKEN, 0);
        refuses(abi.encodeWithSelector(IPlatformManager.DappForeign.selector, address(0xD)));
        platform.registerDAPP(address(0xD), DappType.TOKEN, "x", 0);
    }

    function test_ATokenNeedNotAnswerAnything() external {
        address token = address(new Silent());
        vm.startPrank(operator);
        platform.registerType(DappType.TOKEN, 0);
        vm.expectEmit(address(platform));
        emit IPlatformManager.DappRegistered(token, DappType.TOKEN, address(0), "Coin", bytes32("fp"));
        platform.registerDAPP(token, DappType.TOKEN, "Coin", bytes32("fp"));
        same(platform.dappTypeOf(token), DappType.TOKEN, "type");
    }

    function test_ARegisteredDappIsReadBack() external {
        _registerType();
        address dapp = address(new Counter(address(platform), address(0x11)));
        vm.expectEmit(address(platform));
        emit IPlatformManager.DappRegistered(dapp, TYPE, address(0x11), "Counter", bytes32("fp"));
        vm.prank(operator);
        platform.registerDAPP(dapp, TYPE, "Counter", bytes32("fp"));
        IPlatformManager.RegisteredDapp memory known = platform.registeredDapps(dapp);
        same(known.globalTypeId, TYPE, "type");
        same(known.shortName, "Counter", "name");
        same(known.dappFingerprint, bytes32("fp"), "fingerprint");
        same(platform.dappTypeOf(dapp), TYPE, "type of");
        same(platform.dappTypeOf(address(platform)), DappType.PLATFORM, "type of the platform");
    }
}
