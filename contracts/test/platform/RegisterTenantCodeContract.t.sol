// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IDappController } from "../../src/interfaces/IDappController.sol";
import { IFactory } from "../../src/interfaces/IFactory.sol";
import { ITenant } from "../../src/interfaces/ITenant.sol";
import { Factory } from "../../src/platform/Factory.sol";
import { Tenant } from "../../src/platform/Tenant.sol";
import { DappType } from "../../src/types/Dapp.sol";
import { Call, SelectorConfig, Signature } from "../../src/types/TenantAccess.sol";
import { Counter } from "../support/Counter.sol";
import { PlatformFixture } from "../support/PlatformFixture.sol";
import { TenantV2 } from "../support/TenantV2.sol";

/// @title Factory: registerTenantCodeContract, tenantCode.
contract RegisterTenantCodeContractTest is PlatformFixture {
    function test_RevertWhen_AnybodyButTheOwnerRegistersCode() external {
        address code = address(new Tenant());
        vm.prank(address(0xBAD));
        refuses(abi.encodeWithSelector(IFactory.FactoryOwnerRequired.selector, address(0xBAD)));
        factory.registerTenantCodeContract(2, code);
    }

    function test_RevertWhen_TheVersionIsTakenOrZeroOrWithoutCode() external {
        address code = address(new Tenant());
        refuses(abi.encodeWithSelector(IFactory.TenantVersionTaken.selector, 1));
        factory.registerTenantCodeContract(1, code);
        refuses(abi.encodeWithSelector(IFactory.TenantVersionUnknown.selector, 0));
        factory.registerTenantCodeContract(0, code);
        refuses(abi.encodeWithSelector(IFactory.CodeMissing.selector, address(0xC0DE)));
        factory.registerTenantCodeContract(2, address(0xC0DE));
    }

    function test_RevertWhen_CodeIsMissing() external {
        address code = address(new Tenant());
        refuses(abi.encodeWithSelector(IFactory.CodeMissing.selector, address(0)));
        new Factory(code, address(0));
    }

    function test_AnOlderVersionRegisteredLaterIsNotTheLatest() external {
        factory.registerTenantCodeContract(7, address(new TenantV2()));
        factory.registerTenantCodeContract(5, address(new TenantV2()));
        same(factory.latestTenantVersion(), 7, "latest");
    }

    /// @dev A tenant keeps the code that it was made of, and works.
    function test_TenantsOfBothVersionsWork() external {
        address old = onboard("Alpenbank");
        address code = address(new TenantV2());
        vm.expectEmit(address(factory));
        emit IFactory.TenantCodeRegistered(2, code);
        factory.registerTenantCodeContract(2, code);
        same(factory.tenantCode(2), code, "code");
        address young = onboard("Baltic Trust Bank");
        same(ITenant(old).getVersion(), 1, "old");
        same(ITenant(young).getVersion(), 2, "young");
        address dapp = address(new Counter(address(platform), address(0x11)));
        registerDapp(dapp, DappType.DELIVERY, "Counter");
        _increases(old, dapp);
        _increases(young, dapp);
        same(Counter(dapp).count(), 2, "count");
        same(TenantV2(young).motto(), "Settled at once", "what is new in the second version");
    }

    function _increases(address tenant, address dapp) private {
        SelectorConfig[] memory config = new SelectorConfig[](1);
        config[0] = SelectorConfig(Counter.increase.selector, Privileges.USER_TENANT_ADMIN, 1);
        vm.prank(tenant);
        address controller = factory.createGenericDAPPController(dapp, config);
        Call[] memory calls = new Call[](1);
        calls[0] = Call(dapp, abi.encodeCall(Counter.increase, (1)));
        vm.prank(admin);
        IDappController(controller).delegateBatchWithMultisig(calls, new Signature[](0), openTerms(0));
        same(Counter(dapp).lastCaller(), tenant, "caller");
    }
}
