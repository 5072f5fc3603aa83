// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { DeliveryId } from "../../src/types/Delivery.sol";
import { EntryType, RegistryEntry } from "../../src/types/Entry.sol";
import { Leg, LegType } from "../../src/types/Leg.sol";
import { Acts } from "./Acts.sol";
import { Action } from "./Alarms.sol";
import { Course } from "./Photos.sol";

/// @title Creates deliveries: one to four legs of all types, requests to mint and to burn, repeated ids, and wrong
/// creators.
abstract contract Deals is Acts {
    uint256 internal constant MAX_OPEN = 8;

    function createDelivery(Course memory course) internal returns (bool) {
        Leg[] memory legs = roll(course, 6) == 0 ? _mintOrBurn(course) : _exchange(course);
        address creator = roll(course, 4) > 0 ? legs[0].sender : legs[0].receiver;
        if (legs[0].registrar == creator) creator = isIssue(legs[0]) ? legs[0].receiver : legs[0].sender;
        if (roll(course, 12) == 0) creator = actors[roll(course, actors.length)];
        bytes[] memory data = dataOf(course, creator, legs);
        uint256 named;
        for (uint256 i; i < legs.length; ++i) {
            if (legs[i].legType == LegType.HTLC || data[i].length == 0) continue;
            named |= 1 << i;
            if (legs[i].sender == creator) legs[i].senderData = data[i];
            else legs[i].receiverData = data[i];
        }
        bool isRepeated = course.numCases > 0 && roll(course, 16) == 0;
        uint64 valueDate = roll(course, 16) == 0 ? uint64((block.timestamp / 1 days + 1) * 1 days) : 0;
        DeliveryId id = idOf(creator, legs, valueDate);
        if (isRepeated) id = course.cases[roll(course, course.numCases)].id;
        bytes memory call_ = abi.encodeCall(deliveries.createDelivery, (id, takeFp(), legs, valueDate));
        addCase(course, id, legs, valueDate);
        if (act(course, about(creator, address(deliveries), course.numCases - 1, named), call_)) return true;
        --course.numCases;
        return false;
    }

    /// @dev One request or an exchange between two or three investors.
    function _mintOrBurn(Course memory course) private view returns (Leg[] memory) {
        uint256 r = roll(course, 3);
        address investor = investors[roll(course, 3)];
        if (roll(course, 2) == 0) return one(_digital(course, r, registrars[r], investor));
        return one(_digital(course, r, investor, registrars[r]));
    }

    function _exchange(Course memory course) private view returns (Leg[] memory legs) {
        legs = new Leg[](1 + roll(course, 4));
        address first = investors[roll(course, 3)];
        address second = _other(course, first);
        for (uint256 i; i < legs.length; ++i) {
            bool isForth = roll(course, 2) == 0;
            address third = roll(course, 6) == 0 ? _other(course, second) : first;
            legs[i] = isForth ? _leg(course, first, second) : _leg(course, second, third);
        }
        if (roll(course, 10) == 0) return legs;
        // Payments, tokens and locks need somebody who may refuse.
        for (uint256 i; i < legs.length; ++i) {
            if (legs[i].registrar != address(0)) return legs;
        }
        legs[0] = _digital(course, BOND, first, second);
    }

    function _leg(Course memory course, address sender, address receiver)
        private
        view
        returns (Leg memory leg)
    {
        uint256 what = roll(course, 16);
        if (what < 4) return _digital(course, what, sender, receiver);
        if (what < 6) {
            leg = _digital(course, BOND, sender, receiver);
            leg.legType = what == 4 ? LegType.DIGITAL_WITH_COORDINATOR : LegType.TXC;
            leg.txCoordinator = coordinator;
            return leg;
        }
        if (what < 8) return cash(sender, receiver);
        if (what == 8) return gold(sender, receiver);
        if (what == 9) return deed(sender, receiver, _deedOf(course, sender));
        address asset = roll(course, 3) == 0 ? address(crooked) : address(token);
        LegType legType = what > 12 ? LegType.HTLC : LegType.ERC20;
        return paid(legType, asset, sender, receiver, 1 + roll(course, 300));
    }

    function _digital(Course memory course, uint256 r, address sender, address receiver)
        private
        view
        returns (Leg memory leg)
    {
        uint256 quantity = r == NOTE ? 0 : 1 + roll(course, roll(course, 8) == 0 ? 2_000 : 200);
        leg = digital(registryIds[r], registrars[r], sender, receiver, quantity);
        leg.assetManager = managers[r];
    }

    /// @dev One of the sender's for the most part.
    function _deedOf(Course memory course, address sender) private pure returns (uint256 chosen) {
        chosen = 1 + roll(course, 3);
        for (uint256 i; i < 3 && roll(course, 8) > 0; ++i) {
            if (course.last.deeds[i] == sender) return i + 1;
        }
    }

    function _other(Course memory course, address investor) private view returns (address) {
        uint256 i = roll(course, 3);
        return investors[i] == investor ? investors[(i + 1) % 3] : investors[i];
    }

    /// @dev The party's account data for each leg.
    function dataOf(Course memory course, address party, Leg[] memory legs)
        internal
        view
        returns (bytes[] memory data)
    {
        data = new bytes[](legs.length);
        for (uint256 i; i < legs.length; ++i) {
            if (legs[i].sender != party && legs[i].receiver != party) continue;
            if (isDigital(legs[i])) data[i] = accountData(course, legs[i], legs[i].sender == party);
        }
    }

    function accountData(Course memory course, Leg memory leg, bool asSender)
        internal
        view
        returns (bytes memory)
    {
        uint256 r = registryOf(leg);
        uint256 number = roll(course, asSender ? 8 : 3) == 0 ? 2 : 1;
        if (r == SHARES) return abi.encode(number, CHAIN);
        if (r != NOTE) return abi.encode(number);
        if (asSender) return abi.encode(listOf(noteOf(course, leg.sender, EntryType.ISSUED)));
        return abi.encode(listOf(newPrint(course)));
    }

    function newPrint(Course memory course) internal pure returns (bytes32 print) {
        print = fingerprint(course.numPrints);
        course.prints[course.numPrints++] = print;
    }

    function listOf(bytes32 print) internal pure returns (bytes32[] memory list) {
        list = new bytes32[](1);
        list[0] = print;
    }

    /// @dev A free one of the owner's and of this type for the most part; else any.
    function noteOf(Course memory course, address owner, EntryType entryType)
        internal
        pure
        returns (bytes32)
    {
        uint256 count = course.last.notes.length;
        uint256 start = roll(course, count);
        bool isAny = roll(course, 8) == 0;
        for (uint256 i; i < count && !isAny; ++i) {
            RegistryEntry memory note = course.last.notes[(start + i) % count];
            bool isFree = note.owner == owner && note.earmarkedBy == address(0);
            if (isFree && note.entryType == entryType) return course.prints[(start + i) % count];
        }
        return course.prints[start];
    }
}
