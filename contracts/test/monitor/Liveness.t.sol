// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { AccountNumber } from "../../src/types/Account.sol";
import { EntryType, RegistryEntry } from "../../src/types/Entry.sol";
import { Leg } from "../../src/types/Leg.sol";
import { Action } from "./Alarms.sol";
import { Case, Course } from "./Photos.sol";
import { Troubles } from "./Troubles.sol";

/// @title Whatever random calls have led to, everything comes out of escrow and earmark again by what the rules allow,
/// though somebody is silent forever. Each call on the way out is watched like any other.
contract LivenessTest is Troubles {
    uint256 private constant STEPS = 160;
    /// @dev The longest lock and the time until a delivery expires, one after the other.
    uint256 private constant LONG_ENOUGH = 185 days;

    mapping(address party => bool) private isSilent;

    /// @dev Any one party is silent, a registrar among them.
    /// forge-config: default.fuzz.runs = 5
    /// forge-config: deep.fuzz.runs = 50
    function testFuzz_M4_EverythingComesOutThoughOnePartyIsSilent(uint256 seed) external {
        Course memory course = _walk(seed);
        isSilent[actors[roll(course, 7)]] = true;
        _bringOut(course);
    }

    /// @dev Neither a registrar nor an agent nor a coordinator answers; the investors do.
    /// forge-config: default.fuzz.runs = 5
    /// forge-config: deep.fuzz.runs = 50
    function testFuzz_M4_EverythingComesOutWithoutARegistrar(uint256 seed) external {
        Course memory course = _walk(seed);
        isSilent[meridian] = isSilent[nordhafen] = isSilent[agent] = isSilent[coordinator] = true;
        _bringOut(course);
    }

    function _walk(uint256 seed) private returns (Course memory course) {
        course = begin(seed);
        for (; course.step < STEPS; ++course.step) {
            uint256 what = roll(course, 12);
            if (what < 2 && numOpen(course) < MAX_OPEN) createDelivery(course);
            else if (what < 8) advance(course);
            else if (what < 10) moveDirectly(course);
            else if (what == 10) makeTrouble(course);
            else pass(course);
        }
    }

    function _bringOut(Course memory course) private {
        healAll(course, isSilent);
        vm.warp(block.timestamp + LONG_ENOUGH);
        for (uint256 c; c < course.numCases; ++c) {
            if (!course.cases[c].isOver) _end(course, c);
        }
        for (uint256 c; c < course.numCases; ++c) {
            _reclaim(course, c);
        }
        _unmark(course);
        _nothingIsSetAside(course);
    }

    /// @dev The parties that answer cancel or vote, after a lock's end where there is one; then the operator, which has
    /// the silent registrars in bad standing.
    function _end(Course memory course, uint256 c) private {
        Case memory one_ = course.cases[c];
        bytes memory free = abi.encodeCall(deliveries.unlockAndCancel, (one_.id, one_.legs, REASON));
        bytes memory cancel_ = abi.encodeCall(deliveries.cancelDelivery, (one_.id, one_.legs, REASON));
        for (uint256 i; i < one_.legs.length; ++i) {
            address[3] memory parties = [one_.legs[i].sender, one_.legs[i].receiver, one_.legs[i].registrar];
            for (uint256 j; j < 3; ++j) {
                if (one_.isOver || isSilent[parties[j]] || parties[j] == address(0)) continue;
                act(course, about(parties[j], address(deliveries), c, 0), free);
                if (!one_.isOver) act(course, about(parties[j], address(deliveries), c, 0), cancel_);
            }
        }
        if (one_.isOver) return;
        for (uint256 i; i < one_.legs.length; ++i) {
            address registrar = one_.legs[i].registrar;
            if (isSilent[registrar] && !platform.isBlacklisted(registrar)) blacklist(registrar);
        }
        bytes memory last = abi.encodeCall(deliveries.cancelExpired, (one_.id, one_.legs, REASON));
        act(course, about(operator, address(deliveries), c, 0), last);
        check(one_.isOver, "M-4: a delivery that nobody can end");
    }

    /// @dev What a bad token did not give back, anybody claims once it is good again.
    function _reclaim(Course memory course, uint256 c) private {
        Case memory one_ = course.cases[c];
        for (uint256 i; i < one_.legs.length; ++i) {
            Leg memory leg = one_.legs[i];
            bytes32 legRef = deliveries.legReference(one_.id, i);
            if (!isToken(leg) || !escrowOf(leg).isOwed(legRef)) continue;
            Action memory action = direct(stranger, address(escrowOf(leg)));
            check(act(course, action, abi.encodeCall(escrowOf(leg).reclaim, (legRef, leg))), "not reclaimed");
        }
    }

    /// @dev An owner takes back its own marks; those of a silent owner stay its own decision.
    function _unmark(Course memory course) private {
        for (uint256 i; i < 6; ++i) {
            (address owner, AccountNumber number) = (holder(i).owner, holder(i).accountNum);
            for (uint256 r; r < REGISTRIES && !isSilent[owner]; ++r) {
                uint256 marked = course.last.held[r][i].marked;
                if (r == NOTE || marked == 0) continue;
                bytes memory call_ = r == SHARES
                    ? abi.encodeCall(chains.cancelRedeemable, (registryIds[r], CHAIN, number, marked))
                    : abi.encodeCall(registries.cancelRedeemable, (registryIds[r], number, marked));
                check(act(course, direct(owner, managers[r]), call_), "a mark stays");
            }
        }
        for (uint256 i; i < course.last.notes.length; ++i) {
            RegistryEntry memory note = course.last.notes[i];
            if (note.entryType != EntryType.REDEEMABLE || isSilent[note.owner]) continue;
            bytes memory call_ =
                abi.encodeCall(entries.cancelRedeemable, (registryIds[NOTE], listOf(course.prints[i])));
            check(act(course, direct(note.owner, managers[NOTE]), call_), "a note stays marked");
        }
    }

    function _nothingIsSetAside(Course memory course) private view {
        for (uint256 i; i < 6; ++i) {
            for (uint256 r; r < REGISTRIES; ++r) {
                uint256 marked = course.last.held[r][i].marked;
                same(course.last.held[r][i].earmarked, marked, "still earmarked");
                check(marked == 0 || isSilent[holder(i).owner], "still marked");
            }
        }
        for (uint256 i; i < course.last.notes.length; ++i) {
            same(course.last.notes[i].earmarkedBy, address(0), "a note still earmarked");
        }
        for (uint256 i = ESCROW; i <= LOCKS; ++i) {
            same(course.last.euros[i] + course.last.crooked[i], 0, "still in escrow");
        }
        for (uint256 i; i < 3; ++i) {
            check(course.last.deeds[i] != address(erc721Legs), "a deed still in escrow");
        }
    }
}
