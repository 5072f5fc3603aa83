// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IPlatformManager } from "../interfaces/IPlatformManager.sol";

/// @dev The refunds of a user or tenant on one day (days since 1970, UTC).
struct Refunded {
    uint64 day;
    uint192 amount;
}

struct RefundStore {
    IPlatformManager.RefundSettings settings;
    mapping(address account => Refunded) refunded;
}

/// @title Tops up users within limits. Callers check the user.
library Refunds {
    uint128 internal constant MIN_THRESHOLD = 3 * 16_000_000;
    uint128 internal constant MAX_THRESHOLD_MULTIPLIER = 1e9;
    uint128 internal constant MAX_LIMIT_MULTIPLIER = 100;
    uint256 internal constant PERIOD = 1 days;
    uint256 internal constant MAX_USER_MULTIPLIER = 20;
    uint256 internal constant MAX_TENANT_MULTIPLIER = 1_000;

    function setLimits(RefundStore storage self, uint128 refundThreshold, uint128 refundLimit) internal {
        if (
            refundThreshold < MIN_THRESHOLD || refundThreshold > MIN_THRESHOLD * MAX_THRESHOLD_MULTIPLIER
                || refundLimit < refundThreshold || refundLimit > refundThreshold * MAX_LIMIT_MULTIPLIER
        ) revert IPlatformManager.RefundLimitsInvalid(refundThreshold, refundLimit);
        self.settings = IPlatformManager.RefundSettings(refundThreshold, refundLimit);
        emit IPlatformManager.RefundLimitsChanged(refundThreshold, refundLimit);
    }

    function isNeeded(RefundStore storage self, address user) internal view returns (bool) {
        return user.balance < self.settings.refundThreshold;
    }

    function pay(RefundStore storage self, address tenant, address user) internal {
        if (!isNeeded(self, user)) {
            revert IPlatformManager.RefundNotNeeded(user, user.balance, self.settings.refundThreshold);
        }
        // A contract could call back, and does not send transactions.
        if (user.code.length != 0) revert IPlatformManager.RefundUserIsContract(user);
        uint256 limit = self.settings.refundLimit;
        uint256 amount = limit - user.balance;
        if (!_count(self, user, amount, limit * MAX_USER_MULTIPLIER)) {
            revert IPlatformManager.RefundUserExhausted(user, _tomorrow());
        }
        if (!_count(self, tenant, amount, limit * MAX_TENANT_MULTIPLIER)) {
            revert IPlatformManager.RefundTenantExhausted(tenant, _tomorrow());
        }
        uint256 balance = address(this).balance;
        if (balance < amount) revert IPlatformManager.RefundFundsMissing(amount, balance);
        emit IPlatformManager.UserRefunded(tenant, user, amount);
        (bool paid,) = user.call{ value: amount }("");
        if (!paid) revert IPlatformManager.RefundFailed(user);
    }

    function refundedToday(RefundStore storage self, address account) internal view returns (uint256) {
        Refunded storage refunded = self.refunded[account];
        return refunded.day == _today() ? refunded.amount : 0;
    }

    function _count(RefundStore storage self, address account, uint256 amount, uint256 most)
        private
        returns (bool)
    {
        uint256 total = refundedToday(self, account) + amount;
        // forge-lint: disable-next-line(unsafe-typecast)
        self.refunded[account] = Refunded(_today(), uint192(total));
        return total <= most;
    }

    function _today() private view returns (uint64) {
        return uint64(block.timestamp / PERIOD);
    }

    function _tomorrow() private view returns (uint256) {
        return (uint256(_today()) + 1) * PERIOD;
    }
}
