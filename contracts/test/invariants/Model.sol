// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { DeliveryId } from "../../src/types/DeliveryId.sol";
import { Leg } from "../../src/types/Leg.sol";
import { RegistryId } from "../../src/types/RegistryId.sol";
import { DeliveryWorld } from "../support/DeliveryWorld.sol";

/// @title What the ledger should hold, kept beside it in the plainest way: the rules once more, without their code.
abstract contract Model is DeliveryWorld {
    enum State {
        OPEN,
        SETTLED,
        CANCELED
    }

    struct GhostLeg {
        bool isCash;
        RegistryId registryId;
        address registrar;
        address sender;
        address receiver;
        uint256 quantity;
        uint64 from;
        uint64 to;
        bool senderGave;
        bool receiverGave;
        bool registrarGave;
        bool senderVoted;
        bool receiverVoted;
    }

    struct Ghost {
        DeliveryId id;
        address creator;
        State state;
        /// @dev As created, which is how every call passes them again.
        bytes legs;
    }

    struct Holding {
        uint256 balance;
        uint256 earmarked;
    }

    Ghost[] internal ghosts;
    mapping(uint256 ghost => GhostLeg[]) internal ghostLegs;
    mapping(RegistryId => mapping(address owner => mapping(uint64 number => Holding))) public holdings;
    mapping(RegistryId => uint256) public issued;
    mapping(RegistryId => uint256) public terminated;
    mapping(RegistryId => bool) internal suspended;

    function legsOf(uint256 index) public view returns (Leg[] memory) {
        return abi.decode(ghosts[index].legs, (Leg[]));
    }

    function isIssue(GhostLeg storage leg) internal view returns (bool) {
        return !leg.isCash && leg.sender == leg.registrar;
    }

    function isTermination(GhostLeg storage leg) internal view returns (bool) {
        return !leg.isCash && leg.receiver == leg.registrar;
    }

    function isMatched(uint256 index) internal view returns (bool) {
        GhostLeg[] storage legs = ghostLegs[index];
        for (uint256 i; i < legs.length; ++i) {
            if (!legs[i].senderGave && !isIssue(legs[i])) return false;
            if (!legs[i].receiverGave && !isTermination(legs[i])) return false;
        }
        return true;
    }

    function isComplete(uint256 index) internal view returns (bool) {
        GhostLeg[] storage legs = ghostLegs[index];
        for (uint256 i; i < legs.length; ++i) {
            if (!legs[i].isCash && !legs[i].registrarGave) return false;
        }
        return isMatched(index);
    }

    function isEarmarked(uint256 index) internal view returns (bool) {
        GhostLeg[] storage legs = ghostLegs[index];
        for (uint256 i; i < legs.length; ++i) {
            if (!legs[i].isCash && !legs[i].senderGave && !isIssue(legs[i])) return false;
        }
        return true;
    }

    function isReported(uint256 index) internal view returns (bool) {
        GhostLeg[] storage legs = ghostLegs[index];
        for (uint256 i; i < legs.length; ++i) {
            if (legs[i].isCash && legs[i].senderGave) return true;
        }
        return false;
    }

    function isFrozen(uint256 index) internal view returns (bool) {
        GhostLeg[] storage legs = ghostLegs[index];
        for (uint256 i; i < legs.length; ++i) {
            if (suspended[legs[i].registryId]) return true;
        }
        return false;
    }

    function available(RegistryId registryId, address owner, uint64 number) public view returns (uint256) {
        Holding storage holding = holdings[registryId][owner][number];
        return holding.balance - holding.earmarked;
    }

    function settleGhost(uint256 index) internal {
        ghosts[index].state = State.SETTLED;
        GhostLeg[] storage legs = ghostLegs[index];
        for (uint256 i; i < legs.length; ++i) {
            GhostLeg storage leg = legs[i];
            if (leg.isCash) continue;
            if (isIssue(leg)) {
                issued[leg.registryId] += leg.quantity;
            } else {
                holdings[leg.registryId][leg.sender][leg.from].balance -= leg.quantity;
                holdings[leg.registryId][leg.sender][leg.from].earmarked -= leg.quantity;
            }
            if (isTermination(leg)) terminated[leg.registryId] += leg.quantity;
            else holdings[leg.registryId][leg.receiver][leg.to].balance += leg.quantity;
        }
    }

    function cancelGhost(uint256 index) internal {
        ghosts[index].state = State.CANCELED;
        GhostLeg[] storage legs = ghostLegs[index];
        for (uint256 i; i < legs.length; ++i) {
            GhostLeg storage leg = legs[i];
            if (leg.isCash || isIssue(leg) || !leg.senderGave) continue;
            holdings[leg.registryId][leg.sender][leg.from].earmarked -= leg.quantity;
        }
    }
}
