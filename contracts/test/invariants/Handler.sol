// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { IDeliveryManager } from "../../src/interfaces/IDeliveryManager.sol";
import { DeliveryId } from "../../src/types/DeliveryId.sol";
import { Leg, LegType } from "../../src/types/Leg.sol";
import { RegistryId } from "../../src/types/RegistryId.sol";
import { Model } from "./Model.sol";

/// @title Random actors doing random things. Of every call the model knows whether it must succeed; that it does
/// exactly then is checked at once, and what it leaves behind by the invariants.
contract Handler is Model {
    address[] private actors;
    RegistryId[] public registryIds;

    constructor() {
        setUp();
        actors = [alpen, baltic, rhone, meridian, nordhafen, stranger];
        registryIds = [bond, fund];
        (issued[bond], issued[fund]) = (2_000, 1_000);
        holdings[bond][alpen][1].balance = 1_000;
        holdings[bond][baltic][1].balance = 1_000;
        holdings[fund][rhone][1].balance = 1_000;
    }

    function numDeliveries() external view returns (uint256) {
        return ghosts.length;
    }

    function delivery(uint256 index) external view returns (DeliveryId, State) {
        return (ghosts[index].id, ghosts[index].state);
    }

    function deliveryManager() external view returns (IDeliveryManager) {
        return deliveries;
    }

    function held(RegistryId registryId, address owner, uint64 number)
        external
        view
        returns (uint256, uint256)
    {
        return (
            registries.balanceOf(registryId, account(owner, number)),
            registries.earmarkedBalanceOf(registryId, account(owner, number))
        );
    }

    function supply(RegistryId registryId) external view returns (uint256) {
        return registries.totalSupplyOf(registryId);
    }

    /// @dev What a delivery holds earmarked in a registry: nothing, once it is closed.
    function earmarkedBy(uint256 index, RegistryId registryId) external view returns (uint256 total) {
        if (ghosts[index].state != State.OPEN) return 0;
        GhostLeg[] storage legs = ghostLegs[index];
        for (uint256 i; i < legs.length; ++i) {
            bool isHere = RegistryId.unwrap(legs[i].registryId) == RegistryId.unwrap(registryId);
            if (isHere && !legs[i].isCash && legs[i].senderGave) total += legs[i].quantity;
        }
    }

    function investor(uint256 index) public view returns (address) {
        return actors[index % 3];
    }

    function transfer(uint256 who, uint256 registry, uint256 quantity, bool deliver) external {
        Leg[] memory legs = one(_transferLeg(who, who / 3 + 1, registry, quantity));
        _create(deliver ? legs[0].sender : legs[0].receiver, legs, who);
    }

    function repo(uint256 who, uint256 registry, uint256 quantity, bool deliver) external {
        Leg memory first = _transferLeg(who, who / 3 + 1, registry, quantity);
        Leg[] memory legs = two(first, cash(first.receiver, first.sender));
        _create(deliver ? first.sender : first.receiver, legs, who);
    }

    function loan(uint256 who, uint256 quantity, uint256 collateral, bool deliver, bool sameRegistry)
        external
    {
        Leg memory first = _transferLeg(who, who / 3 + 1, 0, quantity);
        Leg memory second = _transferLeg(who, who / 3 + 1, sameRegistry ? 0 : 1, collateral);
        (second.sender, second.receiver) = (first.receiver, first.sender);
        _create(deliver ? first.sender : first.receiver, two(first, second), who);
    }

    function mintRequest(uint256 who, uint256 registry, uint256 quantity) external {
        Leg memory request = _transferLeg(who, who % 3 + 1, registry, quantity);
        request.sender = request.registrar;
        _create(request.receiver, one(request), who);
    }

    function burnRequest(uint256 who, uint256 registry, uint256 quantity) external {
        Leg memory request = _transferLeg(who, who % 3 + 1, registry, quantity);
        request.receiver = request.registrar;
        _create(request.sender, one(request), who);
    }

    function confirmAll(uint256 index, uint256 who, uint256 seed) external {
        if (ghosts.length == 0) return;
        index = _recent(index);
        address by = actors[who % actors.length];
        (bool expected, bytes[] memory accounts) = _expectConfirm(index, by, seed);
        vm.prank(by);
        try deliveries.confirmDelivery(ghosts[index].id, legsOf(index), accounts) {
            check(expected, "confirmed against the model");
            _giveAll(index, by, accounts);
        } catch {
            check(!expected, "could not be confirmed against the model");
        }
    }

    function reportPayment(uint256 index, uint256 who) external {
        (bool exists, uint256 i) = _pickCash(index);
        if (!exists) return;
        GhostLeg storage paid = ghostLegs[i][1];
        address by = actors[who % actors.length];
        bool expected =
            ghosts[i].state == State.OPEN && by == paid.sender && !paid.senderGave && isEarmarked(i);
        vm.prank(by);
        try deliveries.reportExternalDelivery(ghosts[i].id, legsOf(i), 1) {
            check(expected, "reported against the model");
            paid.senderGave = true;
        } catch {
            check(!expected, "could not be reported against the model");
        }
    }

    function receivePayment(uint256 index, uint256 who) external {
        (bool exists, uint256 i) = _pickCash(index);
        if (!exists) return;
        GhostLeg storage paid = ghostLegs[i][1];
        address by = actors[who % actors.length];
        bool expected =
            ghosts[i].state == State.OPEN && by == paid.receiver && paid.senderGave && !paid.receiverGave;
        vm.prank(by);
        try deliveries.confirmExternalDelivery(ghosts[i].id, legsOf(i), 1) {
            check(expected, "received against the model");
            paid.receiverGave = true;
        } catch {
            check(!expected, "could not be received against the model");
        }
    }

    function cancelOne(uint256 index, uint256 who) external {
        if (ghosts.length == 0) return;
        index %= ghosts.length;
        address by = actors[who % actors.length];
        (bool expected, bool executes) = _expectCancel(index, by);
        vm.prank(by);
        try deliveries.cancelDelivery(ghosts[index].id, legsOf(index), bytes32("reason")) {
            check(expected, "canceled against the model");
            if (executes) cancelGhost(index);
        } catch {
            check(!expected, "could not be canceled against the model");
        }
    }

    function toggleSuspension(uint256 registry) external {
        RegistryId registryId = registryIds[registry % 2];
        vm.prank(registry % 2 == 0 ? meridian : nordhafen);
        if (suspended[registryId]) registries.unsuspendRegistry(registryId, 0);
        else registries.suspendRegistry(registryId, 0);
        suspended[registryId] = !suspended[registryId];
    }

    function force(uint256 registry, uint256 who, uint256 quantity) external {
        RegistryId registryId = registryIds[registry % 2];
        (address from, address to) = (investor(who), investor(who % 3 + 1));
        quantity %= 1_500;
        bool expected = !suspended[registryId] && quantity > 0 && quantity <= available(registryId, from, 1);
        vm.prank(registry % 2 == 0 ? meridian : nordhafen);
        try registries.forcedTransfer(registryId, account(from, 1), account(to, 2), quantity, "reason") {
            check(expected, "forced against the model");
            holdings[registryId][from][1].balance -= quantity;
            holdings[registryId][to][2].balance += quantity;
        } catch {
            check(!expected, "could not be forced against the model");
        }
    }

    function _transferLeg(uint256 from, uint256 to, uint256 registry, uint256 quantity)
        private
        view
        returns (Leg memory)
    {
        address sender = investor(from);
        address receiver = investor(to);
        if (receiver == sender) receiver = investor(to + 1);
        bool isBond = registry % 2 == 0;
        return digital(
            isBond ? bond : fund, isBond ? meridian : nordhafen, sender, receiver, 1 + (quantity % 700)
        );
    }

    function _create(address by, Leg[] memory legs, uint256 seed) private {
        uint256 index = ghosts.length;
        bool expected = true;
        ghosts.push();
        for (uint256 i; i < legs.length; ++i) {
            GhostLeg storage ghost = ghostLegs[index].push();
            ghost.isCash = legs[i].legType == LegType.EXTERNAL;
            (ghost.sender, ghost.receiver) = (legs[i].sender, legs[i].receiver);
            if (ghost.isCash) continue;
            ghost.registryId = RegistryId.wrap(legs[i].assetId);
            ghost.registrar = legs[i].registrar;
            ghost.quantity = legs[i].quantity;
            uint64 number = _account(seed, i);
            if (ghost.sender == by) {
                legs[i].senderData = data(number);
                (ghost.from, ghost.senderGave) = (number, true);
                if (available(ghost.registryId, by, number) < ghost.quantity) expected = false;
                holdings[ghost.registryId][by][number].earmarked += expected ? ghost.quantity : 0;
            }
            if (ghost.receiver == by) {
                legs[i].receiverData = data(number);
                (ghost.to, ghost.receiverGave) = (number, true);
            }
        }
        expected = expected && !isFrozen(index);
        DeliveryId id = nextId();
        vm.prank(by);
        try deliveries.createDelivery(id, keccak256("private"), legs, 0) {
            check(expected, "created against the model");
            (ghosts[index].id, ghosts[index].creator, ghosts[index].legs) = (id, by, abi.encode(legs));
        } catch {
            check(!expected, "could not be created against the model");
            _forget(index);
        }
    }

    /// @dev Takes back what the model had written down for a delivery that was refused.
    function _forget(uint256 index) private {
        GhostLeg[] storage legs = ghostLegs[index];
        for (uint256 i; i < legs.length; ++i) {
            GhostLeg storage ghost = legs[i];
            Holding storage holding = holdings[ghost.registryId][ghost.sender][ghost.from];
            if (ghost.isCash || !ghost.senderGave || ghost.quantity > holding.balance) continue;
            uint256 real = registries.earmarkedBalanceOf(ghost.registryId, account(ghost.sender, ghost.from));
            holding.earmarked = real;
        }
        delete ghostLegs[index];
        ghosts.pop();
    }

    function _expectConfirm(uint256 index, address by, uint256 seed)
        private
        view
        returns (bool expected, bytes[] memory accounts)
    {
        GhostLeg[] storage legs = ghostLegs[index];
        accounts = new bytes[](legs.length);
        bool givesAsInvestor;
        bool leavesUnmatched;
        bool lacks;
        for (uint256 i; i < legs.length; ++i) {
            GhostLeg storage ghost = legs[i];
            bool sends = !ghost.isCash && !isIssue(ghost) && !ghost.senderGave && ghost.sender == by;
            bool receives =
                !ghost.isCash && !isTermination(ghost) && !ghost.receiverGave && ghost.receiver == by;
            if (sends || receives) accounts[i] = data(_account(seed, i));
            if ((sends || receives) && suspended[ghost.registryId]) lacks = true;
            if (sends && _lacks(legs, i, by, seed)) lacks = true;
            givesAsInvestor = givesAsInvestor || sends || receives;
            leavesUnmatched = leavesUnmatched || (!ghost.senderGave && !isIssue(ghost) && !sends)
                || (!ghost.receiverGave && !isTermination(ghost) && !receives);
        }
        (bool givesAsRegistrar, bool completes) = _asRegistrar(legs, by);
        givesAsRegistrar = givesAsRegistrar && !leavesUnmatched;
        if (ghosts[index].state != State.OPEN || lacks) return (false, accounts);
        if (!givesAsInvestor && !givesAsRegistrar) return (false, accounts);
        expected = leavesUnmatched || !completes || !isFrozen(index);
    }

    /// @dev Earmarks of one confirmation add up where they come from the same account.
    function _lacks(GhostLeg[] storage legs, uint256 legIdx, address by, uint256 seed)
        private
        view
        returns (bool)
    {
        uint64 number = _account(seed, legIdx);
        uint256 needed;
        for (uint256 i; i <= legIdx; ++i) {
            GhostLeg storage ghost = legs[i];
            if (ghost.isCash || ghost.sender != by || ghost.senderGave || _account(seed, i) != number) {
                continue;
            }
            if (RegistryId.unwrap(ghost.registryId) != RegistryId.unwrap(legs[legIdx].registryId)) continue;
            needed += ghost.quantity;
        }
        return needed > available(legs[legIdx].registryId, by, number);
    }

    function _asRegistrar(GhostLeg[] storage legs, address by)
        private
        view
        returns (bool gives, bool completes)
    {
        completes = true;
        for (uint256 i; i < legs.length; ++i) {
            if (legs[i].isCash || legs[i].registrarGave) continue;
            if (legs[i].registrar == by) gives = true;
            else completes = false;
        }
    }

    function _giveAll(uint256 index, address by, bytes[] memory accounts) private {
        GhostLeg[] storage legs = ghostLegs[index];
        for (uint256 i; i < legs.length; ++i) {
            GhostLeg storage ghost = legs[i];
            if (accounts[i].length == 0) continue;
            uint64 number = uint64(abi.decode(accounts[i], (uint256)));
            if (ghost.sender == by) {
                (ghost.from, ghost.senderGave) = (number, true);
                holdings[ghost.registryId][by][number].earmarked += ghost.quantity;
            } else {
                (ghost.to, ghost.receiverGave) = (number, true);
            }
        }
        if (!isMatched(index)) return;
        for (uint256 i; i < legs.length; ++i) {
            if (!legs[i].isCash && legs[i].registrar == by) legs[i].registrarGave = true;
        }
        if (isComplete(index)) settleGhost(index);
    }

    function _expectCancel(uint256 index, address by) private returns (bool expected, bool executes) {
        if (ghosts[index].state != State.OPEN) return (false, false);
        GhostLeg[] storage legs = ghostLegs[index];
        bool isParty;
        bool hasVoted = true;
        for (uint256 i; i < legs.length; ++i) {
            if (!legs[i].isCash && legs[i].registrar == by) return (true, true);
            if (legs[i].sender == by) (isParty, hasVoted) = (true, hasVoted && legs[i].senderVoted);
            if (legs[i].receiver == by) (isParty, hasVoted) = (true, hasVoted && legs[i].receiverVoted);
        }
        if (!isParty) return (false, false);
        if (!isMatched(index) && !isReported(index)) return (true, true);
        if (hasVoted) return (false, false);
        executes = true;
        for (uint256 i; i < legs.length; ++i) {
            if (legs[i].sender == by) legs[i].senderVoted = true;
            if (legs[i].receiver == by) legs[i].receiverVoted = true;
            executes = executes && (legs[i].senderVoted || isIssue(legs[i]));
            executes = executes && (legs[i].receiverVoted || isTermination(legs[i]));
        }
        return (true, executes);
    }

    /// @dev Mostly one of the last few, so that deliveries come to their end.
    function _recent(uint256 index) private view returns (uint256) {
        uint256 last = ghosts.length - 1;
        return index % 8 == 0 || last < 4 ? index % ghosts.length : last - index % 4;
    }

    function _pickCash(uint256 index) private view returns (bool, uint256) {
        for (uint256 i; i < ghosts.length; ++i) {
            uint256 candidate = (index % ghosts.length + i) % ghosts.length;
            if (ghostLegs[candidate].length == 2 && ghostLegs[candidate][1].isCash) return (true, candidate);
        }
        return (false, 0);
    }

    function _account(uint256 seed, uint256 legIdx) private pure returns (uint64) {
        return uint64(1 + ((seed >> legIdx) % 5) / 4);
    }
}
