// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { DeliveryId } from "../../src/types/Delivery.sol";
import { EntryType } from "../../src/types/Entry.sol";
import { Leg, LegType } from "../../src/types/Leg.sol";
import { Acting } from "./Acting.sol";

/// @title Creates deliveries: one to four legs of mixed types, mint requests and burn requests.
abstract contract Openings is Acting {
    uint256 internal nextPrint = 6;

    function createSome(uint256 seed) external {
        throwDice(seed);
        createNext();
    }

    function createNext() internal {
        Leg[] memory legs = new Leg[](roll(2) == 0 ? 1 + roll(4) : 1 + roll(2));
        address first = investors[roll(3)];
        address second = _other(first);
        for (uint256 i; i < legs.length; ++i) {
            bool isForth = roll(2) == 0;
            legs[i] = isForth ? _leg(first, second) : _leg(second, roll(6) == 0 ? _other(second) : first);
        }
        address creator = roll(3) > 0 ? legs[0].sender : legs[0].receiver;
        if (roll(12) == 0) creator = actors[roll(9)];
        _create(creator, legs);
    }

    function requestMintOrBurn(uint256 seed) external {
        throwDice(seed);
        uint256 r = roll(3);
        Leg[] memory legs = one(_digital(r, registrars[r], investors[roll(3)]));
        address creator = legs[0].receiver;
        if (roll(2) == 0) (legs[0].sender, legs[0].receiver) = (creator, registrars[r]);
        _create(roll(10) == 0 ? registrars[r] : creator, legs);
    }

    function _create(address by, Leg[] memory legs) private {
        for (uint256 i; i < legs.length; ++i) {
            if (!isDigital(legs[i])) continue;
            bool sends = legs[i].sender == by && !isIssue(legs[i]);
            bool receives = legs[i].receiver == by && !isTermination(legs[i]);
            if (sends) legs[i].senderData = dataOf(legs[i], true);
            else if (receives) legs[i].receiverData = dataOf(legs[i], false);
        }
        bool isRepeated = ghosts.length > 0 && roll(16) == 0;
        uint64 valueDate = roll(20) == 0 ? uint64((block.timestamp / 1 days + 1) * 1 days) : 0;
        DeliveryId id = isRepeated ? ghosts[roll(ghosts.length)].id : idOf(by, legs, valueDate);
        bytes memory call_ = abi.encodeCall(deliveries.createDelivery, (id, takeFp(), legs, valueDate));
        bytes memory rule = abi.encodeCall(this.ruleCreate, (id, by, legs, valueDate));
        if (act(by, address(deliveries), call_, rule)) happened("created");
    }

    /// @dev What a side of a leg says of its account, or of its notes.
    function dataOf(Leg memory leg, bool asSender) internal returns (bytes memory) {
        if (!isDigital(leg)) return "";
        uint256 r = registryOf(leg);
        bool isSecond = !asSender || roll(20) == 0 || free(r, leg.sender, 2) >= leg.quantity;
        uint256 number = isSecond && roll(3) == 0 ? 2 : 1;
        if (r == SHARES) return abi.encode(number, CHAIN);
        if (r != NOTE) return abi.encode(number);
        bytes32[] memory named = new bytes32[](1);
        named[0] = asSender ? noteOf(leg.sender, EntryType.ISSUED) : fingerprint(nextPrint++);
        return abi.encode(named);
    }

    /// @dev One of the owner's, free and of this type, for the most part; else any.
    function noteOf(address owner, EntryType entryType) internal returns (bytes32) {
        uint256 start = roll(prints.length);
        bool isAny = roll(6) == 0;
        for (uint256 i; i < prints.length && !isAny; ++i) {
            bytes32 print = prints[(start + i) % prints.length];
            Note storage note = notes[print];
            if (note.owner == owner && note.holder == 0 && note.entryType == entryType) return print;
        }
        return prints[start];
    }

    function _leg(address sender, address receiver) private returns (Leg memory leg) {
        uint256 what = roll(16);
        if (what < 4) return _digital(what, sender, receiver);
        if (what < 6) {
            leg = _digital(BOND, sender, receiver);
            leg.legType = what == 4 ? LegType.DIGITAL_WITH_COORDINATOR : LegType.TXC;
            leg.txCoordinator = coordinator;
            return leg;
        }
        if (what < 8) return cash(sender, receiver);
        if (what == 8) return gold(sender, receiver);
        if (what == 9) return deed(sender, receiver, _deedOf(sender));
        bool isLock = what > 11;
        return paid(isLock ? LegType.HTLC : LegType.ERC20, address(token), sender, receiver, 1 + roll(300));
    }

    function _digital(uint256 r, address sender, address receiver) private returns (Leg memory leg) {
        uint256 quantity = r == NOTE ? 0 : 1 + roll(roll(8) == 0 ? 2_000 : 250);
        leg = digital(registryIds[r], registrars[r], sender, receiver, quantity);
        leg.assetManager = managers[r];
    }

    /// @dev One of the sender's for the most part, where it has one.
    function _deedOf(address sender) private returns (uint256 chosen) {
        chosen = 1 + roll(3);
        for (uint256 id = 1; id < 4 && roll(8) > 0; ++id) {
            if (deedOwners[id] == sender) return id;
        }
    }

    function _other(address investor) private returns (address) {
        uint256 i = roll(3);
        return investors[i] == investor ? investors[(i + 1) % 3] : investors[i];
    }
}
