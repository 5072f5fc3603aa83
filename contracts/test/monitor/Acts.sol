// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Account, AccountNumber } from "../../src/types/Account.sol";
import { DeliveryId } from "../../src/types/Delivery.sol";
import { Leg } from "../../src/types/Leg.sol";
import { NOTHING, Action } from "./Alarms.sol";
import { Holdings } from "./Holdings.sol";
import { Case, Course, Photo } from "./Photos.sol";

/// @title Makes random calls and has the ledger looked at after each that it accepts. A refused call leaves nothing
/// behind: the EVM takes it back.
abstract contract Acts is Holdings {
    uint256 private constant MAX_CASES = 400;
    /// @dev More than any call needs, and little enough for a token that burns it.
    uint256 private constant CALL_GAS = 6_000_000;

    address[10] internal actors;
    /// @dev How often the ledger accepted a function's call.
    mapping(bytes4 selector => uint256) internal times;

    function setUp() public virtual override {
        super.setUp();
        actors =
            [alpen, baltic, rhone, meridian, nordhafen, coordinator, agent, issuer, stranger, address(this)];
    }

    function begin(uint256 seed) internal view returns (Course memory course) {
        course.seed = seed;
        course.dice = uint256(keccak256(abi.encode("course", seed)));
        course.cases = new Case[](MAX_CASES);
        course.prints = new bytes32[](MAX_CASES * 4);
        for (uint256 i; i < 6; ++i) {
            course.prints[i] = fingerprint(i);
        }
        course.numPrints = 6;
        course.last = photograph(course);
    }

    function roll(Course memory course, uint256 sides) internal pure returns (uint256 result) {
        uint256 dice = course.dice;
        assembly ("memory-safe") {
            mstore(0, dice)
            dice := keccak256(0, 32)
        }
        course.dice = dice;
        return (dice >> 128) % sides;
    }

    /// @dev Mostly who is right, else anybody.
    function mostly(Course memory course, address right) internal view returns (address) {
        return roll(course, 7) == 0 ? actors[roll(course, actors.length)] : right;
    }

    function direct(address by, address target) internal pure returns (Action memory) {
        return Action(0, 0, by, target, 0, NOTHING, 0, false, 0);
    }

    function about(address by, address target, uint256 concerned, uint256 named)
        internal
        pure
        returns (Action memory)
    {
        return Action(0, 0, by, target, 0, concerned, 0, false, named);
    }

    /// @dev Makes the call and compares the ledger before and after it.
    function act(Course memory course, Action memory action, bytes memory call_)
        internal
        returns (bool done)
    {
        recorder.record();
        vm.prank(action.by);
        (done,) = action.target.call{ gas: CALL_GAS }(call_);
        if (!done) return false;
        (action.seed, action.step, action.selector) = (course.seed, course.step, bytes4(call_));
        ++times[action.selector];
        look(course, action);
    }

    function look(Course memory course, Action memory action) internal {
        Photo memory now_ = photographAgain(course);
        if (action.concerned != NOTHING) _rememberAccounts(course, now_, action);
        watchDeliveries(course, now_, action);
        watchHoldings(course, now_, action);
        for (uint256 c; c < course.numCases; ++c) {
            Case memory one_ = course.cases[c];
            if (one_.isOver || !isFinal(now_.states[c])) continue;
            (one_.isOver, one_.finalHash) = (true, hashOf(one_.id));
        }
        if (course.numCases > 0) watchFinal(course.cases[roll(course, course.numCases)], action);
        course.last = now_;
    }

    /// @dev Whether an account that a receiver has just named ends receipts at this moment.
    function _rememberAccounts(Course memory course, Photo memory now_, Action memory action) private view {
        uint256 c = action.concerned;
        uint256 before = c < course.last.flags.length ? course.last.flags[c] : 0;
        bool isNaming = action.selector == deliveries.setReceiverAccount.selector;
        Case memory one_ = course.cases[c];
        for (uint256 i; i < one_.legs.length; ++i) {
            Leg memory leg = one_.legs[i];
            bool isReceived = bitsOf(now_.flags[c] & ~before, i) & BY_RECEIVER != 0;
            if (action.named & (1 << i) == 0 || leg.receiver != action.by || !(isReceived || isNaming)) {
                continue;
            }
            if (!isDigital(leg) || leg.assetManager != address(registries)) continue;
            (, AccountNumber number) = registries.preparedAccounts(address(deliveries), movementOf(one_, i));
            Account memory to = Account(leg.receiver, number);
            bool ends = registries.accountDetails(leg.registrar, to).terminateOnReceive;
            one_.endsIn[i] = ends ? AccountNumber.unwrap(number) : 0;
        }
    }

    function addCase(Course memory course, DeliveryId id, Leg[] memory legs, uint64 valueDate) internal pure {
        Case memory one_ = course.cases[course.numCases++];
        (one_.id, one_.legs, one_.valueDate) = (id, legs, valueDate);
        one_.endsIn = new uint64[](legs.length);
    }
}
