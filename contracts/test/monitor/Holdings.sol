// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { DeliveryState } from "../../src/types/Delivery.sol";
import { EntryType, RegistryEntry } from "../../src/types/Entry.sol";
import { Leg, LegType } from "../../src/types/Leg.sol";
import { Alarms, Action, NOTHING } from "./Alarms.sol";
import { Case, Course, Held, Photo } from "./Photos.sol";

/// @title What must be true of holdings after a call: whoever lost something has agreed, what is set aside is what open
/// deliveries hold, and nothing comes from nowhere.
abstract contract Holdings is Alarms {
    /// @dev What the legs say that a settlement moves, and what open deliveries hold. By registry and investor.
    struct Expected {
        bool hasSettled;
        int256[3][4] moved;
        uint256[4] issued;
        uint256[4] terminated;
        uint256[3][4] earmarked;
        uint256 numNotes;
        int256[3] euros;
        uint256[2] euroEscrow;
        uint256[2] crookedEscrow;
        bool[3] isDeedHeld;
    }

    function watchHoldings(Course memory course, Photo memory now_, Action memory action) internal view {
        Expected memory expected;
        for (uint256 c; c < course.numCases; ++c) {
            Case memory one_ = course.cases[c];
            if (!one_.isOver || _hasCrooked(one_)) _expect(expected, course, now_, c);
        }
        for (uint256 r; r < REGISTRIES; ++r) {
            if (r != NOTE) _watchRegistry(course.last, now_, r, expected, action);
        }
        _watchNotes(course, now_, expected, action);
        _watchTokens(course.last, now_, expected, action);
    }

    function _expect(Expected memory expected, Course memory course, Photo memory now_, uint256 c)
        private
        view
    {
        Case memory one_ = course.cases[c];
        bool hasEnded = !one_.isOver && isFinal(now_.states[c]);
        bool hasSettled = hasEnded && now_.states[c] == DeliveryState.SETTLED;
        if (hasSettled) expected.hasSettled = true;
        uint256 before = c < course.last.flags.length ? course.last.flags[c] : 0;
        for (uint256 i; i < one_.legs.length; ++i) {
            bool isGiven = bitsOf(now_.flags[c], i) & BY_SENDER != 0;
            bool isOpen = !isFinal(now_.states[c]);
            Leg memory leg = one_.legs[i];
            if (isDigital(leg)) {
                if (hasSettled) _expectMove(expected, leg, one_.endsIn[i]);
                if (isOpen && isGiven && !isIssue(leg)) _expectHold(expected, one_, i);
            } else if (leg.legType == LegType.ERC721) {
                if (isOpen && isGiven) expected.isDeedHeld[uint256(leg.assetId) - 1] = true;
            } else if (isToken(leg)) {
                bool isHeld = (isOpen && isGiven) || escrowOf(leg).isOwed(deliveries.legReference(one_.id, i));
                uint256 kind = leg.legType == LegType.ERC20 ? 0 : 1;
                if (leg.assetManager == address(crooked)) {
                    if (isHeld) expected.crookedEscrow[kind] += leg.quantity;
                    continue;
                }
                if (isHeld) expected.euroEscrow[kind] += leg.quantity;
                bool wasGiven = bitsOf(before, i) & BY_SENDER != 0;
                _expectEuros(expected, leg, wasGiven, isGiven, hasEnded, hasSettled);
            }
        }
    }

    /// @dev The sender's come into escrow with its confirmation and go on, or back, with the end.
    function _expectEuros(
        Expected memory expected,
        Leg memory leg,
        bool wasGiven,
        bool isGiven,
        bool hasEnded,
        bool hasSettled
    ) private view {
        int256 quantity = int256(leg.quantity);
        if (isGiven && !wasGiven) expected.euros[indexOf(leg.sender)] -= quantity;
        if (!isGiven && wasGiven) expected.euros[indexOf(leg.sender)] += quantity;
        if (hasSettled) expected.euros[indexOf(leg.receiver)] += quantity;
        else if (hasEnded && isGiven) expected.euros[indexOf(leg.sender)] += quantity;
    }

    /// @dev A receipt ends where the receiver chose an account that ended receipts, and it still does.
    function _expectMove(Expected memory expected, Leg memory leg, uint64 endsIn) private view {
        uint256 r = registryOf(leg);
        if (isIssue(leg)) expected.issued[r] += leg.quantity;
        else expected.moved[r][indexOf(leg.sender)] -= int256(leg.quantity);
        bool ends = endsIn != 0
            && registries.accountDetails(leg.registrar, account(leg.receiver, endsIn)).terminateOnReceive;
        if (isTermination(leg) || ends) expected.terminated[r] += leg.quantity;
        else expected.moved[r][indexOf(leg.receiver)] += int256(leg.quantity);
    }

    function _expectHold(Expected memory expected, Case memory one_, uint256 i) private view {
        uint256 r = registryOf(one_.legs[i]);
        if (r != NOTE) {
            expected.earmarked[r][indexOf(one_.legs[i].sender)] += one_.legs[i].quantity;
            return;
        }
        (bytes32[] memory spent,) = entries.preparedEntries(address(deliveries), movementOf(one_, i));
        expected.numNotes += spent.length;
    }

    function _watchRegistry(
        Photo memory before,
        Photo memory now_,
        uint256 r,
        Expected memory expected,
        Action memory action
    ) private view {
        uint256 total;
        uint256 unmarked;
        for (uint256 owner; owner < 3; ++owner) {
            uint256 earmarked;
            for (uint256 i = owner; i < 6; i += 3) {
                Held memory held = now_.held[r][i];
                ensure(held.earmarked <= held.balance, action, "more earmarked than held");
                ensure(held.marked <= held.earmarked, action, "more marked than earmarked");
                total += held.balance;
                earmarked += held.earmarked - held.marked;
                unmarked += _watchMark(before.held[r][i], held, investors[owner], action);
            }
            ensure(earmarked == expected.earmarked[r][owner], action, "an earmark without a delivery");
        }
        ensure(now_.issued[r] - now_.terminated[r] == total, action, "the supply is not the sum of balances");
        _watchMoves(before, now_, r, expected, action);
        uint256 issued = now_.issued[r] - before.issued[r];
        uint256 terminated = now_.terminated[r] - before.terminated[r];
        bool isKeeper = action.by == registrars[r] || (r == SHARES && action.by == agent);
        if (expected.hasSettled) {
            ensure(issued == expected.issued[r], action, "issued otherwise");
            ensure(terminated == expected.terminated[r], action, "terminated otherwise");
        } else {
            ensure(issued == 0 || isKeeper, action, "issued by somebody else");
            ensure(terminated == 0 || (isKeeper && terminated == unmarked), action, "terminated unmarked");
        }
    }

    /// @dev Only an owner marks. @return What is no longer marked.
    function _watchMark(Held memory before, Held memory now_, address owner, Action memory action)
        private
        pure
        returns (uint256)
    {
        if (now_.marked > before.marked) {
            ensure(action.by == owner, action, "marked by somebody else");
        }
        if (now_.marked >= before.marked) return 0;
        bool isEnded = before.balance - now_.balance == before.marked - now_.marked;
        ensure(isEnded || action.by == owner, action, "unmarked by somebody else");
        return before.marked - now_.marked;
    }

    function _watchMoves(
        Photo memory before,
        Photo memory now_,
        uint256 r,
        Expected memory expected,
        Action memory action
    ) private view {
        bool isDirect = action.target == managers[r];
        for (uint256 owner; owner < 3; ++owner) {
            int256 moved;
            for (uint256 i = owner; i < 6; i += 3) {
                Held memory was = before.held[r][i];
                Held memory is_ = now_.held[r][i];
                moved += int256(is_.balance) - int256(was.balance);
                if (is_.balance == was.balance) continue;
                ensure(was.balance == 0 || before.isRegistered[r], action, "moved in a suspended registry");
                if (isDirect && is_.balance < was.balance) _watchLoss(was, is_, investors[owner], r, action);
            }
            if (!isDirect) ensure(moved == expected.moved[r][owner], action, "not what the legs say");
        }
    }

    /// @dev Outside of deliveries: an owner loses by its own call, its mark, its allowance, or by force with a reason,
    /// and never what is set aside.
    function _watchLoss(Held memory was, Held memory is_, address owner, uint256 r, Action memory action)
        private
        view
    {
        uint256 lost = was.balance - is_.balance;
        bool isKeeper = action.by == registrars[r] || (r == SHARES && action.by == agent);
        if (isKeeper && was.marked >= lost && is_.marked == was.marked - lost) return;
        ensure(is_.earmarked == was.earmarked, action, "took what was set aside");
        bool hasAllowed = action.selector == TRANSFER_FROM && action.allowed >= lost;
        bool isForced = action.isForce && action.by == registrars[r];
        ensure(action.by == owner || hasAllowed || isForced, action, "lost without a word of its owner");
    }

    bytes4 internal constant TRANSFER_FROM =
        bytes4(keccak256("transferFrom(bytes32,(address,uint64),(address,uint64),uint256)"));

    function _watchNotes(
        Course memory course,
        Photo memory now_,
        Expected memory expected,
        Action memory action
    ) private view {
        uint256 living;
        uint256 earmarked;
        for (uint256 i; i < now_.notes.length; ++i) {
            RegistryEntry memory is_ = now_.notes[i];
            if (_isLiving(is_)) ++living;
            if (_isLiving(is_) && is_.earmarkedBy != address(0)) {
                ++earmarked;
                ensure(is_.earmarkedBy == address(deliveries), action, "a note earmarked by somebody else");
            }
            if (i < course.last.notes.length) {
                _watchNote(course.last.notes[i], is_, expected.hasSettled, action);
            }
        }
        ensure(now_.issued[NOTE] == living, action, "the number of notes");
        ensure(earmarked == expected.numNotes, action, "a note's earmark without a delivery");
    }

    /// @dev An entry never changes its owner: it ends.
    function _watchNote(
        RegistryEntry memory was,
        RegistryEntry memory is_,
        bool hasSettled,
        Action memory action
    ) private view {
        if (!_isLiving(was)) return;
        ensure(is_.owner == was.owner, action, "a note of another owner");
        bool isMarked = was.entryType != EntryType.ISSUED;
        if (is_.entryType != was.entryType && _isLiving(is_)) {
            ensure(action.by == was.owner && was.earmarkedBy == address(0), action, "a mark of somebody else");
        }
        if (_isLiving(is_)) return;
        if (was.earmarkedBy != address(0) || (hasSettled && action.target == address(deliveries))) {
            return ensure(hasSettled, action, "an earmarked note ended");
        }
        bool isForced = action.isForce && action.by == registrars[NOTE] && !isMarked;
        bool isRedeemed = isMarked && action.by == registrars[NOTE];
        bool isOwn = action.by == was.owner && !isMarked;
        bool isLocal = action.target == managers[NOTE];
        ensure(isLocal && (isForced || isRedeemed || isOwn), action, "a note ended without its owner");
    }

    function _isLiving(RegistryEntry memory note) private pure returns (bool) {
        return note.entryType == EntryType.ISSUED || note.entryType == EntryType.REDEEMABLE
            || note.entryType == EntryType.EXPORTING;
    }

    function _watchTokens(
        Photo memory before,
        Photo memory now_,
        Expected memory expected,
        Action memory action
    ) private view {
        for (uint256 i; i < 3; ++i) {
            int256 moved = int256(now_.euros[i]) - int256(before.euros[i]);
            ensure(moved == expected.euros[i], action, "tokens moved without their owner");
            (address was, address is_) = (before.deeds[i], now_.deeds[i]);
            bool isHeld = is_ == address(erc721Legs);
            ensure(isHeld == expected.isDeedHeld[i], action, "a deed in escrow without a delivery");
            bool isOwn = was == address(erc721Legs) || was == action.by;
            ensure(was == is_ || isOwn || expected.hasSettled, action, "a deed moved without its owner");
        }
        for (uint256 i; i < 2; ++i) {
            ensure(now_.euros[ESCROW + i] == expected.euroEscrow[i], action, "escrow without a delivery");
            bool isCovered = now_.crooked[ESCROW + i] == expected.crookedEscrow[i];
            ensure(isCovered, action, "escrow of a bad token without a delivery");
        }
    }

    function _hasCrooked(Case memory one_) private view returns (bool) {
        for (uint256 i; i < one_.legs.length; ++i) {
            if (one_.legs[i].assetManager == address(crooked)) return true;
        }
        return false;
    }

    function indexOf(address investor) internal view returns (uint256 i) {
        while (investors[i] != investor) ++i;
    }
}
