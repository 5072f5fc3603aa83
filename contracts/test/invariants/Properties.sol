// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IDeliveryManager } from "../../src/interfaces/delivery/IDeliveryManager.sol";
import { IEscrowLegManager } from "../../src/interfaces/delivery/IEscrowLegManager.sol";
import { IRegistry } from "../../src/interfaces/IRegistry.sol";
import { DeliveryState } from "../../src/types/Delivery.sol";
import { RegistryEntry } from "../../src/types/Entry.sol";
import { Leg, LegType } from "../../src/types/Leg.sol";
import { RegistryId } from "../../src/types/Registry.sol";
import { Handler } from "./Handler.sol";

/// @title What must hold at every moment, after whatever anybody did: each property by its number, the ledger against
/// the model.
contract Properties is Handler {
    uint256 private constant LATEST = 5;

    constructor() {
        setUp();
    }

    /// @dev What has been issued and not terminated is what everybody holds.
    function p01_conservation() external view {
        for (uint256 r; r < REGISTRIES; ++r) {
            if (r == NOTE) {
                same(entries.numEntries(registryIds[r]), _livingNotes(), "P01: living notes");
                continue;
            }
            uint256 total;
            for (uint256 i; i < 6; ++i) {
                total += balanceOf(r, investors[i % 3], uint64(1 + i / 3));
            }
            (uint256 issued_, uint256 terminated_) = _supplyOf(r);
            same(issued_ - terminated_, total, "P01: the supply is not the sum of balances");
        }
    }

    /// @dev Nothing but what issues raises the supply, nothing but what terminates lowers it.
    function p02_supply() external view {
        for (uint256 r; r < REGISTRIES; ++r) {
            if (r == NOTE) {
                same(entries.numEntries(registryIds[r]), numLivingNotes, "P02: notes");
                continue;
            }
            (uint256 issued_, uint256 terminated_) = _supplyOf(r);
            same(issued_, issued[r], "P02: issued");
            same(terminated_, terminated[r], "P02: terminated");
        }
    }

    /// @dev What is earmarked is what open deliveries hold and owners have marked, and never more than is there.
    function p03_earmarks() external view {
        for (uint256 r; r < REGISTRIES; ++r) {
            for (uint256 i; r != NOTE && i < 6; ++i) {
                (address owner, uint64 number) = (investors[i % 3], uint64(1 + i / 3));
                (uint256 balance, uint256 earmarked, uint256 marked) = positionOf(r, owner, number);
                check(earmarked <= balance, "P03: more earmarked than held");
                same(marked, holdings[r][owner][number].marked, "P03: marked");
                same(earmarked, holdings[r][owner][number].earmarked, "P03: earmarked");
            }
            uint256 marks;
            uint256 earmarks;
            for (uint256 i; r != NOTE && i < 6; ++i) {
                Holding storage holding = holdings[r][investors[i % 3]][uint64(1 + i / 3)];
                (marks, earmarks) = (marks + holding.marked, earmarks + holding.earmarked);
            }
            if (r != NOTE) same(earmarks - marks, _heldByOpen(r), "P03: an earmark without a delivery");
        }
    }

    /// @dev Every account and every note is where the calls have brought it: nothing else moved, least of all what is
    /// earmarked.
    function p05_positions() external view {
        for (uint256 r; r < REGISTRIES; ++r) {
            if (r == NOTE) continue;
            check(ledgerHeldIn(r) == heldIn(r), "P05: somebody holds what nobody moved there");
        }
        for (uint256 i; i < prints.length; ++i) {
            RegistryEntry memory entry = entries.registryEntries(registryIds[NOTE], prints[i]);
            Note storage note = notes[prints[i]];
            check(entry.entryType == note.entryType, "P05: a note's type");
            same(entry.owner, note.owner, "P05: a note's owner");
            bool isHeld = note.holder > 0;
            same(entry.earmarkedBy, isHeld ? address(deliveries) : address(0), "P05: who holds a note");
        }
    }

    /// @dev All legs or none, and no hold left behind by a closed delivery.
    function p10_allOrNone() external view {
        for (uint256 g = _first(); g < ghosts.length; ++g) {
            Leg[] memory legs = legsOf(g);
            uint256 flags = deliveries.legFlags(ghosts[g].id);
            for (uint256 i; i < legs.length; ++i) {
                bool isDelivered = (flags >> (8 * i)) & DELIVERED != 0;
                check(isDelivered == (ghosts[g].state == State.SETTLED), "P10: delivered in part");
                if (ghosts[g].state != State.OPEN) check(!_isHeld(g, i, legs[i]), "P10: a hold left behind");
            }
        }
    }

    /// @dev Final states are final; a delivery is pending once somebody has given something.
    function p11_states() external view {
        for (uint256 g = _first(); g < ghosts.length; ++g) {
            DeliveryState state = deliveries.deliveries(ghosts[g].id).state;
            if (ghosts[g].state == State.SETTLED) {
                check(state == DeliveryState.SETTLED, "P11: not settled");
            } else if (ghosts[g].state == State.CANCELED) {
                check(state == DeliveryState.CANCELED, "P11: not canceled");
            } else {
                bool isOpen = state == DeliveryState.CREATED || state == DeliveryState.PENDING;
                check(isOpen, "P11: not open");
            }
        }
    }

    /// @dev A delivery ends once, whatever else is tried with it afterwards.
    function p12_once() external view {
        for (uint256 g = _first(); g < ghosts.length; ++g) {
            Ghost storage ghost = ghosts[g];
            same(ghost.numClosings, ghost.state == State.OPEN ? 0 : 1, "P12: ended twice");
            // Reverts unless the delivery has these legs.
            deliveries.legStates(ghost.id, legsOf(g));
        }
    }

    /// @dev While a delivery is open, all that was given for it is held, however often its settlement failed.
    function p13_nothingMovesBefore() external view {
        for (uint256 g = _first(); g < ghosts.length; ++g) {
            if (ghosts[g].state != State.OPEN) continue;
            Leg[] memory legs = legsOf(g);
            for (uint256 i; i < legs.length; ++i) {
                check(_isHeld(g, i, legs[i]) == _isGiven(g, i), "P13: confirmed and not held");
            }
        }
    }

    /// @dev Every confirmation and every vote is one that its own party gave.
    function p14_confirmations() external view {
        for (uint256 g = _first(); g < ghosts.length; ++g) {
            same(deliveries.legFlags(ghosts[g].id), ghosts[g].flags, "P14: a confirmation that nobody gave");
            same(deliveries.deliveries(ghosts[g].id).creator, ghosts[g].creator, "P14: the creator");
        }
    }

    function p15_recount() external view {
        for (uint256 g = _first(); g < ghosts.length; ++g) {
            IDeliveryManager.Delivery memory delivery = deliveries.deliveries(ghosts[g].id);
            uint256 numLegs = legsOf(g).length;
            uint256 confirmed;
            for (uint256 i; i < numLegs; ++i) {
                if (bitsOf(g, i) & EVERYBODY == EVERYBODY) ++confirmed;
            }
            same(delivery.numLegs, numLegs, "P15: legs");
            same(delivery.numLegsConfirmed, confirmed, "P15: confirmed");
            same(delivery.numLegsDelivered, ghosts[g].state == State.SETTLED ? numLegs : 0, "P15: delivered");
        }
    }

    /// @dev While a registry is suspended everybody holds what they held.
    function p36_suspension() external view {
        for (uint256 r; r < REGISTRIES; ++r) {
            if (suspended[r]) check(ledgerHeldIn(r) == heldAtSuspension[r], "P36: moved while suspended");
        }
    }

    /// @dev Tokens and deeds are with their owners, or in escrow for an open leg; ether is nowhere.
    function p42_escrow() external view {
        address[5] memory owners = [alpen, baltic, rhone, address(erc20Legs), address(htlcLegs)];
        for (uint256 i; i < 5; ++i) {
            same(token.balanceOf(owners[i]), euros[owners[i]], "P42: euros");
        }
        (uint256 paid_, uint256 locked) = _inEscrow();
        same(token.balanceOf(address(erc20Legs)), paid_, "P42: payments in escrow");
        same(token.balanceOf(address(htlcLegs)), locked, "P42: locks in escrow");
        for (uint256 id = 1; id < 4; ++id) {
            same(items.ownerOf(id), deedOwners[id], "P42: deeds");
        }
        same(address(deliveries).balance + address(htlcLegs).balance, 0, "P42: ether");
    }

    /// @dev From wherever a call has brought a delivery, it comes to its end by what its parties may do at any time.
    /// As an invariant leaves nothing behind, this is tried after each call.
    function p43_aWayToTheEnd() external {
        if (ghosts.length > 0 && ghosts[concerned].state == State.OPEN) this.end(concerned);
    }

    function p43_everythingEnds() external {
        for (uint256 g; g < ghosts.length; ++g) {
            if (ghosts[g].state == State.OPEN) this.end(g);
        }
        same(_heldByOpen(BOND) + _heldByOpen(CLUB) + _heldByOpen(SHARES), 0, "P43: held");
        same(token.balanceOf(address(erc20Legs)) + token.balanceOf(address(htlcLegs)), 0, "P43: in escrow");
    }

    /// @dev Whoever has locked something has it back at the deadline, whatever else is missing.
    function p44_locksComeBack() external {
        for (uint256 g = _first(); g < ghosts.length; ++g) {
            if (ghosts[g].state == State.OPEN && isLocked(g, legsOf(g))) return this.reclaim(g);
        }
    }

    /// @dev All are looked at by turns: the latest few, among which things happen, after each call.
    function _first() private view returns (uint256) {
        return ghosts.length > LATEST ? ghosts.length - LATEST : 0;
    }

    function _supplyOf(uint256 r) private view returns (uint256, uint256) {
        return r == SHARES ? chains.supplyOf(registryIds[r]) : registries.supplyOf(registryIds[r]);
    }

    function _livingNotes() private view returns (uint256 count) {
        for (uint256 i; i < prints.length; ++i) {
            if (entries.checkEntryExists(registryIds[NOTE], prints[i])) ++count;
        }
    }

    function _heldByOpen(uint256 r) private view returns (uint256 total) {
        for (uint256 g; g < ghosts.length; ++g) {
            if (ghosts[g].state != State.OPEN) continue;
            Leg[] memory legs = legsOf(g);
            for (uint256 i; i < legs.length; ++i) {
                bool isHere = legs[i].assetId == RegistryId.unwrap(registryIds[r]);
                if (isHere && _isGiven(g, i)) total += legs[i].quantity;
            }
        }
    }

    function _inEscrow() private view returns (uint256 paid_, uint256 locked) {
        for (uint256 g; g < ghosts.length; ++g) {
            if (ghosts[g].state != State.OPEN) continue;
            Leg[] memory legs = legsOf(g);
            for (uint256 i; i < legs.length; ++i) {
                if (!_isGiven(g, i)) continue;
                if (legs[i].legType == LegType.ERC20) paid_ += legs[i].quantity;
                if (isHtlc(legs[i])) locked += legs[i].quantity;
            }
        }
    }

    function _isGiven(uint256 g, uint256 i) private view returns (bool) {
        return sides[g][i].isHeld;
    }

    /// @dev Whether the ledger holds something of the leg's sender.
    function _isHeld(uint256 g, uint256 i, Leg memory leg) private view returns (bool isHeld) {
        if (isOffLedger(leg)) return false;
        bytes32 legRef = deliveries.legReference(ghosts[g].id, i);
        if (!isDigital(leg)) {
            address manager = deliveries.legManagers(leg.legType).deliveryLegManager;
            return IEscrowLegManager(manager).isHeld(legRef);
        }
        (isHeld,) = IRegistry(leg.assetManager)
            .preparedSides(
                address(deliveries),
                IRegistry.Movement(
                    RegistryId.wrap(leg.assetId),
                    legRef,
                    leg.sender,
                    leg.receiver,
                    leg.registrar,
                    leg.quantity
                )
            );
    }
}
