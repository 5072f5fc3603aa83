// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { DeliveryState } from "../../src/types/Delivery.sol";
import { Action, NOTHING } from "./Alarms.sol";
import { Course, Photo } from "./Photos.sol";
import { Troubles } from "./Troubles.sol";

/// @title Random calls over the whole ledger, without a model: after each, compares the ledger with itself before the
/// call. A model finds what its author thought of; this finds who lost what without agreeing.
/// @dev 13 courses of 320 steps and one of 640; 100 courses in the deep profile. The seed is foundry.toml's. Forge prints a
/// course that fails as the counterexample and stores it in cache/fuzz; `Alarm` names the rule, the seed and the step.
contract MonitorTest is Troubles {
    uint256 private constant STEPS = 320;

    /// forge-config: default.fuzz.runs = 13
    /// forge-config: deep.fuzz.runs = 100
    function testFuzz_WhoeverLosesAnythingHasAgreed(uint256 seed) external {
        walk(seed, STEPS);
    }

    function walk(uint256 seed, uint256 steps) private returns (Course memory course) {
        course = begin(seed);
        for (; course.step < steps; ++course.step) {
            Photo memory last = course.last;
            bytes32 free = freeMemory();
            step(course);
            // After refused calls there is nothing to remember.
            if (isSame(course.last, last)) setFreeMemory(free);
        }
        Action memory end = Action(seed, steps, address(0), address(0), 0, NOTHING, 0, false, 0);
        for (uint256 c; c < course.numCases; ++c) {
            watchFinal(course.cases[c], end);
        }
    }

    function step(Course memory course) private {
        uint256 what = roll(course, 32);
        if (what < 5 && numOpen(course) < MAX_OPEN) createDelivery(course);
        else if (what < 20) advance(course);
        else if (what < 22) cancelSome(course);
        else if (what < 24) intrude(course);
        else if (what < 29) moveDirectly(course);
        else if (what < 30) makeTrouble(course);
        else if (what < 31) heal(course);
        else pass(course);
    }

    /// @dev One course that comes through everything that matters: what never happens proves nothing.
    function test_TheStepsReachEveryStateThatMatters() external {
        Course memory course = walk(7, 2 * STEPS);
        (uint256 settled, uint256 canceled) = (0, 0);
        for (uint256 c; c < course.numCases; ++c) {
            if (course.last.states[c] == DeliveryState.SETTLED) ++settled;
            if (course.last.states[c] == DeliveryState.CANCELED) ++canceled;
        }
        check(settled > 9, "hardly ever settled");
        check(canceled > 4, "hardly ever canceled");
        check(countOf(deliveryCalls()) == deliveryCalls().length, "a delivery's function never accepted");
        check(countOf(directCalls()) > 5, "hardly ever moved directly");
        check(times[registries.configureAccount.selector] > 0, "no account changed");
    }

    /// @return count How many of the functions the ledger accepted at least once.
    function countOf(bytes4[] memory selectors) private view returns (uint256 count) {
        for (uint256 i; i < selectors.length; ++i) {
            if (times[selectors[i]] > 0) ++count;
        }
    }

    function deliveryCalls() private view returns (bytes4[] memory selectors) {
        selectors = new bytes4[](8);
        selectors[0] = deliveries.createDelivery.selector;
        selectors[1] = deliveries.confirmDelivery.selector;
        selectors[2] = deliveries.confirmLegDelivery.selector;
        selectors[3] = deliveries.confirmAsCoordinator.selector;
        selectors[4] = deliveries.reportExternalDelivery.selector;
        selectors[5] = deliveries.confirmExternalDelivery.selector;
        selectors[6] = deliveries.confirmAndLockLeg.selector;
        selectors[7] = deliveries.cancelDelivery.selector;
    }

    function directCalls() private view returns (bytes4[] memory selectors) {
        selectors = new bytes4[](12);
        selectors[0] = TRANSFER_FROM;
        selectors[1] = registries.forcedTransfer.selector;
        selectors[2] = registries.forcedReorg.selector;
        selectors[3] = registries.markAsRedeemable.selector;
        selectors[4] = entries.transfer.selector;
        selectors[5] = entries.issue.selector;
        selectors[6] = entries.forcedTransfer.selector;
        selectors[7] = entries.markAsRedeemable.selector;
        selectors[8] = chains.transfer.selector;
        selectors[9] = chains.onramp.selector;
        selectors[10] = chains.forcedTransfer.selector;
        selectors[11] = chains.markAsRedeemable.selector;
    }

    function freeMemory() private pure returns (bytes32 free) {
        assembly ("memory-safe") {
            free := mload(64)
        }
    }

    function setFreeMemory(bytes32 free) private pure {
        assembly {
            mstore(64, free)
        }
    }

    function isSame(Photo memory one_, Photo memory other) private pure returns (bool result) {
        assembly ("memory-safe") {
            result := eq(one_, other)
        }
    }
}
