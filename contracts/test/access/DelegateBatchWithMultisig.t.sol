// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { DappController } from "../../src/access/DappController.sol";
import { Privileges } from "../../src/access/Privileges.sol";
import { IDappController } from "../../src/interfaces/IDappController.sol";
import { IPlatformManager } from "../../src/interfaces/IPlatformManager.sol";
import { IPrivilegeManager } from "../../src/interfaces/IPrivilegeManager.sol";
import { ITenant } from "../../src/interfaces/ITenant.sol";
import { PlatformManager } from "../../src/platform/PlatformManager.sol";
import { Tenant } from "../../src/platform/Tenant.sol";
import { BatchTerms, Call, SelectorConfig } from "../../src/types/TenantAccess.sol";
import { ControllerFixture } from "../support/ControllerFixture.sol";
import { Counter } from "../support/Counter.sol";

/// @title DappController: delegateBatchWithMultisig, by one user.
contract DelegateBatchWithMultisigTest is ControllerFixture {
    uint8 private constant PUSH1 = 0x60;
    uint8 private constant PUSH32 = 0x7f;
    uint8 private constant CALLCODE = 0xf2;
    uint8 private constant DELEGATECALL = 0xf4;

    function test_P26_RevertWhen_TheTenantIsBlacklisted() external {
        blacklist(tenant);
        refuses(abi.encodeWithSelector(IPlatformManager.TenantBlacklisted.selector, tenant));
        send(users[0], increase(1), none());
    }

    function test_P26_RevertWhen_TheUserIsBlacklisted() external {
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

    function test_CON09_RevertWhen_ThePrivilegeWasRevokedInTheSameBlock() external {
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

    function test_P34_RevertWhen_TheFunctionIsNotConfigured() external {
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

    function test_P34_RevertWhen_TheTargetIsAnotherDapp() external {
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
        uint256 deadline = block.timestamp - 1;
        refuses(abi.encodeWithSelector(IDappController.BatchExpired.selector, deadline));
        send(users[0], increase(1), none(), BatchTerms(0, deadline, address(0)));
    }

    function test_RevertWhen_TheBatchNamesAnotherSender() external {
        refuses(abi.encodeWithSelector(IDappController.BatchSenderRequired.selector, users[1]));
        send(users[0], increase(1), none(), BatchTerms(0, block.timestamp, users[1]));
    }

    function test_P33_RevertWhen_OneCallOfTheBatchReverts() external {
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

    function test_TheDappSeesTheTenant() external {
        Call[] memory calls = new Call[](2);
        calls[0] = increase(2)[0];
        calls[1] = increase(3)[0];
        vm.prank(users[0]);
        bytes[] memory results =
            controller.delegateBatchWithMultisig(calls, none(), BatchTerms(0, block.timestamp, users[0]));
        same(counter.lastCaller(), tenant, "caller");
        same(counter.count(), 5, "count");
        same(abi.decode(results[1], (uint256)), 5, "result");
    }

    function test_WithoutCosignersNoNonceIsConsumed() external {
        bytes4[] memory selectors = new bytes4[](1);
        selectors[0] = Counter.increase.selector;
        vm.expectEmit(address(controller));
        emit IDappController.CallsDelegated(users[0], selectors);
        send(users[0], increase(1), none());
        send(users[1], increase(1), none());
        check(!ITenant(tenant).isNonceUsed(NONCE), "nonce");
    }

    function test_RevertWhen_ThePrivilegeIsOnAnotherDapp() external {
        revokeUser(tenant, users[0], BACKOFFICE);
        address manager = ITenant(tenant).privilegeManager();
        vm.prank(tenant);
        IPrivilegeManager(manager).grant(users[0], BACKOFFICE, address(this));
        refuses(abi.encodeWithSelector(IDappController.UserNotPrivileged.selector, users[0], BACKOFFICE));
        send(users[0], increase(1), none());
    }

    function test_APrivilegeOnThisDappIsEnough() external {
        revokeUser(tenant, users[0], BACKOFFICE);
        address manager = ITenant(tenant).privilegeManager();
        vm.prank(tenant);
        IPrivilegeManager(manager).grant(users[0], BACKOFFICE, address(counter));
        send(users[0], increase(1), none());
        check(controller.checkUserPrivilege(users[0], Counter.increase.selector), "view");
    }

    function test_CON09_WhatIsGrantedInTheSameBlockIsHeldAtOnce() external {
        revokeUser(tenant, users[0], BACKOFFICE);
        refuses(abi.encodeWithSelector(IDappController.UserNotPrivileged.selector, users[0], BACKOFFICE));
        send(users[0], increase(1), none());
        grantUser(tenant, users[0], BACKOFFICE);
        send(users[0], increase(1), none());
        same(counter.count(), 1, "count");
    }

    function test_RevertWhen_TheUserIsActiveOnThisDappOnly() external {
        revokeUser(tenant, users[0], DAPP_USER);
        address manager = ITenant(tenant).privilegeManager();
        vm.prank(tenant);
        IPrivilegeManager(manager).grant(users[0], DAPP_USER, address(counter));
        refuses(abi.encodeWithSelector(IDappController.UserNotActive.selector, users[0]));
        send(users[0], increase(1), none());
    }

    function test_P27_RevertWhen_OnePrivilegeOfTheBatchIsNotHeld() external {
        SelectorConfig[] memory config = new SelectorConfig[](1);
        config[0] = SelectorConfig(Counter.decrease.selector, Privileges.DELIVERY_TX_COORDINATOR, 1);
        vm.prank(tenant);
        controller.updateConfig(config);
        Call[] memory calls = new Call[](3);
        calls[0] = increase(5)[0];
        calls[1] = increase(5)[0];
        calls[2] = decrease(1)[0];
        refuses(
            abi.encodeWithSelector(
                IDappController.UserNotPrivileged.selector, users[0], Privileges.DELIVERY_TX_COORDINATOR
            )
        );
        send(users[0], calls, none());
        grantUser(tenant, users[0], Privileges.DELIVERY_TX_COORDINATOR);
        send(users[0], calls, none());
        same(counter.count(), 9, "count");
    }

    /// @dev Neither the tenant nor its controllers can be made to run another's code as their own. What a platform
    /// manager can do shows that the search finds it.
    function test_P34_NoDelegatecallInTheCodeOfTenantAndController() external {
        check(!_delegates(address(new Tenant())), "tenant");
        check(!_delegates(address(new DappController())), "controller");
        check(_delegates(address(new PlatformManager())), "not found where it is");
    }

    function _delegates(address contract_) private view returns (bool) {
        bytes memory code = contract_.code;
        for (uint256 i; i < code.length; ++i) {
            uint8 opcode = uint8(code[i]);
            if (opcode == DELEGATECALL || opcode == CALLCODE) return true;
            if (opcode >= PUSH1 && opcode <= PUSH32) i += opcode - PUSH1 + 1;
        }
        return false;
    }
}
