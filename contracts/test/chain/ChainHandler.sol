// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IRegistry } from "../../src/interfaces/IRegistry.sol";
import { AccountNumber } from "../../src/types/Account.sol";
import { CustodyChainId } from "../../src/types/CustodyChain.sol";
import { MovementFixture } from "./MovementFixture.sol";

/// @title Random actors over two custody chains of one registry. A model beside the ledger, as plain as can be, knows of
/// every call whether it must succeed.
contract ChainHandler is MovementFixture {
    struct Holding {
        uint256 balance;
        uint256 earmarked;
        uint256 marked;
    }

    struct Ghost {
        IRegistry.Movement movement;
        CustodyChainId custodyChainId;
        bool isLive;
    }

    mapping(CustodyChainId => mapping(address owner => mapping(uint64 number => Holding))) public holdings;
    mapping(CustodyChainId => uint256) public onramped;
    mapping(CustodyChainId => uint256) public offramped;
    Ghost[] private ghosts;
    bool private isSuspended;

    constructor() {
        setUp();
        holdings[CHAIN][alpen][1].balance = 1_000;
        holdings[CHAIN][baltic][1].balance = 500;
        holdings[OWN][alpen][1].balance = 1_000;
        (onramped[CHAIN], onramped[OWN]) = (1_500, 1_000);
        vm.startPrank(meridian);
        chains.setSenderWhitelisted(shares, alpen, true);
        chains.setSenderWhitelisted(shares, baltic, true);
        vm.stopPrank();
    }

    function investor(uint256 index) public view returns (address) {
        return [alpen, baltic, rhone][index % 3];
    }

    function chain(uint256 index) public pure returns (CustodyChainId) {
        return index % 3 == 2 ? OWN : CHAIN;
    }

    function position(CustodyChainId custodyChainId, address owner, uint64 number)
        external
        view
        returns (uint256, uint256, uint256)
    {
        return chains.positionOf(custodyChainId, account(owner, number));
    }

    function supplies(CustodyChainId custodyChainId)
        external
        view
        returns (uint256 onramped_, uint256 offramped_, uint256 allOn, uint256 allOff)
    {
        (onramped_, offramped_) = chains.chainSupplyOf(custodyChainId);
        (allOn, allOff) = chains.supplyOf(shares);
    }

    function totalSupply() external view returns (uint256) {
        return chains.totalSupplyOf(shares);
    }

    /// @dev What the movements that are neither made nor released hold of an account.
    function heldByMovements(CustodyChainId custodyChainId, address owner)
        external
        view
        returns (uint256 total)
    {
        for (uint256 i; i < ghosts.length; ++i) {
            bool isHere =
                CustodyChainId.unwrap(ghosts[i].custodyChainId) == CustodyChainId.unwrap(custodyChainId);
            if (ghosts[i].isLive && isHere && ghosts[i].movement.sender == owner) {
                total += ghosts[i].movement.quantity;
            }
        }
    }

    function onramp(uint256 who, uint256 which, uint256 quantity, bool byAgent) external {
        (CustodyChainId custodyChainId, address owner) = (chain(which), investor(who));
        (quantity, byAgent) = (quantity % 700, byAgent || who % 4 != 0);
        address by = byAgent == (which % 3 == 2) ? meridian : agent;
        vm.prank(by);
        try chains.onramp(shares, custodyChainId, account(owner, 1), quantity, REF) {
            check(byAgent && quantity > 0 && !isSuspended, "on-ramped against the model");
            holdings[custodyChainId][owner][1].balance += quantity;
            onramped[custodyChainId] += quantity;
        } catch {
            check(!(byAgent && quantity > 0 && !isSuspended), "could not be on-ramped against the model");
        }
    }

    function offramp(uint256 who, uint256 which, uint256 quantity) external {
        (CustodyChainId custodyChainId, address owner) = (chain(which), investor(who));
        Holding storage holding = holdings[custodyChainId][owner][1];
        quantity %= holding.marked + 2;
        bool expected = !isSuspended && quantity > 0 && quantity <= holding.marked;
        vm.prank(which % 3 == 2 ? meridian : agent);
        try chains.offramp(shares, custodyChainId, account(owner, 1), quantity, REF) {
            check(expected, "off-ramped against the model");
            holding.balance -= quantity;
            holding.earmarked -= quantity;
            holding.marked -= quantity;
            offramped[custodyChainId] += quantity;
        } catch {
            check(!expected, "could not be off-ramped against the model");
        }
    }

    function mark(uint256 who, uint256 which, uint256 quantity) external {
        (CustodyChainId custodyChainId, address owner) = (chain(which), investor(who));
        Holding storage holding = holdings[custodyChainId][owner][1];
        quantity %= 400;
        bool expected = !isSuspended && _isFree(holding, quantity);
        vm.prank(owner);
        try chains.markAsRedeemable(shares, custodyChainId, AccountNumber.wrap(1), quantity) {
            check(expected, "marked against the model");
            holding.earmarked += quantity;
            holding.marked += quantity;
        } catch {
            check(!expected, "could not be marked against the model");
        }
    }

    function unmark(uint256 who, uint256 which, uint256 quantity) external {
        (CustodyChainId custodyChainId, address owner) = (chain(which), investor(who));
        Holding storage holding = holdings[custodyChainId][owner][1];
        quantity %= holding.marked + 2;
        bool expected = quantity > 0 && quantity <= holding.marked;
        vm.prank(owner);
        try chains.cancelRedeemable(shares, custodyChainId, AccountNumber.wrap(1), quantity) {
            check(expected, "unmarked against the model");
            holding.earmarked -= quantity;
            holding.marked -= quantity;
        } catch {
            check(!expected, "could not be unmarked against the model");
        }
    }

    function transfer(uint256 from, uint256 to, uint256 which, uint256 quantity) external {
        (CustodyChainId custodyChainId, address sender) = (chain(which), investor(from));
        address receiver = investor(to);
        quantity %= 700;
        bool expected = !isSuspended && sender != rhone && sender != receiver
            && _isFree(holdings[custodyChainId][sender][1], quantity);
        vm.prank(sender);
        try chains.transfer(shares, custodyChainId, AccountNumber.wrap(1), account(receiver, 1), quantity) {
            check(expected, "transferred against the model");
            _move(custodyChainId, sender, 1, receiver, 1, quantity);
        } catch {
            check(!expected, "could not be transferred against the model");
        }
    }

    function reorg(uint256 who, uint256 which, uint256 quantity, bool back) external {
        (CustodyChainId custodyChainId, address owner) = (chain(which), investor(who));
        (uint64 from, uint64 to) = back ? (uint64(2), uint64(1)) : (uint64(1), uint64(2));
        quantity %= 700;
        bool expected = !isSuspended && _isFree(holdings[custodyChainId][owner][from], quantity);
        vm.prank(owner);
        try chains.reorg(shares, custodyChainId, AccountNumber.wrap(from), AccountNumber.wrap(to), quantity) {
            check(expected, "reorganised against the model");
            _move(custodyChainId, owner, from, owner, to, quantity);
        } catch {
            check(!expected, "could not be reorganised against the model");
        }
    }

    function force(uint256 from, uint256 to, uint256 which, uint256 quantity, bool byRegistrar) external {
        (CustodyChainId custodyChainId, address sender) = (chain(which), investor(from));
        address receiver = investor(to);
        quantity %= 700;
        bool expected = !isSuspended && byRegistrar && _isFree(holdings[custodyChainId][sender][1], quantity);
        vm.prank(byRegistrar ? meridian : agent);
        try chains.forcedTransfer(
            shares, custodyChainId, account(sender, 1), account(receiver, 2), quantity, WHY
        ) {
            check(expected, "forced against the model");
            _move(custodyChainId, sender, 1, receiver, 2, quantity);
        } catch {
            check(!expected, "could not be forced against the model");
        }
    }

    function prepare(uint256 from, uint256 to, uint256 which, uint256 quantity, bool otherChain) external {
        CustodyChainId custodyChainId = chain(which);
        address sender = investor(from);
        address receiver = investor(from % 3 + 1 + to % 2);
        quantity %= 700;
        IRegistry.Movement memory movement =
            IRegistry.Movement(shares, bytes32(ghosts.length + 1), sender, receiver, meridian, quantity);
        Holding storage holding = holdings[custodyChainId][sender][1];
        bool expected = !isSuspended && _isFree(holding, quantity);
        vm.prank(dapp);
        try chains.earmark(movement, _data(1, custodyChainId)) {
            check(expected, "earmarked against the model");
            holding.earmarked += quantity;
            ghosts.push(Ghost(movement, custodyChainId, true));
        } catch {
            check(!expected, "could not be earmarked against the model");
            return;
        }
        CustodyChainId named = otherChain ? chain(which % 3 + 1) : custodyChainId;
        vm.prank(dapp);
        try chains.setReceivingAccount(movement, _data(2, named)) {
            check(CustodyChainId.unwrap(named) == CustodyChainId.unwrap(custodyChainId), "over two chains");
        } catch {
            check(
                CustodyChainId.unwrap(named) != CustodyChainId.unwrap(custodyChainId),
                "not over its own chain"
            );
            _name(dapp, movement, custodyChainId);
        }
    }

    function settle(uint256 index) external {
        if (ghosts.length == 0) return;
        Ghost storage ghost = ghosts[index % ghosts.length];
        bool expected = ghost.isLive && !isSuspended;
        vm.prank(dapp);
        try chains.transferAndUnearmark(ghost.movement) {
            check(expected, "settled against the model");
            ghost.isLive = false;
            holdings[ghost.custodyChainId][ghost.movement.sender][1].earmarked -= ghost.movement.quantity;
            _move(
                ghost.custodyChainId,
                ghost.movement.sender,
                1,
                ghost.movement.receiver,
                2,
                ghost.movement.quantity
            );
        } catch {
            check(!expected, "could not be settled against the model");
        }
    }

    function release(uint256 index, bool byDapp) external {
        if (ghosts.length == 0) return;
        Ghost storage ghost = ghosts[index % ghosts.length];
        bool expected = ghost.isLive && byDapp;
        vm.prank(byDapp ? dapp : ghost.movement.sender);
        try chains.unearmark(ghost.movement) {
            check(expected, "released against the model");
            ghost.isLive = false;
            holdings[ghost.custodyChainId][ghost.movement.sender][1].earmarked -= ghost.movement.quantity;
        } catch {
            check(!expected, "could not be released against the model");
        }
    }

    function toggleSuspension(uint256 seed) external {
        if (!isSuspended && seed % 3 != 0) return;
        vm.prank(meridian);
        if (isSuspended) chains.unsuspendRegistry(shares, 0);
        else chains.suspendRegistry(shares, 0);
        isSuspended = !isSuspended;
    }

    function _isFree(Holding storage holding, uint256 quantity) private view returns (bool) {
        return quantity > 0 && quantity <= holding.balance - holding.earmarked;
    }

    function _move(
        CustodyChainId custodyChainId,
        address sender,
        uint64 from,
        address receiver,
        uint64 to,
        uint256 quantity
    ) private {
        holdings[custodyChainId][sender][from].balance -= quantity;
        holdings[custodyChainId][receiver][to].balance += quantity;
    }
}
