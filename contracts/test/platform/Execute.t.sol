// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { ITenant } from "../../src/interfaces/ITenant.sol";
import { Call } from "../../src/types/TenantAccess.sol";
import { Counter } from "../support/Counter.sol";
import { TenantFixture } from "../support/TenantFixture.sol";

/// @title Tenant: execute, useNonce.
contract ExecuteTest is TenantFixture {
    function test_RevertWhen_AnybodyButAControllerExecutes() external {
        refuses(abi.encodeWithSelector(ITenant.TenantControllerRequired.selector, address(this)));
        tenant.execute(new Call[](0));
        refuses(abi.encodeWithSelector(ITenant.TenantControllerRequired.selector, address(this)));
        tenant.useNonce(0);
    }

    function test_RevertWhen_TheTargetHasNoCode() external {
        Call[] memory calls = new Call[](1);
        calls[0] = Call(address(0xE0A), "");
        vm.prank(address(platformController));
        refuses(abi.encodeWithSelector(ITenant.TenantCallTargetEmpty.selector, address(0xE0A)));
        tenant.execute(calls);
    }

    function test_P33_RevertWhen_OneCallReverts() external {
        Counter counter = new Counter(address(platform), address(0));
        Call[] memory calls = new Call[](2);
        calls[0] = Call(address(counter), abi.encodeCall(Counter.increase, (1)));
        calls[1] = Call(address(counter), abi.encodeCall(Counter.refuse, ()));
        vm.startPrank(address(platformController));
        refuses(abi.encodeWithSelector(Counter.CounterRefused.selector, 1));
        tenant.execute(calls);
        calls[1].data = abi.encodeCall(Counter.refuseInSilence, ());
        refuses(abi.encodeWithSelector(ITenant.TenantCallFailed.selector, address(counter)));
        tenant.execute(calls);
        same(counter.count(), 0, "count");
    }

    function test_CallsAreMadeInOrderByTheTenant() external {
        Counter counter = new Counter(address(platform), address(0));
        Call[] memory calls = new Call[](2);
        calls[0] = Call(address(counter), abi.encodeCall(Counter.increase, (5)));
        calls[1] = Call(address(counter), abi.encodeCall(Counter.decrease, (2)));
        vm.prank(address(platformController));
        bytes[] memory results = tenant.execute(calls);
        same(abi.decode(results[0], (uint256)), 5, "first");
        same(abi.decode(results[1], (uint256)), 3, "second");
        same(counter.lastCaller(), address(tenant), "caller");
    }

    function testFuzz_P29_EachNonceIsUsedOnceInAnyOrder(uint256 first, uint256 second) external {
        if (first == second) return;
        vm.startPrank(address(platformController));
        tenant.useNonce(first);
        check(tenant.isNonceUsed(first), "not used up");
        check(!tenant.isNonceUsed(second), "another is used up");
        refuses(abi.encodeWithSelector(ITenant.TenantNonceUsed.selector, first));
        tenant.useNonce(first);
        tenant.useNonce(second);
        refuses(abi.encodeWithSelector(ITenant.TenantNonceUsed.selector, second));
        tenant.useNonce(second);
    }

    function test_P29_NeighboursInOneWordAreIndependent() external {
        vm.startPrank(address(platformController));
        for (uint256 nonce = 255; nonce < 258; ++nonce) {
            check(!tenant.isNonceUsed(nonce), "used up by a neighbour");
            tenant.useNonce(nonce);
        }
        same(tenant.nonce(0), 1 << 255, "first word");
        same(tenant.nonce(1), 3, "second word");
    }
}
