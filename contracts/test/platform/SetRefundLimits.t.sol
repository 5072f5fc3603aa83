// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IPlatformManager } from "../../src/interfaces/IPlatformManager.sol";
import { PlatformFixture } from "../support/PlatformFixture.sol";

/// @title PlatformManager: setRefundLimits, refundSettings; property 40.
contract SetRefundLimitsTest is PlatformFixture {
    function test_Privilege_PLATFORM_OPERATOR_IsRequiredBySetRefundLimits() external {
        address other = onboard("Second Operator");
        bytes memory err = notHeld(other, Privileges.PLATFORM_OPERATOR);
        refuses(err);
        vm.prank(other);
        platform.setRefundLimits(THRESHOLD, LIMIT);
        grantOn(address(platform), other, Privileges.PLATFORM_OPERATOR);
        vm.prank(other);
        platform.setRefundLimits(THRESHOLD, LIMIT);
        revokeOn(address(platform), other, Privileges.PLATFORM_OPERATOR);
        refuses(err);
        vm.prank(other);
        platform.setRefundLimits(THRESHOLD, LIMIT);
    }

    function test_P40_RevertWhen_TheLimitsAreOutOfBounds() external {
        uint128[2][4] memory wrong = [
            [THRESHOLD - 1, LIMIT],
            [THRESHOLD, THRESHOLD - 1],
            [THRESHOLD, THRESHOLD * 100 + 1],
            [THRESHOLD * 1e9 + 1, THRESHOLD * 1e9 + 1]
        ];
        vm.startPrank(operator);
        for (uint256 i; i < wrong.length; ++i) {
            refuses(
                abi.encodeWithSelector(
                    IPlatformManager.RefundLimitsInvalid.selector, wrong[i][0], wrong[i][1]
                )
            );
            platform.setRefundLimits(wrong[i][0], wrong[i][1]);
        }
    }

    function test_TheLimitsAreWhatTheOperatorSets() external {
        vm.prank(operator);
        platform.setRefundLimits(THRESHOLD * 2, THRESHOLD * 200);
        same(platform.refundSettings().refundThreshold, THRESHOLD * 2, "threshold");
        same(platform.refundSettings().refundLimit, THRESHOLD * 200, "limit");
    }

    function test_P40_TheBoundsThemselvesAreAllowed() external {
        vm.startPrank(operator);
        platform.setRefundLimits(THRESHOLD, THRESHOLD);
        platform.setRefundLimits(THRESHOLD, THRESHOLD * platform.MAX_LIMIT_MULTIPLIER());
        uint128 most = platform.MIN_REFUND_THRESHOLD() * platform.MAX_THRESHOLD_MULTIPLIER();
        platform.setRefundLimits(most, most * 100);
        same(platform.refundSettings().refundLimit, most * 100, "limit");
    }

    function test_TheConstantsAreReadable() external view {
        same(platform.MIN_REFUND_THRESHOLD(), 48_000_000, "threshold");
        same(platform.MAX_THRESHOLD_MULTIPLIER(), 1e9, "threshold multiplier");
        same(platform.MAX_LIMIT_MULTIPLIER(), 100, "limit multiplier");
        same(platform.REFUND_PERIOD(), 1 days, "period");
        same(platform.MAX_USER_MULTIPLIER(), 20, "user multiplier");
        same(platform.MAX_TENANT_MULTIPLIER(), 1_000, "tenant multiplier");
    }
}
