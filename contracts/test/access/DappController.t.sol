// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { Initializable } from "@openzeppelin/contracts/proxy/utils/Initializable.sol";
import { Privileges } from "../../src/access/Privileges.sol";
import { IDappController } from "../../src/interfaces/IDappController.sol";
import { IPlatformManager } from "../../src/interfaces/IPlatformManager.sol";
import { ITenant } from "../../src/interfaces/ITenant.sol";
import { Call } from "../../src/types/Call.sol";
import { DappType } from "../../src/types/DappType.sol";
import { SelectorConfig } from "../../src/types/SelectorConfig.sol";
import { ControllerWorld } from "../support/ControllerWorld.sol";
import { Counter } from "../support/Counter.sol";

/// @title One signature: who may call what.
contract DappControllerTest is ControllerWorld {
    function test_RevertWhen_TheTenantIsBlacklisted() external {
        blacklist(tenant);
        refuses(abi.encodeWithSelector(IPlatformManager.TenantBlacklisted.selector, tenant));
        send(users[0], increase(1), none());
    }

    function test_RevertWhen_TheUserIsBlacklisted() external {
        blacklist(users[0]);
        refuses(abi.encodeWithSelector(IPlatformManager.UserBlacklisted.selector, users[0]));
        send(users[0], increase(1), none());
    }

    function test_RevertWhen_TheTenantWasUnregistered() external {
        vm.prank(operator);
        platform.unregisterTenant(tenant);
        refuses(abi.encodeWithSelector(IPlatformManager.TenantUnknown.selector, tenant));
        send(users[0], increase(1), none());
    }

    function test_RevertWhen_TheUserIsNotActive() external {
        revokeUser(tenant, users[0], DAPP_USER);
        refuses(abi.encodeWithSelector(IDappController.UserNotActive.selector, users[0]));
        send(users[0], increase(1), none());
    }

    function test_RevertWhen_ThePrivilegeWasRevokedTheTransactionBefore() external {
        send(users[0], increase(1), none());
        revokeUser(tenant, users[0], BACKOFFICE);
        refuses(abi.encodeWithSelector(IDappController.UserNotPrivileged.selector, users[0], BACKOFFICE));
        send(users[0], increase(1), none());
    }

    function test_RevertWhen_TheReadOnlyTwinIsAllTheUserHolds() external {
        revokeUser(tenant, users[0], BACKOFFICE);
        grantUser(tenant, users[0], Privileges.DELIVERY_BACKOFFICE_RO);
        refuses(abi.encodeWithSelector(IDappController.UserNotPrivileged.selector, users[0], BACKOFFICE));
        send(users[0], increase(1), none());
    }

    function test_RevertWhen_TheFunctionIsNotConfigured() external {
        Call[] memory calls = increase(1);
        calls[0].data = abi.encodePacked(counter.count.selector);
        refuses(
            abi.encodeWithSelector(IDappController.CallSelectorNotConfigured.selector, counter.count.selector)
        );
        send(users[0], calls, none());
    }

    function test_RevertWhen_ThereIsNoSelector() external {
        Call[] memory calls = increase(1);
        calls[0].data = hex"010203";
        refuses(abi.encodeWithSelector(IDappController.CallSelectorMissing.selector, address(counter)));
        send(users[0], calls, none());
    }

    function test_RevertWhen_TheBatchIsEmpty() external {
        refuses(abi.encodeWithSelector(IDappController.BatchEmpty.selector));
        send(users[0], new Call[](0), none());
    }

    function test_RevertWhen_TheTargetIsAnotherDapp() external {
        Call[] memory calls = increase(1);
        calls[0].target = address(new Counter(address(platform), address(0)));
        refuses(abi.encodeWithSelector(IDappController.CallTargetForbidden.selector, calls[0].target));
        send(users[0], calls, none());
    }

    function test_RevertWhen_TheTargetIsTheTenantOrItsPrivilegeManager() external {
        Call[] memory calls = increase(1);
        calls[0].target = tenant;
        refuses(abi.encodeWithSelector(IDappController.CallTargetForbidden.selector, tenant));
        send(users[0], calls, none());
        calls[0].target = ITenant(tenant).privilegeManager();
        refuses(abi.encodeWithSelector(IDappController.CallTargetForbidden.selector, calls[0].target));
        send(users[0], calls, none());
    }

    function test_RevertWhen_TheDeadlineHasPassed() external {
        vm.prank(users[0]);
        refuses(abi.encodeWithSelector(IDappController.BatchExpired.selector, block.timestamp - 1));
        controller.delegateBatchWithMultisig(increase(1), none(), block.timestamp - 1);
    }

    function test_RevertWhen_OneCallOfTheBatchReverts() external {
        Call[] memory calls = new Call[](2);
        calls[0] = increase(1)[0];
        calls[1] = Call(address(counter), abi.encodeCall(Counter.refuse, ()));
        refuses(abi.encodeWithSelector(Counter.CounterRefused.selector, 1));
        send(users[0], calls, none());
        same(counter.count(), 0, "count");
    }

    function test_RevertWhen_ACallRevertsWithoutSayingWhy() external {
        Call[] memory calls = new Call[](1);
        calls[0] = Call(address(counter), abi.encodeCall(Counter.refuseInSilence, ()));
        refuses(abi.encodeWithSelector(ITenant.TenantCallFailed.selector, address(counter)));
        send(users[0], calls, none());
    }

    function test_RevertWhen_AnybodyButTheTenantConfigures() external {
        SelectorConfig[] memory config = new SelectorConfig[](0);
        refuses(abi.encodeWithSelector(IDappController.ControllerTenantRequired.selector, address(this)));
        controller.updateConfig(config);
    }

    function test_RevertWhen_APrivilegeAsksForNoSignature() external {
        SelectorConfig[] memory config = new SelectorConfig[](1);
        config[0] = SelectorConfig(Counter.increase.selector, BACKOFFICE, 0);
        vm.prank(tenant);
        refuses(
            abi.encodeWithSelector(
                IDappController.WorkflowSignaturesInvalid.selector, Counter.increase.selector
            )
        );
        controller.updateConfig(config);
    }

    function test_RevertWhen_InitialisedTwice() external {
        refuses(abi.encodeWithSelector(Initializable.InvalidInitialization.selector));
        controller.init(new SelectorConfig[](0));
    }

    function test_TheDappSeesTheTenant() external {
        Call[] memory calls = new Call[](2);
        calls[0] = increase(2)[0];
        calls[1] = increase(3)[0];
        vm.prank(users[0]);
        bytes[] memory results = controller.delegateBatchWithMultisig(calls, none(), block.timestamp);
        same(counter.lastCaller(), tenant, "caller");
        same(counter.count(), 5, "count");
        same(abi.decode(results[1], (uint256)), 5, "result");
    }

    function test_WithoutCosignersNoNonceIsConsumed() external {
        send(users[0], increase(1), none());
        send(users[1], increase(1), none());
        same(ITenant(tenant).nonce(), 0, "nonce");
    }

    function test_APrivilegeOnThisDappIsEnough() external {
        revokeUser(tenant, users[0], BACKOFFICE);
        address manager = ITenant(tenant).privilegeManager();
        vm.prank(tenant);
        (bool done,) = manager.call(
            abi.encodeWithSignature("grant(address,bytes32,address)", users[0], BACKOFFICE, address(counter))
        );
        check(done, "grant");
        send(users[0], increase(1), none());
        check(controller.checkUserPrivilege(users[0], Counter.increase.selector), "view");
    }

    function test_UpdatedConfigurationHoldsAtOnce() external {
        SelectorConfig[] memory config = new SelectorConfig[](2);
        config[0] = SelectorConfig(Counter.increase.selector, 0, 0);
        config[1] = SelectorConfig(Counter.decrease.selector, BACKOFFICE, 1);
        vm.expectEmit(address(controller));
        emit IDappController.WorkflowConfigUpdated(Counter.increase.selector, 0, 0);
        vm.prank(tenant);
        controller.updateConfig(config);
        refuses(
            abi.encodeWithSelector(
                IDappController.CallSelectorNotConfigured.selector, Counter.increase.selector
            )
        );
        send(users[0], increase(1), none());
        (bytes32 privilege, uint8 signatures) = controller.workflowConfig(Counter.decrease.selector);
        same(privilege, BACKOFFICE, "privilege");
        same(signatures, 1, "signatures");
    }

    function test_CheckUserPrivilegeAgreesWithGrantsAndStanding() external {
        bytes4 selector = Counter.increase.selector;
        check(controller.checkUserPrivilege(users[0], selector), "entitled");
        check(!controller.checkUserPrivilege(address(this), selector), "stranger");
        check(!controller.checkUserPrivilege(users[0], counter.count.selector), "not configured");
        revokeUser(tenant, users[0], DAPP_USER);
        check(!controller.checkUserPrivilege(users[0], selector), "inactive");
        blacklist(users[1]);
        check(!controller.checkUserPrivilege(users[1], selector), "blacklisted");
        blacklist(tenant);
        check(!controller.checkUserPrivilege(users[2], selector), "tenant blacklisted");
    }
}
