// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IEscrowLegManager } from "../../src/interfaces/delivery/IEscrowLegManager.sol";
import { ILegManager } from "../../src/interfaces/delivery/ILegManager.sol";
import { ILockingLegManager } from "../../src/interfaces/delivery/ILockingLegManager.sol";
import { ISettlingLegManager } from "../../src/interfaces/delivery/ISettlingLegManager.sol";
import { DeliveryId } from "../../src/types/Delivery.sol";
import { EntryType } from "../../src/types/Entry.sol";
import { Leg, LegType } from "../../src/types/Leg.sol";
import { RegistryId } from "../../src/types/Registry.sol";
import { LedgerModel } from "./LedgerModel.sol";

/// @title What one leg of a delivery does in the model: confirmed by its sender and receiver, settled,
/// released.
abstract contract LegRules is LedgerModel {
    enum State {
        OPEN,
        SETTLED,
        CANCELED
    }

    struct Ghost {
        DeliveryId id;
        address creator;
        State state;
        uint64 valueDate;
        uint64 expiresAt;
        uint256 numClosings;
        uint256 flags;
        /// @dev As created, which is how every call passes them again.
        bytes legs;
    }

    /// @dev The data of sender and receiver, and the assets held meanwhile.
    struct Side {
        uint64 from;
        uint64 to;
        bytes32 spent;
        bytes32 named;
        bytes32 hash;
        uint64 deadline;
        bool isUnlocked;
        bool isHeld;
    }

    Ghost[] internal ghosts;
    mapping(uint256 ghost => mapping(uint256 leg => Side)) public sides;
    mapping(bytes32 hash => bool) internal isHashUsed;
    mapping(bytes32 deliveryAndParties => uint64) internal earliest;

    function isDigital(Leg memory leg) internal pure returns (bool) {
        return leg.legType == LegType.DIGITAL || leg.legType == LegType.DIGITAL_WITH_COORDINATOR
            || leg.legType == LegType.TXC;
    }

    function isOffLedger(Leg memory leg) internal pure returns (bool) {
        return leg.legType == LegType.EXTERNAL || leg.legType == LegType.TRADITIONAL;
    }

    function isHtlc(Leg memory leg) internal pure returns (bool) {
        return leg.legType == LegType.HTLC;
    }

    function isConfirmed(Leg memory leg) internal pure returns (bool) {
        return !isOffLedger(leg) && !isHtlc(leg);
    }

    function isIssue(Leg memory leg) internal pure returns (bool) {
        return leg.registrar != address(0) && leg.sender == leg.registrar;
    }

    function isTermination(Leg memory leg) internal pure returns (bool) {
        return leg.registrar != address(0) && leg.receiver == leg.registrar;
    }

    function registryOf(Leg memory leg) internal view returns (uint256 r) {
        while (RegistryId.unwrap(registryIds[r]) != leg.assetId) {
            ++r;
        }
    }

    /// @dev What a registry asks before it holds or names anything for a movement.
    function demandMovement(Leg memory leg) internal view {
        uint256 r = registryOf(leg);
        demandRegistered(r);
        if (!isTermination(leg)) demandListed(r, leg.receiver);
        demandHeld(managers[r], leg.registrar);
        demandHeld(managers[r], leg.sender);
        demandHeld(managers[r], leg.receiver);
    }

    function demandAgent(Leg memory leg) internal view {
        demandHeld(leg.assetManager, leg.registrar);
    }

    function giveAsSender(uint256 g, uint256 i, Leg memory leg, bytes memory data) internal {
        Side storage side = sides[g][i];
        if (leg.legType == LegType.ERC20) {
            moveEuros(leg.sender, address(erc20Legs), leg.quantity);
        } else if (leg.legType == LegType.ERC721) {
            moveDeed(uint256(leg.assetId), leg.sender, address(erc721Legs));
        } else {
            demandMovement(leg);
            uint256 r = registryOf(leg);
            demandHeld(managers[r], address(deliveries));
            if (r == NOTE) {
                side.spent = abi.decode(data, (bytes32[]))[0];
                demandNote(side.spent, leg.sender, EntryType.ISSUED);
                notes[side.spent].holder = g + 1;
            } else {
                side.from = _number(r, data);
                demandFree(r, leg.sender, side.from, leg.quantity);
                holdings[r][leg.sender][side.from].earmarked += leg.quantity;
            }
        }
        side.isHeld = true;
    }

    /// @dev Without data the receiver has named its account before.
    function giveAsReceiver(uint256 g, uint256 i, Leg memory leg, bytes memory data) internal {
        if (!isDigital(leg)) return;
        if (data.length > 0) return name(g, i, leg, data);
        Side storage side = sides[g][i];
        demand(side.to > 0 || side.named != 0, ISettlingLegManager.LegReceivingAccountMissing.selector);
    }

    /// @dev What the accounts manager holds already it has checked whole.
    function name(uint256 g, uint256 i, Leg memory leg, bytes memory data) internal {
        demand(isDigital(leg), ILegManager.LegDataUnexpected.selector);
        Side storage side = sides[g][i];
        uint256 r = registryOf(leg);
        demandRegistered(r);
        if (r > CLUB || !side.isHeld) {
            demandMovement(leg);
            demandHeld(managers[r], address(deliveries));
        }
        if (r == NOTE) side.named = abi.decode(data, (bytes32[]))[0];
        else side.to = _number(r, data);
    }

    function lockLeg(uint256 g, uint256 i, Leg memory leg, bytes32 hash, uint64 deadline) internal {
        bytes32 id = DeliveryId.unwrap(ghosts[g].id);
        demand(!isHashUsed[hash], ILockingLegManager.LockHashInUse.selector);
        bool isInTime = deadline >= block.timestamp + 1 hours && deadline <= block.timestamp + 90 days;
        demand(isInTime, ILockingLegManager.LockDeadlineInvalid.selector);
        uint64 opposite = earliest[keccak256(abi.encode(id, leg.receiver, leg.sender))];
        bool isOrdered = opposite == 0 || deadline + 1 hours <= opposite;
        demand(isOrdered, ILockingLegManager.LockDeadlineTooLate.selector);
        bytes32 own = keccak256(abi.encode(id, leg.sender, leg.receiver));
        if (earliest[own] == 0 || deadline < earliest[own]) earliest[own] = deadline;
        moveEuros(leg.sender, address(htlcLegs), leg.quantity);
        isHashUsed[hash] = true;
        Side storage side = sides[g][i];
        (side.hash, side.deadline, side.isHeld) = (hash, deadline, true);
    }

    function unlockLeg(uint256 g, uint256 i, bytes memory key) internal {
        Side storage side = sides[g][i];
        demand(side.isHeld, ILockingLegManager.LockNotTaken.selector);
        demand(!side.isUnlocked, ILockingLegManager.LockAlreadyUnlocked.selector);
        demand(block.timestamp < side.deadline, ILockingLegManager.LockExpired.selector);
        demand(sha256(key) == side.hash, ILockingLegManager.LockKeyInvalid.selector);
        side.isUnlocked = true;
    }

    function settleLeg(uint256 g, uint256 i, Leg memory leg) internal {
        Side storage side = sides[g][i];
        if (leg.legType == LegType.TRADITIONAL) demandAgent(leg);
        if (isDigital(leg)) _settleDigital(side, leg);
        else if (leg.legType == LegType.ERC20) moveEuros(address(erc20Legs), leg.receiver, leg.quantity);
        else if (leg.legType == LegType.ERC721) _moveDeed(leg, leg.receiver);
        else if (isHtlc(leg)) _settleLock(side, leg);
        side.isHeld = false;
    }

    function releaseLeg(uint256 g, uint256 i, Leg memory leg) internal {
        Side storage side = sides[g][i];
        if (!side.isHeld) return;
        side.isHeld = false;
        if (isDigital(leg)) {
            if (side.spent != 0) notes[side.spent].holder = 0;
            else holdings[registryOf(leg)][leg.sender][side.from].earmarked -= leg.quantity;
        } else if (leg.legType == LegType.ERC20) {
            moveEuros(address(erc20Legs), leg.sender, leg.quantity);
        } else if (leg.legType == LegType.ERC721) {
            _moveDeed(leg, leg.sender);
        } else {
            moveEuros(address(htlcLegs), leg.sender, leg.quantity);
            if (!side.isUnlocked) isHashUsed[side.hash] = false;
            side.isUnlocked = false;
        }
    }

    function _settleDigital(Side storage side, Leg memory leg) private {
        uint256 r = registryOf(leg);
        demandRegistered(r);
        demandHeld(managers[r], address(deliveries));
        demandHeld(managers[r], leg.registrar);
        demandHeld(managers[r], leg.receiver);
        if (!isTermination(leg)) demandListed(r, leg.receiver);
        if (r == NOTE) {
            if (!isIssue(leg)) endNote(side.spent);
            if (!isTermination(leg)) addNote(side.named, leg.receiver);
            return;
        }
        if (isIssue(leg)) {
            issued[r] += leg.quantity;
        } else {
            holdings[r][leg.sender][side.from].balance -= leg.quantity;
            holdings[r][leg.sender][side.from].earmarked -= leg.quantity;
        }
        if (isTermination(leg)) terminated[r] += leg.quantity;
        else holdings[r][leg.receiver][side.to].balance += leg.quantity;
    }

    function _settleLock(Side storage side, Leg memory leg) private {
        demand(side.isUnlocked, ILockingLegManager.LockNotUnlocked.selector);
        moveEuros(address(htlcLegs), leg.receiver, leg.quantity);
    }

    function _moveDeed(Leg memory leg, address to) private {
        moveDeed(uint256(leg.assetId), address(erc721Legs), to);
    }

    /// @dev An account's number comes first in the data of every registry.
    function _number(uint256 r, bytes memory data) private pure returns (uint64) {
        if (r != SHARES) return uint64(abi.decode(data, (uint256)));
        (uint256 number,) = abi.decode(data, (uint256, bytes32));
        return uint64(number);
    }
}
