// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IAccountRegistryManager } from "../../src/interfaces/IAccountRegistryManager.sol";
import { IEscrowLegManager } from "../../src/interfaces/delivery/IEscrowLegManager.sol";
import { IRegistration } from "../../src/interfaces/IRegistration.sol";
import { IRegistry } from "../../src/interfaces/IRegistry.sol";
import { Account } from "../../src/types/Account.sol";
import { DeliveryId, DeliveryState } from "../../src/types/Delivery.sol";
import { RegistryEntry } from "../../src/types/Entry.sol";
import { Leg, LegType } from "../../src/types/Leg.sol";
import { RegistryId, RegistryState } from "../../src/types/Registry.sol";
import { LedgerFixture } from "../invariants/LedgerFixture.sol";

struct Held {
    uint256 balance;
    uint256 earmarked;
    uint256 marked;
}

/// @dev A delivery that somebody created. `endsIn`: the account that the receiver named, if it terminated its
/// receipts at that moment.
struct Case {
    DeliveryId id;
    Leg[] legs;
    uint64 valueDate;
    uint64[] endsIn;
    bool isOver;
    bytes32 finalHash;
}

/// @dev What the ledger says at one moment. The notes have no positions: in their registry, `issued` is their number.
/// `states` and `flags` are those of the cases.
struct Photo {
    Held[6][4] held;
    uint256[4] issued;
    uint256[4] terminated;
    bool[4] isRegistered;
    RegistryEntry[] notes;
    uint256[5] euros;
    uint256[5] crooked;
    address[3] deeds;
    uint256[] flags;
    DeliveryState[] states;
}

/// @dev One course of random calls: its deliveries, its notes' fingerprints, and the latest photo.
struct Course {
    uint256 seed;
    uint256 dice;
    uint256 step;
    Case[] cases;
    uint256 numCases;
    bytes32[] prints;
    uint256 numPrints;
    Photo last;
}

/// @dev The cheat codes that tell which storage a call wrote.
interface Recorder {
    function record() external;
    function accesses(address target) external returns (bytes32[] memory reads, bytes32[] memory writes);
}

/// @title Takes photos of the whole ledger: nothing here knows what should be there.
abstract contract Photos is LedgerFixture {
    uint256 internal constant ESCROW = 3;
    uint256 internal constant LOCKS = 4;
    Recorder internal constant recorder = Recorder(address(vm));

    /// @dev Two accounts for each investor: the first three are the accounts 1.
    function holder(uint256 i) internal view returns (Account memory) {
        return account(investors[i % 3], uint64(1 + i / 3));
    }

    /// @dev The whole ledger, at the beginning of a course.
    function photograph(Course memory course) internal view returns (Photo memory photo) {
        for (uint256 r; r < REGISTRIES; ++r) {
            _readRegistry(photo, r);
        }
        _readNotes(photo, course);
        _readTokens(photo);
        _readDeliveries(photo, course);
    }

    /// @dev As photograph, but what no call has written since `recorder.record()` is as it was.
    function photographAgain(Course memory course) internal returns (Photo memory photo) {
        Photo memory last = course.last;
        bool isSame;
        for (uint256 r; r < REGISTRIES; ++r) {
            if (r == BOND || managers[r] != managers[r - 1]) isSame = !_isWritten(managers[r]);
            if (isSame) {
                photo.held[r] = last.held[r];
                (photo.issued[r], photo.terminated[r]) = (last.issued[r], last.terminated[r]);
                photo.isRegistered[r] = last.isRegistered[r];
            } else {
                _readRegistry(photo, r);
            }
        }
        if (!_isWritten(address(entries)) && last.notes.length == course.numPrints) photo.notes = last.notes;
        else _readNotes(photo, course);
        if (!_isWritten(address(token)) && !_isWritten(address(crooked)) && !_isWritten(address(items))) {
            (photo.euros, photo.crooked, photo.deeds) = (last.euros, last.crooked, last.deeds);
        } else {
            _readTokens(photo);
        }
        if (!_isWritten(address(deliveries))) (photo.flags, photo.states) = (last.flags, last.states);
        else _readDeliveries(photo, course);
    }

    function _isWritten(address target) private returns (bool) {
        (, bytes32[] memory writes) = recorder.accesses(target);
        return writes.length > 0;
    }

    function _readNotes(Photo memory photo, Course memory course) private view {
        photo.notes = new RegistryEntry[](course.numPrints);
        for (uint256 i; i < course.numPrints; ++i) {
            photo.notes[i] = entries.registryEntries(registryIds[NOTE], course.prints[i]);
        }
    }

    function _readTokens(Photo memory photo) private view {
        for (uint256 i; i < 5; ++i) {
            address owner = i == ESCROW ? address(erc20Legs) : i == LOCKS ? address(htlcLegs) : investors[i];
            (photo.euros[i], photo.crooked[i]) = (token.balanceOf(owner), crooked.balanceOf(owner));
        }
        for (uint256 i; i < 3; ++i) {
            photo.deeds[i] = items.ownerOf(i + 1);
        }
    }

    function _readDeliveries(Photo memory photo, Course memory course) private view {
        photo.flags = new uint256[](course.numCases);
        photo.states = new DeliveryState[](course.numCases);
        for (uint256 i; i < course.numCases; ++i) {
            if (course.cases[i].isOver) {
                (photo.flags[i], photo.states[i]) = (course.last.flags[i], course.last.states[i]);
            } else {
                DeliveryId id = course.cases[i].id;
                (photo.flags[i], photo.states[i]) = (deliveries.legFlags(id), deliveries.deliveries(id).state);
            }
        }
    }

    function _readRegistry(Photo memory photo, uint256 r) private view {
        RegistryId id = registryIds[r];
        photo.isRegistered[r] =
            IRegistration(managers[r]).registries(id).registryState == RegistryState.REGISTERED;
        if (r == NOTE) {
            photo.issued[r] = entries.numEntries(id);
            return;
        }
        (photo.issued[r], photo.terminated[r]) = IAccountRegistryManager(managers[r]).supplyOf(id);
        for (uint256 i; i < 6; ++i) {
            Held memory held = photo.held[r][i];
            Account memory where = holder(i);
            if (r == SHARES) {
                (held.balance, held.earmarked, held.marked) = chains.positionOf(CHAIN, where);
                continue;
            }
            held.balance = registries.balanceOf(id, where);
            held.earmarked = registries.earmarkedBalanceOf(id, where);
            if (held.earmarked > 0) held.marked = registries.markedBalanceOf(id, where);
        }
    }

    /// @dev Everything that a delivery shows.
    function hashOf(DeliveryId id) internal view returns (bytes32) {
        return keccak256(abi.encode(deliveries.deliveries(id), deliveries.legFlags(id)));
    }

    function isFinal(DeliveryState state) internal pure returns (bool) {
        return state == DeliveryState.SETTLED || state == DeliveryState.CANCELED;
    }

    function isDigital(Leg memory leg) internal pure returns (bool) {
        return leg.legType == LegType.DIGITAL || leg.legType == LegType.DIGITAL_WITH_COORDINATOR
            || leg.legType == LegType.TXC;
    }

    function isOffLedger(Leg memory leg) internal pure returns (bool) {
        return leg.legType == LegType.EXTERNAL || leg.legType == LegType.TRADITIONAL;
    }

    function isToken(Leg memory leg) internal pure returns (bool) {
        return leg.legType == LegType.ERC20 || leg.legType == LegType.HTLC;
    }

    function isIssue(Leg memory leg) internal pure returns (bool) {
        return leg.sender == leg.registrar;
    }

    function isTermination(Leg memory leg) internal pure returns (bool) {
        return leg.receiver == leg.registrar;
    }

    /// @dev The registry of a digital leg.
    function registryOf(Leg memory leg) internal view returns (uint256 r) {
        while (RegistryId.unwrap(registryIds[r]) != leg.assetId) ++r;
    }

    function escrowOf(Leg memory leg) internal view returns (IEscrowLegManager) {
        return IEscrowLegManager(leg.legType == LegType.ERC20 ? address(erc20Legs) : address(htlcLegs));
    }

    function bitsOf(uint256 flags, uint256 legIdx) internal pure returns (uint256) {
        return (flags >> (8 * legIdx)) & 0xff;
    }

    function movementOf(Case memory one_, uint256 legIdx) internal view returns (IRegistry.Movement memory) {
        Leg memory leg = one_.legs[legIdx];
        return IRegistry.Movement(
            RegistryId.wrap(leg.assetId),
            deliveries.legReference(one_.id, legIdx),
            leg.sender,
            leg.receiver,
            leg.registrar,
            leg.quantity
        );
    }
}
