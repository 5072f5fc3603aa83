// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { Privileges } from "../../src/access/Privileges.sol";
import { IRegistration } from "../../src/interfaces/IRegistration.sol";
import { IUpgradable } from "../../src/interfaces/IUpgradable.sol";
import { AccountNumber } from "../../src/types/AccountNumber.sol";
import { EntryType } from "../../src/types/EntryType.sol";
import { RegistryId } from "../../src/types/RegistryId.sol";
import { Deliverers } from "./Deliverers.sol";

/// @title Everything else that may happen in between: owners, registrars and the transfer agent move, issue, mark and
/// terminate without a delivery; registries are suspended, tenants blacklisted, privileges revoked, managers upgraded.
abstract contract Handler is Deliverers {
    enum Trouble {
        NONE,
        SUSPENDED,
        BLACKLISTED,
        REVOKED,
        UNLISTED
    }

    Trouble private trouble;
    uint256 private troubledRegistry;
    address private troubled;
    address private troubledManager;

    function transfer(uint256 seed) external {
        throwDice(seed);
        uint256 r = roll(REGISTRIES);
        Move memory move = _randomMove(r);
        RegistryId id = registryIds[r];
        if (r < NOTE && roll(2) == 0) return _byAllowance(move, id);
        bytes memory call_;
        if (r == NOTE) {
            call_ = abi.encodeCall(entries.transfer, (id, _list(move.spent), move.to, _list(move.created)));
        } else if (r == SHARES) {
            call_ = abi.encodeCall(
                chains.transfer,
                (
                    id,
                    CHAIN,
                    AccountNumber.wrap(move.fromNumber),
                    account(move.to, move.toNumber),
                    move.quantity
                )
            );
        } else {
            call_ = abi.encodeWithSignature(
                "transfer(bytes32,uint64,(address,uint64),uint256)",
                id,
                move.fromNumber,
                account(move.to, move.toNumber),
                move.quantity
            );
        }
        if (act(move.from, managers[r], call_, abi.encodeCall(this.ruleTransfer, (move)))) {
            happened("transferred");
        }
    }

    function force(uint256 seed) external {
        throwDice(seed);
        uint256 r = roll(REGISTRIES);
        Move memory move = _randomMove(r);
        (move.fromNumber, move.toNumber) = (1, 2);
        address by = mostly(registrars[r]);
        RegistryId id = registryIds[r];
        bytes memory call_;
        if (r == NOTE) {
            call_ = abi.encodeCall(
                entries.forcedTransfer,
                (id, move.from, _list(move.spent), move.to, _list(move.created), REASON)
            );
        } else if (r == SHARES) {
            call_ = abi.encodeCall(
                chains.forcedTransfer,
                (id, CHAIN, account(move.from, 1), account(move.to, 2), move.quantity, REASON)
            );
        } else {
            call_ = abi.encodeCall(
                registries.forcedTransfer,
                (id, account(move.from, 1), account(move.to, 2), move.quantity, REASON)
            );
        }
        if (act(by, managers[r], call_, abi.encodeCall(this.ruleForce, (move, by)))) happened("forced");
    }

    function issue(uint256 seed) external {
        throwDice(seed);
        uint256 r = roll(REGISTRIES);
        Move memory move = _randomMove(r);
        address by = mostly(r == SHARES ? agent : registrars[r]);
        RegistryId id = registryIds[r];
        bytes memory call_;
        if (r == NOTE) {
            call_ = abi.encodeCall(entries.issue, (id, _list(move.created), move.to));
        } else if (r == SHARES) {
            call_ = abi.encodeCall(chains.onramp, (id, CHAIN, account(move.to, 1), move.quantity, REASON));
        } else {
            call_ = abi.encodeWithSignature(
                "issue(bytes32,(address,uint64),uint256)", id, account(move.to, 1), move.quantity
            );
        }
        if (act(by, managers[r], call_, abi.encodeCall(this.ruleIssue, (move, by)))) happened("issued");
    }

    /// @dev An owner marks, or takes a mark back.
    function mark(uint256 seed) external {
        throwDice(seed);
        uint256 r = roll(REGISTRIES);
        address by = investors[roll(3)];
        bool isBack = roll(3) == 0;
        bytes32 print = noteOf(by, isBack ? EntryType.REDEEMABLE : EntryType.ISSUED);
        uint256 quantity = isBack ? 1 + roll(holdings[r][by][1].marked + 1) : roll(200);
        (RegistryId id, AccountNumber first) = (registryIds[r], AccountNumber.wrap(1));
        bytes memory call_;
        if (r == NOTE) {
            call_ = isBack
                ? abi.encodeCall(entries.cancelRedeemable, (id, _list(print)))
                : abi.encodeCall(entries.markAsRedeemable, (id, _list(print)));
        } else if (r == SHARES) {
            call_ = isBack
                ? abi.encodeCall(chains.cancelRedeemable, (id, CHAIN, first, quantity))
                : abi.encodeCall(chains.markAsRedeemable, (id, CHAIN, first, quantity));
        } else {
            call_ = isBack
                ? abi.encodeCall(registries.cancelRedeemable, (id, first, quantity))
                : abi.encodeCall(registries.markAsRedeemable, (id, first, quantity));
        }
        bytes memory rule = isBack
            ? abi.encodeCall(this.ruleUnmark, (r, by, quantity, print))
            : abi.encodeCall(this.ruleMark, (r, by, quantity, print));
        if (act(by, managers[r], call_, rule)) happened(isBack ? bytes32("unmarked") : bytes32("marked"));
    }

    function terminate(uint256 seed) external {
        throwDice(seed);
        uint256 r = roll(REGISTRIES);
        address owner = investors[roll(3)];
        bytes32 print = noteOf(owner, EntryType.REDEEMABLE);
        uint256 quantity = 1 + roll(holdings[r][owner][1].marked + 1);
        address by = mostly(r == SHARES ? agent : registrars[r]);
        RegistryId id = registryIds[r];
        bytes memory call_;
        if (r == NOTE) {
            call_ = abi.encodeCall(entries.terminateEntry, (id, _list(print), owner));
        } else if (r == SHARES) {
            call_ = abi.encodeCall(chains.offramp, (id, CHAIN, account(owner, 1), quantity, REASON));
        } else {
            call_ = abi.encodeCall(registries.terminate, (id, account(owner, 1), quantity));
        }
        bytes memory rule = abi.encodeCall(this.ruleTerminate, (r, by, owner, quantity, print));
        if (act(by, managers[r], call_, rule)) happened("terminated");
    }

    function whitelistSender(uint256 seed) external {
        throwDice(seed);
        uint256 r = roll(REGISTRIES);
        address owner = investors[roll(3)];
        for (uint256 i; i < 3 && roll(2) == 0; ++i) {
            if (!mayTransfer[r][investors[i]]) owner = investors[i];
        }
        address by = mostly(registrars[r]);
        bool isListed = !mayTransfer[r][owner];
        bytes memory call_ =
            abi.encodeCall(IRegistration.setSenderWhitelisted, (registryIds[r], owner, isListed));
        if (act(by, managers[r], call_, abi.encodeCall(this.ruleWhitelist, (r, by, owner)))) {
            happened("whitelisted");
        }
    }

    /// @dev One thing at a time goes wrong, and is mended again before the next.
    function makeTrouble(uint256 seed) external {
        throwDice(seed);
        if (trouble != Trouble.NONE) return _mend();
        trouble = Trouble(1 + roll(4));
        troubled = investors[roll(3)];
        if (trouble == Trouble.SUSPENDED) {
            troubledRegistry = roll(REGISTRIES);
            _suspend(registrars[troubledRegistry]);
        } else if (trouble == Trouble.BLACKLISTED) {
            if (roll(4) == 0) troubled = coordinator;
            blacklist(troubled);
            blacklisted[troubled] = true;
        } else if (trouble == Trouble.REVOKED) {
            (troubledManager, troubled) = _someRight();
            revokeOn(troubledManager, troubled, _rightOf(troubledManager, troubled));
            hasLost[troubledManager][troubled] = true;
        } else {
            _list(troubled, false);
        }
        happened("trouble");
    }

    function mend(uint256 seed) external {
        throwDice(seed);
        _mend();
    }

    function suspendAsStranger(uint256 seed) external {
        throwDice(seed);
        uint256 r = roll(REGISTRIES);
        address by = actors[roll(9)];
        if (by == registrars[r]) by = stranger;
        bytes memory call_ = abi.encodeCall(IRegistration.suspendRegistry, (registryIds[r], REASON));
        act(by, managers[r], call_, abi.encodeCall(this.ruleSuspend, (r, by)));
    }

    function upgrade(uint256 seed) external {
        throwDice(seed);
        uint256 i = roll(4);
        address by = mostly(operator);
        bool isBack = isUpgraded[i];
        bytes memory call_ = isBack
            ? abi.encodeCall(IUpgradable.rollback, ())
            : abi.encodeCall(IUpgradable.upgrade, (secondVersions[i], ""));
        bool done = act(by, upgradables[i], call_, abi.encodeCall(this.ruleUpgrade, (i, by)));
        if (done) happened(isBack ? bytes32("rolled back") : bytes32("upgraded"));
    }

    function _mend() private {
        Trouble ended = trouble;
        trouble = Trouble.NONE;
        if (ended == Trouble.SUSPENDED) {
            _unsuspend(registrars[troubledRegistry]);
        } else if (ended == Trouble.BLACKLISTED) {
            address[] memory accounts = new address[](1);
            accounts[0] = troubled;
            vm.prank(operator);
            platform.unblacklist(accounts);
            blacklisted[troubled] = false;
        } else if (ended == Trouble.REVOKED) {
            grantOn(troubledManager, troubled, _rightOf(troubledManager, troubled));
            hasLost[troubledManager][troubled] = false;
        } else if (ended == Trouble.UNLISTED) {
            _list(troubled, true);
        }
    }

    function _suspend(address by) private {
        uint256 r = troubledRegistry;
        bytes memory call_ = abi.encodeCall(IRegistration.suspendRegistry, (registryIds[r], REASON));
        if (act(by, managers[r], call_, abi.encodeCall(this.ruleSuspend, (r, by)))) happened("suspended");
    }

    function _unsuspend(address by) private {
        uint256 r = troubledRegistry;
        bytes memory call_ = abi.encodeCall(IRegistration.unsuspendRegistry, (registryIds[r], REASON));
        act(by, managers[r], call_, abi.encodeCall(this.ruleUnsuspend, (r, by)));
    }

    /// @dev Club units are private.
    function _list(address tenant, bool isListed) private {
        address[] memory tenants = new address[](1);
        tenants[0] = tenant;
        vm.prank(issuer);
        instruments.updateWhitelist(CLUB_UNITS, tenants, isListed);
        unlisted[tenant] = !isListed;
    }

    function _someRight() private returns (address manager, address holder) {
        if (roll(8) == 0) return (address(instruments), agent);
        uint256 r = roll(REGISTRIES);
        uint256 which = roll(6);
        if (which < 3) return (managers[r], investors[which]);
        if (which == 3) return (managers[r], address(deliveries));
        if (which == 4) return (address(chains), agent);
        return (managers[r], registrars[r]);
    }

    function _rightOf(address manager, address holder) private view returns (bytes32) {
        if (manager == address(instruments)) return Privileges.INSTRUMENT_DATA_PROVIDER_TA;
        if (holder == address(deliveries)) return Privileges.REGISTRY_EARMARK_PROTOCOL_DAPP;
        if (holder == agent) return Privileges.REGISTRY_ONRAMPER;
        bool isRegistrar = holder == meridian || holder == nordhafen;
        return isRegistrar ? Privileges.REGISTRY_REGISTRAR : Privileges.REGISTRY_INVESTOR;
    }

    /// @dev The spender is allowed some first, mostly enough.
    function _byAllowance(Move memory move, RegistryId id) private {
        (move.fromNumber, move.toNumber) = (1, 2);
        address by = actors[roll(9)];
        uint256 r = move.registry;
        uint256 allowed = roll(1_000);
        bytes memory approve = abi.encodeCall(registries.approve, (id, by, allowed));
        act(move.from, managers[r], approve, abi.encodeCall(this.ruleApprove, (r, move.from, by, allowed)));
        bytes memory call_ = abi.encodeWithSignature(
            "transferFrom(bytes32,(address,uint64),(address,uint64),uint256)",
            id,
            account(move.from, 1),
            account(move.to, 2),
            move.quantity
        );
        if (act(by, managers[r], call_, abi.encodeCall(this.ruleTransferFrom, (move, by)))) {
            happened("transferred by allowance");
        }
    }

    function _randomMove(uint256 r) private returns (Move memory) {
        address from = investors[roll(3)];
        uint64 fromNumber = roll(5) == 0 ? 2 : 1;
        uint256 quantity = 1 + roll(roll(6) == 0 ? 3_000 : 200);
        bytes32 spent = noteOf(from, EntryType.ISSUED);
        return Move(
            r,
            from,
            fromNumber,
            investors[roll(3)],
            uint64(1 + roll(2)),
            quantity,
            spent,
            fingerprint(nextPrint++)
        );
    }

    function _list(bytes32 print) private pure returns (bytes32[] memory list) {
        list = new bytes32[](1);
        list[0] = print;
    }
}
