// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IDappController } from "../../src/interfaces/IDappController.sol";
import { IFactory } from "../../src/interfaces/IFactory.sol";
import { ITenant } from "../../src/interfaces/ITenant.sol";
import { DappType } from "../../src/types/Dapp.sol";
import { SelectorConfig } from "../../src/types/TenantAccess.sol";
import { Counter } from "../support/Counter.sol";
import { PlatformFixture } from "../support/PlatformFixture.sol";

/// @title Factory: createGenericDAPPController.
contract CreateGenericDAPPControllerTest is PlatformFixture {
    ITenant private tenant;
    address private dapp;

    function setUp() public override {
        super.setUp();
        tenant = ITenant(onboard("Alpenbank"));
        dapp = address(new Counter(address(platform), address(0x11)));
        registerDapp(dapp, DappType.DELIVERY, "Counter");
    }

    function _config() private pure returns (SelectorConfig[] memory config) {
        config = new SelectorConfig[](1);
        config[0] = SelectorConfig(0x01020304, bytes32("privilege"), 2);
    }

    function _serves(address controller) private view {
        IDappController made = IDappController(controller);
        same(made.tenant(), address(tenant), "tenant");
        same(made.dapp(), dapp, "dApp");
        same(made.dappType(), DappType.DELIVERY, "type");
        check(tenant.isController(controller), "registered");
        (bytes32 privilege, uint8 signatures) = made.workflowConfig(0x01020304);
        same(privilege, bytes32("privilege"), "privilege");
        same(signatures, 2, "signatures");
    }

    function test_RevertWhen_TheCallerIsNotATenant() external {
        refuses(abi.encodeWithSelector(IFactory.FactoryTenantRequired.selector, address(this)));
        factory.createGenericDAPPController(address(platform), new SelectorConfig[](0));
    }

    function test_RevertWhen_TheDappIsUnknown() external {
        vm.prank(operator);
        refuses(abi.encodeWithSelector(IFactory.FactoryDappUnknown.selector, address(0xDA)));
        factory.createGenericDAPPController(address(0xDA), new SelectorConfig[](0));
    }

    function test_TheNewControllerServesItsDapp() external {
        vm.prank(address(tenant));
        _serves(factory.createGenericDAPPController(dapp, _config()));
    }

    function test_ATenantMayHaveSeveralForOneDapp() external {
        vm.startPrank(address(tenant));
        address first = factory.createGenericDAPPController(dapp, _config());
        address second = factory.createGenericDAPPController(dapp, _config());
        check(first != second, "the same");
        _serves(first);
        _serves(second);
    }
}
