// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Initializable } from "@openzeppelin/contracts/proxy/utils/Initializable.sol";
import { Privileges } from "../../src/access/Privileges.sol";
import { InstrumentManager } from "../../src/instrument/InstrumentManager.sol";
import { IDapp } from "../../src/interfaces/IDapp.sol";
import { IDappFactory } from "../../src/interfaces/IDappFactory.sol";
import { IInstrumentManager } from "../../src/interfaces/IInstrumentManager.sol";
import { IPlatformManager } from "../../src/interfaces/IPlatformManager.sol";
import { DappFactory } from "../../src/platform/DappFactory.sol";
import { DappType } from "../../src/types/Dapp.sol";
import { PlatformFixture } from "../support/PlatformFixture.sol";

/// @dev A token, as far as a platform is concerned: a contract that knows nothing of platforms.
contract Coin {
    uint256 public supply;

    function init(uint256 supply_) external {
        supply = supply_;
    }
}

/// @title PlatformManager: createDAPP; DappFactory: create.
contract CreateDAPPTest is PlatformFixture {
    bytes32 private constant TYPE = DappType.INSTRUMENT;

    address private dappFactory;

    function setUp() public override {
        super.setUp();
        dappFactory = address(new DappFactory(address(new InstrumentManager())));
        vm.startPrank(operator);
        platform.registerType(TYPE, 0);
        platform.setDAPPFactory(TYPE, dappFactory);
        vm.stopPrank();
    }

    function _initCall(address platform_) private returns (bytes memory) {
        return abi.encodeCall(IInstrumentManager.init, (platform_, address(makePrivilegeManager())));
    }

    function test_Privilege_PLATFORM_DAPP_DEPLOYER_IsRequiredByCreateDAPP() external {
        address other = onboard("Second Operator");
        bytes memory initCall = _initCall(address(platform));
        bytes memory err = notHeld(other, Privileges.PLATFORM_DAPP_DEPLOYER);
        refuses(err);
        vm.prank(other);
        platform.createDAPP(TYPE, "x", 0, initCall);
        grantOn(address(platform), other, Privileges.PLATFORM_DAPP_DEPLOYER);
        vm.prank(other);
        platform.createDAPP(TYPE, "x", 0, initCall);
        revokeOn(address(platform), other, Privileges.PLATFORM_DAPP_DEPLOYER);
        refuses(err);
        vm.prank(other);
        platform.createDAPP(TYPE, "x", 0, initCall);
    }

    function test_RevertWhen_TheTypeHasNoFactory() external {
        refuses(abi.encodeWithSelector(IPlatformManager.DappFactoryMissing.selector, bytes32("other")));
        vm.prank(operator);
        platform.createDAPP("other", "x", 0, "");
    }

    function test_RevertWhen_WhatIsMadeServesAnotherPlatform() external {
        bytes memory initCall = _initCall(address(0xE15E));
        vm.expectRevert();
        vm.prank(operator);
        platform.createDAPP(TYPE, "x", 0, initCall);
    }

    function test_ACreatedDappIsThereAndRegistered() external {
        bytes memory initCall = _initCall(address(platform));
        vm.prank(operator);
        address dapp = platform.createDAPP(TYPE, "Second", bytes32("fp"), initCall);
        same(platform.dappTypeOf(dapp), TYPE, "type");
        same(platform.registeredDapps(dapp).shortName, "Second", "name");
        same(IDapp(dapp).platform(), address(platform), "platform");
    }

    function test_P41_RevertWhen_ACreatedDappIsInitialisedAgain() external {
        bytes memory initCall = _initCall(address(platform));
        vm.prank(operator);
        address dapp = platform.createDAPP(TYPE, "Second", bytes32("fp"), initCall);
        refuses(abi.encodeWithSelector(Initializable.InvalidInitialization.selector));
        IInstrumentManager(dapp).init(address(platform), address(this));
    }

    function test_AnybodyMayUseTheFactoryAndIsRegisteredByNobody() external {
        bytes memory initCall = _initCall(address(platform));
        address dapp = IDappFactory(dappFactory).create(initCall);
        same(platform.dappTypeOf(dapp), 0, "registered");
        check(IDappFactory(dappFactory).implementation().code.length != 0, "implementation");
    }

    function test_ACreatedTokenNeedNotBeADapp() external {
        address coins = address(new DappFactory(address(new Coin())));
        vm.startPrank(operator);
        platform.registerType(DappType.TOKEN, 0);
        platform.setDAPPFactory(DappType.TOKEN, coins);
        address coin =
            platform.createDAPP(DappType.TOKEN, "Coin", bytes32("fp"), abi.encodeCall(Coin.init, (7)));
        same(platform.dappTypeOf(coin), DappType.TOKEN, "type");
        same(Coin(coin).supply(), 7, "initialised");
    }
}
