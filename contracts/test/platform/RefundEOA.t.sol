// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IPlatformManager } from "../../src/interfaces/IPlatformManager.sol";
import { PlatformFixture } from "../support/PlatformFixture.sol";

/// @title PlatformManager: refundEOA.
contract RefundEOATest is PlatformFixture {
    address private tenant;
    address private constant USER = address(0x05E4);

    function setUp() public override {
        super.setUp();
        tenant = onboard("Alpenbank");
        grantUser(tenant, USER, Privileges.USER_DAPP_USER);
    }

    function test_RevertWhen_ATenantRefundsSomebodyElsesUser() external {
        address other = onboard("Baltic Trust Bank");
        vm.prank(other);
        refuses(abi.encodeWithSelector(IPlatformManager.RefundUserNotActive.selector, other, USER));
        platform.refundEOA(USER);
    }

    function test_RevertWhen_AUserAsksForRefundEoaDirectly() external {
        vm.prank(USER);
        refuses(abi.encodeWithSelector(IPlatformManager.TenantUnknown.selector, USER));
        platform.refundEOA(USER);
    }

    function test_P26_RevertWhen_TenantOrUserIsBlacklisted() external {
        blacklist(USER);
        refuses(abi.encodeWithSelector(IPlatformManager.UserBlacklisted.selector, USER));
        vm.prank(tenant);
        platform.refundEOA(USER);
        blacklist(tenant);
        refuses(abi.encodeWithSelector(IPlatformManager.TenantBlacklisted.selector, tenant));
        vm.prank(tenant);
        platform.refundEOA(USER);
    }

    function test_P40_RevertWhen_TheBalanceIsAtTheThreshold() external {
        vm.deal(USER, THRESHOLD);
        refuses(abi.encodeWithSelector(IPlatformManager.RefundNotNeeded.selector, USER, THRESHOLD, THRESHOLD));
        vm.prank(operator);
        platform.refundEOA(USER);
    }

    function test_Privilege_PLATFORM_SETH_DISTRIBUTOR_RefundsWhomeverItLikes() external {
        address distributor = onboard("Distributor");
        address stranger = address(0xE0A);
        bytes memory err =
            abi.encodeWithSelector(IPlatformManager.RefundUserNotActive.selector, distributor, stranger);
        refuses(err);
        vm.prank(distributor);
        platform.refundEOA(stranger);
        grantOn(address(platform), distributor, Privileges.PLATFORM_SETH_DISTRIBUTOR);
        vm.prank(distributor);
        platform.refundEOA(stranger);
        same(stranger.balance, LIMIT, "stranger");
        revokeOn(address(platform), distributor, Privileges.PLATFORM_SETH_DISTRIBUTOR);
        vm.deal(stranger, 0);
        refuses(err);
        vm.prank(distributor);
        platform.refundEOA(stranger);
    }

    function test_ATenantFundsItsOwnNewUser() external {
        vm.prank(tenant);
        platform.refundEOA(USER);
        same(USER.balance, LIMIT, "user");
    }

    function test_ADistributorFundsAnybody() external {
        vm.prank(operator);
        platform.refundEOA(address(0xE0A));
        same(address(0xE0A).balance, LIMIT, "stranger");
    }
}
