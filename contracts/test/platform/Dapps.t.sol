// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { Privileges } from "../../src/access/Privileges.sol";
import { InstrumentManager } from "../../src/instrument/InstrumentManager.sol";
import { IInstrumentManager } from "../../src/interfaces/IInstrumentManager.sol";
import { IPlatformManager } from "../../src/interfaces/IPlatformManager.sol";
import { DappFactory } from "../../src/platform/DappFactory.sol";
import { DappType } from "../../src/types/DappType.sol";
import { Counter } from "../support/Counter.sol";
import { PlatformWorld } from "../support/PlatformWorld.sol";

/// @title PlatformManager: registerType, registerDAPP, createDAPP, setDAPPFactory.
contract DappsTest is PlatformWorld {
    bytes32 private constant TYPE = DappType.INSTRUMENT;

    function _registerType() private {
        vm.prank(operator);
        platform.registerType(TYPE, bytes32("descriptor"));
    }

    function test_RevertWhen_TheTenantLacksTheRight() external {
        address tenant = onboard("Alpenbank");
        vm.startPrank(tenant);
        refuses(notHeld(tenant, Privileges.PLATFORM_DAPP_OPERATOR));
        platform.registerType(TYPE, 0);
        refuses(notHeld(tenant, Privileges.PLATFORM_DAPP_OPERATOR));
        platform.registerDAPP(address(this), TYPE, "x", 0);
        refuses(notHeld(tenant, Privileges.PLATFORM_DAPP_OPERATOR));
        platform.setDAPPFactory(TYPE, address(this));
        refuses(notHeld(tenant, Privileges.PLATFORM_DAPP_DEPLOYER));
        platform.createDAPP(TYPE, "x", 0, "");
    }

    function test_RevertWhen_TheTypeIsRegisteredTwice() external {
        _registerType();
        vm.prank(operator);
        refuses(abi.encodeWithSelector(IPlatformManager.TypeAlreadyRegistered.selector, TYPE));
        platform.registerType(TYPE, 0);
    }

    function test_RevertWhen_TheTypeIsUnknown() external {
        vm.startPrank(operator);
        refuses(abi.encodeWithSelector(IPlatformManager.TypeUnknown.selector, TYPE));
        platform.registerDAPP(address(this), TYPE, "x", 0);
        refuses(abi.encodeWithSelector(IPlatformManager.TypeUnknown.selector, TYPE));
        platform.setDAPPFactory(TYPE, address(this));
        refuses(abi.encodeWithSelector(IPlatformManager.DappFactoryMissing.selector, TYPE));
        platform.createDAPP(TYPE, "x", 0, "");
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

    function test_RevertWhen_TheDappIsRegisteredTwice() external {
        _registerType();
        address dapp = address(new Counter(address(platform), address(0x11)));
        vm.startPrank(operator);
        platform.registerDAPP(dapp, TYPE, "x", 0);
        refuses(abi.encodeWithSelector(IPlatformManager.DappAlreadyRegistered.selector, dapp));
        platform.registerDAPP(dapp, TYPE, "x", 0);
    }

    function test_RevertWhen_TheDappFactoryIsNoContract() external {
        _registerType();
        vm.prank(operator);
        refuses(abi.encodeWithSelector(IPlatformManager.FactoryMissing.selector));
        platform.setDAPPFactory(TYPE, address(0xFAC));
    }

    function test_ARegisteredTypeAndDappAreReadBack() external {
        _registerType();
        IPlatformManager.RegisteredType memory registered = platform.registeredTypes(TYPE);
        check(registered.valid, "valid");
        same(registered.maintainer, operator, "maintainer");
        same(registered.typeDescriptorFp, bytes32("descriptor"), "descriptor");
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

    function test_ACreatedDappIsThereAndRegistered() external {
        _registerType();
        address manager = address(makePrivilegeManager());
        address dappFactory = address(new DappFactory(address(new InstrumentManager())));
        vm.startPrank(operator);
        platform.setDAPPFactory(TYPE, dappFactory);
        same(platform.dappFactory(TYPE), dappFactory, "factory");
        address dapp = platform.createDAPP(
            TYPE,
            "Second",
            bytes32("fp"),
            abi.encodeCall(IInstrumentManager.init, (address(platform), manager))
        );
        same(platform.dappTypeOf(dapp), TYPE, "type");
        same(IInstrumentManager(dapp).privilegeManager(), manager, "privilege manager");
    }
}
