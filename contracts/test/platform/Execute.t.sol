// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

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
        tenant.useNonce();
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

    function test_P29_TheNonceRisesByOneForEachUse() external {
        vm.startPrank(address(platformController));
        same(tenant.useNonce(), 0, "first");
        same(tenant.useNonce(), 1, "second");
        same(tenant.nonce(), 2, "next");
    }
}
