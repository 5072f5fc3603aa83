// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IAccountRegistryManager } from "../../src/interfaces/IAccountRegistryManager.sol";
import { IChainRegistryManager } from "../../src/interfaces/IChainRegistryManager.sol";
import { IPrivilegeManager } from "../../src/interfaces/IPrivilegeManager.sol";
import { IRegistration } from "../../src/interfaces/IRegistration.sol";
import { IRegistry } from "../../src/interfaces/IRegistry.sol";
import { IUpgradable } from "../../src/interfaces/IUpgradable.sol";
import { EntryType } from "../../src/types/Entry.sol";
import { DeliveryRules } from "./DeliveryRules.sol";

/// @title The rules of what owners, registrars, the transfer agent and the operator do without a delivery.
abstract contract DirectRules is DeliveryRules {
    /// @dev A quantity, or of notes one note that ends and one that begins.
    struct Move {
        uint256 registry;
        address from;
        uint64 fromNumber;
        address to;
        uint64 toNumber;
        uint256 quantity;
        bytes32 spent;
        bytes32 created;
    }

    mapping(uint256 manager => bool) public isUpgraded;
    /// @dev From when on the announced change may take effect; 0 if none is announced.
    mapping(uint256 manager => uint256) public upgradeFrom;

    /// @dev Chains and entries ask for the privilege before they ask for the whitelist.
    function ruleTransfer(Move calldata move) external {
        uint256 r = move.registry;
        demandRegistered(r);
        if (r >= NOTE) demandHeld(managers[r], move.from);
        bool isOwn = r < NOTE && move.to == move.from;
        demand(isOwn || mayTransfer[r][move.from], IRegistration.SenderNotWhitelisted.selector);
        bool isSelf = move.to == move.from && (r >= NOTE || move.fromNumber == move.toNumber);
        demand(!isSelf, IRegistry.MovementSelf.selector);
        demandHeld(managers[r], move.from);
        demandReceiver(r, move.to);
        _move(move);
    }

    function ruleApprove(uint256 r, address owner, address spender, uint256 quantity) external {
        if (quantity > 0) {
            demandRegistered(r);
            demandHeld(managers[r], owner);
            demandActive(spender);
        }
        allowances[r][owner][spender] = quantity;
    }

    function ruleTransferFrom(Move calldata move, address by) external {
        uint256 r = move.registry;
        demandRegistered(r);
        demand(mayTransfer[r][move.from], IRegistration.SenderNotWhitelisted.selector);
        demandActive(move.from);
        demandActive(by);
        uint256 allowed = allowances[r][move.from][by];
        demand(move.quantity <= allowed, IAccountRegistryManager.AllowanceTooSmall.selector);
        allowances[r][move.from][by] = allowed - move.quantity;
        demandHeld(managers[r], move.from);
        demandReceiver(r, move.to);
        _move(move);
    }

    function ruleForce(Move calldata move, address by) external {
        uint256 r = move.registry;
        demandRegistrar(r, by);
        demand(r != NOTE || move.from != move.to, IRegistry.MovementSelf.selector);
        demandReceiver(r, move.to);
        _move(move);
    }

    function ruleReorg(Move calldata move, address by, bool isForced) external {
        uint256 r = move.registry;
        demandRegistered(r);
        if (isForced) demandRegistrarOf(r, by);
        else demandHeld(managers[r], by);
        _move(move);
    }

    function ruleIssue(Move calldata move, address by) external {
        uint256 r = move.registry;
        _demandIssuer(r, by);
        demandReceiver(r, move.to);
        if (r == NOTE) return addNote(move.created, move.to);
        issued[r] += move.quantity;
        holdings[r][move.to][1].balance += move.quantity;
    }

    function ruleMark(uint256 r, address by, uint256 quantity, bytes32 print) external {
        demandRegistered(r);
        demandHeld(managers[r], by);
        if (r == NOTE) {
            demandNote(print, by, EntryType.ISSUED);
            notes[print].entryType = EntryType.REDEEMABLE;
            return;
        }
        demandFree(r, by, 1, quantity);
        holdings[r][by][1].earmarked += quantity;
        holdings[r][by][1].marked += quantity;
    }

    /// @dev Asks for nothing: what is one's own comes back, whatever has happened meanwhile.
    function ruleUnmark(uint256 r, address by, uint256 quantity, bytes32 print) external {
        if (r == NOTE) {
            demandNote(print, by, EntryType.REDEEMABLE);
            notes[print].entryType = EntryType.ISSUED;
            return;
        }
        _unmark(r, by, quantity);
    }

    function ruleTerminate(uint256 r, address by, address owner, uint256 quantity, bytes32 print) external {
        _demandIssuer(r, by);
        if (r == NOTE) {
            demandNote(print, owner, EntryType.REDEEMABLE);
            return endNote(print);
        }
        _unmark(r, owner, quantity);
        holdings[r][owner][1].balance -= quantity;
        terminated[r] += quantity;
    }

    function ruleSuspend(uint256 r, address by) external {
        demandRegistrar(r, by);
        suspended[r] = true;
        heldAtSuspension[r] = heldIn(r);
    }

    function ruleUnsuspend(uint256 r, address by) external {
        demandRegistrarOf(r, by);
        demand(suspended[r], IRegistration.RegistryNotSuspended.selector);
        suspended[r] = false;
    }

    function ruleWhitelist(uint256 r, address by, address owner) external {
        demandRegistrarOf(r, by);
        mayTransfer[r][owner] = !mayTransfer[r][owner];
    }

    function ruleAnnounce(uint256 manager, address by) external {
        demand(by == operator, IPrivilegeManager.PrivilegeNotHeld.selector);
        upgradeFrom[manager] = block.timestamp + 7 days;
    }

    function ruleUpgrade(uint256 manager, address by) external {
        demand(by == operator, IPrivilegeManager.PrivilegeNotHeld.selector);
        uint256 from = upgradeFrom[manager];
        bool isEffective = block.timestamp >= from && block.timestamp <= from + 30 days;
        demand(isEffective, IUpgradable.UpgradeNotEffective.selector);
        upgradeFrom[manager] = 0;
        isUpgraded[manager] = !isUpgraded[manager];
    }

    function _move(Move calldata move) private {
        if (move.registry != NOTE) {
            return moveFree(move.registry, move.from, move.fromNumber, move.to, move.toNumber, move.quantity);
        }
        demandNote(move.spent, move.from, EntryType.ISSUED);
        endNote(move.spent);
        addNote(move.created, move.to);
    }

    /// @dev The registrar; of shares over a chain the chain's transfer agent.
    function _demandIssuer(uint256 r, address by) private view {
        demandRegistered(r);
        if (r != SHARES) return demandRegistrarOf(r, by);
        demand(by == agent, IChainRegistryManager.TransferAgentRequired.selector);
        demandHeld(managers[r], by);
    }

    function _unmark(uint256 r, address owner, uint256 quantity) private {
        demand(quantity > 0, IAccountRegistryManager.QuantityInvalid.selector);
        Holding storage holding = holdings[r][owner][1];
        demand(quantity <= holding.marked, IAccountRegistryManager.QuantityNotMarked.selector);
        holding.marked -= quantity;
        holding.earmarked -= quantity;
    }
}
