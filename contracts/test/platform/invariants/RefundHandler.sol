// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../../src/access/Privileges.sol";
import { IPlatformManager } from "../../../src/interfaces/IPlatformManager.sol";
import { PlatformFixture } from "../../support/PlatformFixture.sol";

/// @title Users of two tenants spending and being refunded, the operator funding, withdrawing and changing the limits.
/// Of every refund the ghost knows whether it must succeed, and how much it pays.
contract RefundHandler is PlatformFixture {
    /// @dev Not the contract's numbers, but those of the interface's document.
    uint256 private constant USER_LIMITS = 20;
    uint256 private constant TENANT_LIMITS = 1_000;

    address[2] private tenants;
    address[4] private users = [address(0x101), address(0x102), address(0x103), address(0x104)];
    uint256 public funds;
    uint256 private threshold = THRESHOLD;
    uint256 private limit = LIMIT;
    mapping(address account => mapping(uint256 day => uint256)) private refunded;

    constructor() {
        setUp();
        tenants[0] = onboard("Alpenbank");
        tenants[1] = onboard("Baltic Trust Bank");
        // Onboarding has funded the admin once, at the first tenant's expense.
        refunded[tenants[0]][_today()] = LIMIT;
        for (uint256 i; i < 4; ++i) {
            grantUser(tenants[i / 2], users[i], Privileges.USER_DAPP_USER);
        }
        funds = address(platform).balance;
    }

    function platformBalance() external view returns (uint256) {
        return address(platform).balance;
    }

    function refundedIsAsTheGhostHasIt() external view returns (bool) {
        for (uint256 i; i < 4; ++i) {
            if (platform.refundedToday(users[i]) != refunded[users[i]][_today()]) return false;
            if (platform.refundedToday(tenants[i / 2]) != refunded[tenants[i / 2]][_today()]) return false;
        }
        return true;
    }

    function spend(uint256 who, uint256 left) external {
        vm.deal(users[who % 4], left % (2 * threshold));
    }

    /// @dev By the user, or by its tenant.
    function refund(uint256 who, uint256 of_, bool byTenant) external {
        address user = users[who % 4];
        address tenant = tenants[of_ % 8 == 0 ? of_ % 2 : who % 4 / 2];
        uint256 amount = user.balance < limit ? limit - user.balance : 0;
        bool must = tenant == tenants[who % 4 / 2] && user.balance < threshold && amount <= funds
            && refunded[user][_today()] + amount <= USER_LIMITS * limit
            && refunded[tenant][_today()] + amount <= TENANT_LIMITS * limit;
        if (byTenant) vm.prank(tenant);
        bytes memory call = byTenant
            ? abi.encodeCall(IPlatformManager.refundEOA, (user))
            : abi.encodeCall(IPlatformManager.refund, (tenant, user));
        (bool done,) = address(platform).call(call);
        check(done == must, must ? "refused what must succeed" : "let through what must be refused");
        if (!done) return;
        same(user.balance, limit, "not up to the limit");
        funds -= amount;
        refunded[user][_today()] += amount;
        refunded[tenant][_today()] += amount;
    }

    /// @dev A user in a loop, as a thief of its key would.
    function drain(uint256 who, uint256 times) external {
        for (uint256 i; i < times % 30; ++i) {
            vm.deal(users[who % 4], 0);
            this.refund(who, 1, false);
        }
    }

    function fund(uint256 amount) external {
        amount %= 1e12;
        vm.deal(address(this), amount);
        platform.fund{ value: amount }();
        funds += amount;
    }

    function withdraw(uint256 amount) external {
        amount %= funds * 2 + 1;
        vm.prank(operator);
        (bool done,) = address(platform)
            .call(abi.encodeCall(IPlatformManager.withdrawFunds, (payable(address(0xE0A)), amount)));
        check(done == (amount <= funds), "withdrawn");
        if (done) funds -= amount;
    }

    function changeLimits(uint256 threshold_, uint256 limit_) external {
        threshold = THRESHOLD + threshold_ % THRESHOLD;
        limit = threshold + limit_ % (threshold * 9);
        vm.prank(operator);
        // forge-lint: disable-next-line(unsafe-typecast)
        platform.setRefundLimits(uint128(threshold), uint128(limit));
    }

    function wait_(uint256 time) external {
        vm.warp(block.timestamp + time % 12 hours);
    }

    function _today() private view returns (uint256) {
        return block.timestamp / 1 days;
    }
}
