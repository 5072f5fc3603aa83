// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Targets } from "../../support/Targets.sol";
import { RefundHandler } from "./RefundHandler.sol";

/// @title However often anybody asks: properties 40 and 42. The handler checks of every refund whether it may be paid,
/// and how much it paid.
contract RefundsInvariants is Targets {
    RefundHandler private handler;

    function setUp() external {
        handler = new RefundHandler();
        bytes4[] memory selectors = new bytes4[](7);
        selectors[0] = RefundHandler.spend.selector;
        selectors[1] = RefundHandler.refund.selector;
        selectors[2] = RefundHandler.drain.selector;
        selectors[3] = RefundHandler.fund.selector;
        selectors[4] = RefundHandler.withdraw.selector;
        selectors[5] = RefundHandler.changeLimits.selector;
        selectors[6] = RefundHandler.wait_.selector;
        aim(address(handler), selectors);
    }

    /// forge-config: default.invariant.runs = 32
    /// forge-config: deep.invariant.runs = 1000
    function invariant_P40_P42_RefundsAreCountedAndTheBalanceIsTheRecordedFunds() external view {
        check(handler.refundedIsAsTheGhostHasIt(), "refunded differs from the ghost");
        same(handler.platformBalance(), handler.funds(), "balance");
    }
}
