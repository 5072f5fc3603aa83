// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { Initializable } from "@openzeppelin/contracts/proxy/utils/Initializable.sol";
import { Privileges } from "../../src/access/Privileges.sol";
import { IDappController } from "../../src/interfaces/IDappController.sol";
import { IFactory } from "../../src/interfaces/IFactory.sol";
import { IPrivilegeManager } from "../../src/interfaces/IPrivilegeManager.sol";
import { ITenant } from "../../src/interfaces/ITenant.sol";
import { Call } from "../../src/types/Call.sol";
import { SelectorConfig } from "../../src/types/SelectorConfig.sol";
import { Signature } from "../../src/types/Signature.sol";
import { Counter } from "../support/Counter.sol";
import { PlatformWorld } from "../support/PlatformWorld.sol";

contract TenantTest is PlatformWorld {
    ITenant private tenant;

    function setUp() public override {
        super.setUp();
        tenant = ITenant(onboard("Alpenbank"));
    }

    function _platformController() private returns (IDappController) {
        SelectorConfig[] memory config = new SelectorConfig[](4);
        bytes32 privilege = Privileges.USER_TENANT_ADMIN;
        config[0] = SelectorConfig(IPrivilegeManager.grant.selector, privilege, 1);
        config[1] = SelectorConfig(ITenant.setString.selector, privilege, 1);
        config[2] = SelectorConfig(IDappController.updateConfig.selector, privilege, 1);
        config[3] = SelectorConfig(IFactory.createGenericDAPPController.selector, privilege, 1);
        vm.prank(address(tenant));
        return IDappController(factory.createGenericDAPPController(address(platform), config));
    }

    function _asAdmin(IDappController controller, address target, bytes memory data) private {
        Call[] memory calls = new Call[](1);
        calls[0] = Call(target, data);
        vm.prank(admin);
        controller.delegateBatchWithMultisig(calls, new Signature[](0), type(uint256).max);
    }

    function test_RevertWhen_AnybodyButAControllerExecutes() external {
        refuses(abi.encodeWithSelector(ITenant.TenantControllerRequired.selector, address(this)));
        tenant.execute(new Call[](0));
        refuses(abi.encodeWithSelector(ITenant.TenantControllerRequired.selector, address(this)));
        tenant.useNonce();
    }

    function test_RevertWhen_AnybodyButTheTenantChangesItself() external {
        bytes memory err = abi.encodeWithSelector(ITenant.TenantSelfRequired.selector, address(this));
        refuses(err);
        tenant.setString("api", "x");
        refuses(err);
        tenant.setConfirmer(address(this));
        refuses(err);
        tenant.unregisterController(address(this));
    }

    function test_RevertWhen_AnybodyButTheFactoryRegistersAController() external {
        vm.prank(address(tenant));
        refuses(abi.encodeWithSelector(ITenant.TenantFactoryRequired.selector, address(tenant)));
        tenant.registerController(address(this), address(platform), "platform");
    }

    function test_RevertWhen_TheTenantNamesItself() external {
        vm.startPrank(address(tenant));
        refuses(abi.encodeWithSelector(ITenant.TenantPlatformRequired.selector, address(tenant)));
        tenant.setName("ConneX Platform");
        refuses(abi.encodeWithSelector(ITenant.TenantStringKeyUnknown.selector, bytes32("name")));
        tenant.setString("name", "ConneX Platform");
    }

    function test_RevertWhen_TheControllerIsUnknown() external {
        vm.prank(address(tenant));
        refuses(abi.encodeWithSelector(ITenant.TenantControllerUnknown.selector, address(this)));
        tenant.unregisterController(address(this));
    }

    function test_RevertWhen_InitialisedTwice() external {
        refuses(abi.encodeWithSelector(Initializable.InvalidInitialization.selector));
        tenant.init(tenantData("x"), address(this), address(this));
    }

    function test_RevertWhen_TheTargetHasNoCode() external {
        IDappController controller = _platformController();
        Call[] memory calls = new Call[](1);
        calls[0] = Call(address(0xE0A), "");
        vm.prank(address(controller));
        refuses(abi.encodeWithSelector(ITenant.TenantCallTargetEmpty.selector, address(0xE0A)));
        tenant.execute(calls);
    }

    function test_RevertWhen_TheControllerWasUnregistered() external {
        IDappController controller = _platformController();
        vm.prank(address(tenant));
        tenant.unregisterController(address(controller));
        refuses(abi.encodeWithSelector(ITenant.TenantControllerRequired.selector, address(controller)));
        _asAdmin(controller, address(tenant), abi.encodeCall(ITenant.setString, ("api", "x")));
    }

    function test_AnAdminChangesTheTenantThroughThePlatformController() external {
        IDappController controller = _platformController();
        vm.expectEmit(address(tenant));
        emit ITenant.TenantStringChanged("api", "https://new.example");
        _asAdmin(
            controller, address(tenant), abi.encodeCall(ITenant.setString, ("api", "https://new.example"))
        );
        same(tenant.apiUrl(), "https://new.example", "apiUrl");
        _asAdmin(
            controller, address(tenant), abi.encodeCall(ITenant.setString, ("lei", "529900ODI3047E2LIV03"))
        );
        same(tenant.lei(), "529900ODI3047E2LIV03", "lei");
    }

    function test_AnAdminGrantsUsersThroughThePlatformController() external {
        IDappController controller = _platformController();
        address manager = tenant.privilegeManager();
        bytes32 privilege = Privileges.DELIVERY_BACKOFFICE;
        _asAdmin(
            controller,
            manager,
            abi.encodeCall(IPrivilegeManager.grant, (address(0xE0A), privilege, address(0)))
        );
        check(IPrivilegeManager(manager).checkGranted(address(0xE0A), privilege, address(0)), "granted");
    }

    function test_AnAdminMakesAndConfiguresControllers() external {
        IDappController controller = _platformController();
        address dapp = address(new Counter(address(platform), address(makePrivilegeManager())));
        registerDapp(dapp, "counter", "Counter");
        _asAdmin(
            controller,
            address(factory),
            abi.encodeCall(IFactory.createGenericDAPPController, (dapp, new SelectorConfig[](0)))
        );
        _asAdmin(
            controller,
            address(controller),
            abi.encodeCall(IDappController.updateConfig, (new SelectorConfig[](0)))
        );
    }

    function test_TheConfirmerIsWhatTheTenantSays() external {
        vm.prank(address(tenant));
        tenant.setConfirmer(address(0xC1));
        same(tenant.confirmer(), address(0xC1), "confirmer");
    }
}
