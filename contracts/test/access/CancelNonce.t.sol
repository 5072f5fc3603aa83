// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IDappController } from "../../src/interfaces/IDappController.sol";
import { IPlatformManager } from "../../src/interfaces/IPlatformManager.sol";
import { ITenant } from "../../src/interfaces/ITenant.sol";
import { ControllerFixture } from "../support/ControllerFixture.sol";
import { Counter } from "../support/Counter.sol";

/// @title DappController: cancelNonce; I-4, property 29.
contract CancelNonceTest is ControllerFixture {
    bytes4 private constant DECREASE = Counter.decrease.selector;

    function _cancel(address user) private {
        vm.prank(user);
        controller.cancelNonce(NONCE, DECREASE);
    }

    function test_P26_RevertWhen_TheUserOrTheTenantIsBlacklisted() external {
        blacklist(users[0]);
        refuses(abi.encodeWithSelector(IPlatformManager.UserBlacklisted.selector, users[0]));
        _cancel(users[0]);
        blacklist(tenant);
        refuses(abi.encodeWithSelector(IPlatformManager.TenantBlacklisted.selector, tenant));
        _cancel(users[1]);
    }

    function test_RevertWhen_TheUserIsAStranger() external {
        refuses(abi.encodeWithSelector(IDappController.UserNotActive.selector, address(this)));
        controller.cancelNonce(NONCE, DECREASE);
    }

    function test_RevertWhen_TheUserOnlyReads() external {
        revokeUser(tenant, users[0], BACKOFFICE);
        grantUser(tenant, users[0], Privileges.DELIVERY_BACKOFFICE_RO);
        refuses(abi.encodeWithSelector(IDappController.UserNotPrivileged.selector, users[0], BACKOFFICE));
        _cancel(users[0]);
    }

    function test_RevertWhen_TheFunctionIsNotConfigured() external {
        bytes4 unknown = counter.count.selector;
        vm.prank(users[0]);
        refuses(abi.encodeWithSelector(IDappController.CallSelectorNotConfigured.selector, unknown));
        controller.cancelNonce(NONCE, unknown);
    }

    function test_P29_RevertWhen_TheNonceIsUsedUp() external {
        send(users[0], increase(1), none());
        send(users[0], decrease(1), cosigned(keys[1], decrease(1), openTerms(NONCE)));
        refuses(abi.encodeWithSelector(ITenant.TenantNonceUsed.selector, NONCE));
        _cancel(users[0]);
    }

    function test_P29_RevertWhen_TheNonceIsCancelledAlready() external {
        _cancel(users[0]);
        refuses(abi.encodeWithSelector(ITenant.TenantNonceUsed.selector, NONCE));
        _cancel(users[1]);
    }

    function test_OneUserAloneCancelsWhatTwoMustSign() external {
        vm.expectEmit(address(controller));
        emit IDappController.NonceCancelled(users[2], NONCE);
        _cancel(users[2]);
        check(ITenant(tenant).isNonceUsed(NONCE), "nonce");
    }

    function test_TheTenantsOtherBatchesStayAsTheyWere() external {
        _cancel(users[0]);
        send(users[0], increase(1), none());
        send(
            users[0], decrease(1), cosigned(keys[1], decrease(1), openTerms(NONCE + 1)), openTerms(NONCE + 1)
        );
        same(counter.count(), 0, "count");
    }

    function test_AnotherTenantsNonceIsItsOwn() external {
        address other = onboard("Baltic Trust Bank");
        _cancel(users[0]);
        check(!ITenant(other).isNonceUsed(NONCE), "nonce");
    }
}
