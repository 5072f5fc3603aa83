// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// @title Eight bits for each of up to 32 legs, in one word; the first leg lowest.
library LegFlags {
    uint256 internal constant SENDER = 1 << 0;
    uint256 internal constant RECEIVER = 1 << 1;
    uint256 internal constant REGISTRAR = 1 << 2;
    uint256 internal constant COORDINATOR = 1 << 3;
    uint256 internal constant CANCEL_SENDER = 1 << 4;
    uint256 internal constant CANCEL_RECEIVER = 1 << 5;
    uint256 internal constant REPORTED = 1 << 6;
    uint256 internal constant DELIVERED = 1 << 7;

    uint256 internal constant INVESTORS = SENDER | RECEIVER;
    uint256 internal constant CONFIRMED = SENDER | RECEIVER | REGISTRAR | COORDINATOR;
    uint256 internal constant CANCEL = CANCEL_SENDER | CANCEL_RECEIVER;
    uint256 internal constant LEG = 0xff;

    uint256 private constant LOWEST_OF_EACH = type(uint256).max / 0xff;

    /// @dev Shifts the bits to one leg.
    function atLeg(uint256 bits, uint256 legIdx) internal pure returns (uint256) {
        return bits << (8 * legIdx);
    }

    /// @dev The bits of one leg.
    function ofLeg(uint256 flags, uint256 legIdx) internal pure returns (uint256) {
        return (flags >> (8 * legIdx)) & LEG;
    }

    /// @dev Repeats the bits for each of the first numLegs legs.
    function atEach(uint256 bits, uint256 numLegs) internal pure returns (uint256) {
        return bits * (LOWEST_OF_EACH >> (8 * (32 - numLegs)));
    }

    function hasAll(uint256 flags, uint256 bits) internal pure returns (bool) {
        return flags & bits == bits;
    }

    function hasAny(uint256 flags, uint256 bits) internal pure returns (bool) {
        return flags & bits != 0;
    }
}
