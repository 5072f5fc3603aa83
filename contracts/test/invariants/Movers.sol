// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { AccountNumber, AccountQuantity } from "../../src/types/Account.sol";
import { EntryType } from "../../src/types/Entry.sol";
import { RegistryId } from "../../src/types/Registry.sol";
import { Deliverers } from "./Deliverers.sol";

/// @title What owners, registrars and the transfer agent move, issue, mark and terminate without a delivery.
abstract contract Movers is Deliverers {
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

    /// @dev Between two accounts of one owner, or one note for another: by the owner, or by force of the registrar.
    function reorg(uint256 seed) external {
        throwDice(seed);
        uint256 r = roll(REGISTRIES);
        Move memory move = _randomMove(r);
        (move.to, move.toNumber) = (move.from, 3 - move.fromNumber);
        bool isForced = roll(3) == 0;
        address by = isForced ? mostly(registrars[r]) : move.from;
        bytes memory call_ = isForced ? _forcedReorg(move) : _reorg(move);
        if (act(by, managers[r], call_, abi.encodeCall(this.ruleReorg, (move, by, isForced)))) {
            happened("reorganised");
        }
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

    function _reorg(Move memory move) private view returns (bytes memory) {
        RegistryId id = registryIds[move.registry];
        if (move.registry == NOTE) {
            return abi.encodeCall(entries.reorg, (id, _list(move.spent), _list(move.created)));
        }
        AccountNumber from = AccountNumber.wrap(move.fromNumber);
        AccountNumber to = AccountNumber.wrap(move.toNumber);
        if (move.registry == SHARES) {
            return abi.encodeCall(chains.reorg, (id, CHAIN, from, to, move.quantity));
        }
        return abi.encodeCall(registries.reorg, (id, _part(from, move.quantity), _part(to, move.quantity)));
    }

    function _forcedReorg(Move memory move) private view returns (bytes memory) {
        RegistryId id = registryIds[move.registry];
        if (move.registry == NOTE) {
            return abi.encodeCall(
                entries.forcedReorg, (id, move.from, _list(move.spent), _list(move.created), REASON)
            );
        }
        AccountNumber from = AccountNumber.wrap(move.fromNumber);
        AccountNumber to = AccountNumber.wrap(move.toNumber);
        if (move.registry == SHARES) {
            return abi.encodeCall(chains.forcedReorg, (id, CHAIN, move.from, from, to, move.quantity, REASON));
        }
        return abi.encodeCall(
            registries.forcedReorg,
            (id, move.from, _part(from, move.quantity), _part(to, move.quantity), REASON)
        );
    }

    function _part(AccountNumber number, uint256 quantity)
        private
        pure
        returns (AccountQuantity[] memory parts)
    {
        parts = new AccountQuantity[](1);
        parts[0] = AccountQuantity(number, quantity);
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
