// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { AccountNumber, AccountQuantity } from "../../src/types/Account.sol";
import { EntryType } from "../../src/types/Entry.sol";
import { RegistryId } from "../../src/types/Registry.sol";
import { Action } from "./Alarms.sol";
import { Deeds } from "./Deeds.sol";
import { Course } from "./Photos.sol";

/// @title What owners, registrars and the transfer agent move, issue, mark and end without a delivery.
abstract contract Direct is Deeds {
    struct Move {
        uint256 r;
        RegistryId id;
        address from;
        uint64 fromNumber;
        address to;
        uint64 toNumber;
        uint256 quantity;
        bytes32[] spent;
        bytes32[] created;
    }

    function moveDirectly(Course memory course) internal returns (bool) {
        Move memory move = _randomMove(course);
        uint256 what = roll(course, 8);
        if (what < 2) return _transfer(course, move);
        if (what == 2) return _transferFrom(course, move);
        if (what == 3) return _force(course, move);
        if (what == 4) return _reorg(course, move);
        if (what == 5) return _issue(course, move);
        if (what == 6) return _mark(course, move);
        return _terminate(course, move);
    }

    function _randomMove(Course memory course) private view returns (Move memory move) {
        move.r = roll(course, REGISTRIES);
        move.id = registryIds[move.r];
        move.from = investors[roll(course, 3)];
        move.to = investors[roll(course, 3)];
        move.fromNumber = roll(course, 5) == 0 ? 2 : 1;
        move.toNumber = uint64(1 + roll(course, 2));
        move.quantity = 1 + roll(course, roll(course, 6) == 0 ? 3_000 : 200);
        if (move.r == NOTE) move.spent = listOf(noteOf(course, move.from, EntryType.ISSUED));
        if (move.r == NOTE) move.created = listOf(newPrint(course));
    }

    function _transfer(Course memory course, Move memory move) private returns (bool) {
        bytes memory call_;
        if (move.r == NOTE) {
            call_ = abi.encodeCall(entries.transfer, (move.id, move.spent, move.to, move.created));
        } else if (move.r == SHARES) {
            call_ = abi.encodeCall(
                chains.transfer,
                (
                    move.id,
                    CHAIN,
                    AccountNumber.wrap(move.fromNumber),
                    account(move.to, move.toNumber),
                    move.quantity
                )
            );
        } else if (roll(course, 3) == 0) {
            call_ = abi.encodeWithSignature(
                "transfer(bytes32,address,uint256)", move.id, move.to, move.quantity
            );
        } else {
            call_ = abi.encodeWithSignature(
                "transfer(bytes32,uint64,(address,uint64),uint256)",
                move.id,
                move.fromNumber,
                account(move.to, move.toNumber),
                move.quantity
            );
        }
        return act(course, direct(mostly(course, move.from), managers[move.r]), call_);
    }

    /// @dev The owner allows some, mostly enough.
    function _transferFrom(Course memory course, Move memory move) private returns (bool) {
        if (move.r > CLUB) return false;
        address by = actors[roll(course, actors.length)];
        if (roll(course, 2) == 0) {
            bytes memory approve = abi.encodeCall(registries.approve, (move.id, by, roll(course, 500)));
            act(course, direct(move.from, managers[move.r]), approve);
        }
        Action memory action = direct(by, managers[move.r]);
        action.allowed = registries.allowance(move.id, move.from, by);
        bytes memory call_ = abi.encodeWithSelector(
            TRANSFER_FROM,
            move.id,
            account(move.from, move.fromNumber),
            account(move.to, move.toNumber),
            move.quantity
        );
        return act(course, action, call_);
    }

    function _force(Course memory course, Move memory move) private returns (bool) {
        Action memory action = direct(mostly(course, registrars[move.r]), managers[move.r]);
        bytes32 reason = roll(course, 12) == 0 ? bytes32(0) : REASON;
        action.isForce = reason != 0;
        bytes memory call_;
        if (move.r == NOTE) {
            call_ = abi.encodeCall(
                entries.forcedTransfer, (move.id, move.from, move.spent, move.to, move.created, reason)
            );
        } else if (move.r == SHARES) {
            call_ = abi.encodeCall(
                chains.forcedTransfer,
                (
                    move.id,
                    CHAIN,
                    account(move.from, move.fromNumber),
                    account(move.to, move.toNumber),
                    move.quantity,
                    reason
                )
            );
        } else {
            call_ = abi.encodeCall(
                registries.forcedTransfer,
                (
                    move.id,
                    account(move.from, move.fromNumber),
                    account(move.to, move.toNumber),
                    move.quantity,
                    reason
                )
            );
        }
        return act(course, action, call_);
    }

    /// @dev By the owner, or by force of the registrar.
    function _reorg(Course memory course, Move memory move) private returns (bool) {
        bool isForced = roll(course, 3) == 0;
        address right = isForced ? registrars[move.r] : move.from;
        Action memory action = direct(mostly(course, right), managers[move.r]);
        action.isForce = isForced;
        return act(course, action, isForced ? _forcedReorg(move) : _ownReorg(move));
    }

    function _ownReorg(Move memory move) private view returns (bytes memory) {
        if (move.r == NOTE) return abi.encodeCall(entries.reorg, (move.id, move.spent, move.created));
        (AccountNumber from, AccountNumber to) = _twoAccounts(move);
        if (move.r == SHARES) return abi.encodeCall(chains.reorg, (move.id, CHAIN, from, to, move.quantity));
        return
            abi.encodeCall(registries.reorg, (move.id, _part(from, move.quantity), _part(to, move.quantity)));
    }

    function _forcedReorg(Move memory move) private view returns (bytes memory) {
        if (move.r == NOTE) {
            return abi.encodeCall(entries.forcedReorg, (move.id, move.from, move.spent, move.created, REASON));
        }
        (AccountNumber from, AccountNumber to) = _twoAccounts(move);
        if (move.r == SHARES) {
            return abi.encodeCall(
                chains.forcedReorg, (move.id, CHAIN, move.from, from, to, move.quantity, REASON)
            );
        }
        return abi.encodeCall(
            registries.forcedReorg,
            (move.id, move.from, _part(from, move.quantity), _part(to, move.quantity), REASON)
        );
    }

    function _twoAccounts(Move memory move) private pure returns (AccountNumber from, AccountNumber to) {
        return (AccountNumber.wrap(move.fromNumber), AccountNumber.wrap(3 - move.fromNumber));
    }

    /// @dev At once, or prepared and issued later.
    function _issue(Course memory course, Move memory move) private returns (bool) {
        address by = mostly(course, move.r == SHARES ? agent : registrars[move.r]);
        bytes memory call_;
        if (move.r == NOTE) {
            if (roll(course, 3) == 0) {
                call_ = abi.encodeCall(entries.prepareEntry, (move.id, move.created, move.to));
                if (!act(course, direct(by, managers[NOTE]), call_)) return false;
            }
            call_ = abi.encodeCall(entries.issue, (move.id, move.created, move.to));
        } else if (move.r == SHARES) {
            call_ = abi.encodeCall(
                chains.onramp, (move.id, CHAIN, account(move.to, move.toNumber), move.quantity, REASON)
            );
        } else if (roll(course, 3) == 0) {
            return _issuePrepared(course, move, by);
        } else {
            call_ = abi.encodeWithSignature(
                "issue(bytes32,(address,uint64),uint256)",
                move.id,
                account(move.to, move.toNumber),
                move.quantity
            );
        }
        return act(course, direct(by, managers[move.r]), call_);
    }

    function _issuePrepared(Course memory course, Move memory move, address by) private returns (bool) {
        bytes32 entryRef = bytes32(1 + roll(course, 1_000));
        bytes memory call_ = abi.encodeCall(
            registries.prepareEntry, (move.id, entryRef, account(move.to, move.toNumber), move.quantity)
        );
        act(course, direct(by, managers[move.r]), call_);
        if (roll(course, 6) == 0) {
            call_ = abi.encodeCall(registries.terminatePreparedEntry, (move.id, entryRef));
            act(course, direct(by, managers[move.r]), call_);
        }
        call_ = abi.encodeWithSignature("issue(bytes32,bytes32)", move.id, entryRef);
        return act(course, direct(mostly(course, by), managers[move.r]), call_);
    }

    /// @dev An owner marks, or takes a mark back.
    function _mark(Course memory course, Move memory move) private returns (bool) {
        bool isBack = roll(course, 3) == 0;
        AccountNumber number = AccountNumber.wrap(move.fromNumber);
        bytes memory call_;
        if (move.r == NOTE) {
            if (isBack) move.spent = listOf(noteOf(course, move.from, EntryType.REDEEMABLE));
            call_ = isBack
                ? abi.encodeCall(entries.cancelRedeemable, (move.id, move.spent))
                : abi.encodeCall(entries.markAsRedeemable, (move.id, move.spent));
        } else if (move.r == SHARES) {
            call_ = isBack
                ? abi.encodeCall(chains.cancelRedeemable, (move.id, CHAIN, number, move.quantity))
                : abi.encodeCall(chains.markAsRedeemable, (move.id, CHAIN, number, move.quantity));
        } else {
            call_ = isBack
                ? abi.encodeCall(registries.cancelRedeemable, (move.id, number, move.quantity))
                : abi.encodeCall(registries.markAsRedeemable, (move.id, number, move.quantity));
        }
        return act(course, direct(mostly(course, move.from), managers[move.r]), call_);
    }

    function _terminate(Course memory course, Move memory move) private returns (bool) {
        address by = mostly(course, move.r == SHARES ? agent : registrars[move.r]);
        uint256 quantity = 1 + move.quantity / 4;
        bytes memory call_;
        if (move.r == NOTE) {
            bytes32 print = noteOf(course, move.from, EntryType.REDEEMABLE);
            call_ = abi.encodeCall(entries.terminateEntry, (move.id, listOf(print), move.from));
        } else if (move.r == SHARES) {
            call_ = abi.encodeCall(
                chains.offramp, (move.id, CHAIN, account(move.from, move.fromNumber), quantity, REASON)
            );
        } else {
            call_ = abi.encodeCall(
                registries.terminate, (move.id, account(move.from, move.fromNumber), quantity)
            );
        }
        return act(course, direct(by, managers[move.r]), call_);
    }

    function _part(AccountNumber number, uint256 quantity)
        private
        pure
        returns (AccountQuantity[] memory parts)
    {
        parts = new AccountQuantity[](1);
        parts[0] = AccountQuantity(number, quantity);
    }
}
