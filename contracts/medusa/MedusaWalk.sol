// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Case, Course, Recorder } from "../test/monitor/Photos.sol";
import { Troubles } from "../test/monitor/Troubles.sol";

/// @dev Replaces the cheat codes that Medusa lacks: every contract counts as written, so each photo shows the whole ledger.
contract EverythingIsWritten is Recorder {
    function record() external { }

    function accesses(address) external pure returns (bytes32[] memory reads, bytes32[] memory writes) {
        return (new bytes32[](0), new bytes32[](1));
    }
}

/// @title The random calls of test/monitor, one function for each kind. Medusa chooses the order and the dice by what
/// they reach in the contracts; the rules of test/monitor judge every call that the ledger accepts.
/// @dev A course lasts as long as Medusa's sequence of calls. In between it lies in storage.
contract MedusaWalk is Troubles {
    enum Step {
        CREATE,
        ADVANCE,
        CANCEL,
        INTRUDE,
        MOVE,
        TROUBLE,
        HEAL,
        PASS
    }

    uint256 private constant MAX_CASES = 40;
    uint256 private constant MAX_NOTES = 160;
    uint256 private constant MAX_LEGS = 4;

    bytes private saved;
    uint256 private clock;

    constructor() {
        recorder = new EverythingIsWritten();
        setUp();
        Course memory course = begin(0);
        (Case[] memory cases, bytes32[] memory prints) = (course.cases, course.prints);
        assembly ("memory-safe") {
            mstore(cases, MAX_CASES)
            mstore(prints, MAX_NOTES)
        }
        (saved, clock) = (abi.encode(course), block.timestamp);
    }

    function create(uint256 dice) external {
        _take(Step.CREATE, dice);
    }

    function advance(uint256 dice) external {
        _take(Step.ADVANCE, dice);
    }

    function cancel(uint256 dice) external {
        _take(Step.CANCEL, dice);
    }

    function intrude(uint256 dice) external {
        _take(Step.INTRUDE, dice);
    }

    function move(uint256 dice) external {
        _take(Step.MOVE, dice);
    }

    function trouble(uint256 dice) external {
        _take(Step.TROUBLE, dice);
    }

    function heal(uint256 dice) external {
        _take(Step.HEAL, dice);
    }

    function pass(uint256 dice) external {
        _take(Step.PASS, dice);
    }

    /// @dev Medusa reports a failed assertion, and its trace shows the `Alarm` before it.
    function _take(Step what, uint256 dice) private {
        try this.take(what, dice) { }
        catch {
            assert(false);
        }
    }

    /// @dev A frame of its own: whatever reverts in it fails the caller's assertion.
    function take(Step what, uint256 dice) external {
        require(msg.sender == address(this));
        vm.warp(clock);
        Course memory course = abi.decode(saved, (Course));
        if (course.numCases == MAX_CASES || course.numPrints > MAX_NOTES - MAX_LEGS) return;
        course.dice = dice;
        if (what == Step.CREATE && numOpen(course) < MAX_OPEN) createDelivery(course);
        else if (what < Step.CANCEL) advance(course);
        else if (what == Step.CANCEL) cancelSome(course);
        else if (what == Step.INTRUDE) intrude(course);
        else if (what == Step.MOVE) moveDirectly(course);
        else if (what == Step.TROUBLE) makeTrouble(course);
        else if (what == Step.HEAL) heal(course);
        else pass(course);
        ++course.step;
        (saved, clock) = (abi.encode(course), block.timestamp);
    }
}
