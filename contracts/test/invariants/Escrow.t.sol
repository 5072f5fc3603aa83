// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { ILockingLegManager } from "../../src/interfaces/delivery/ILockingLegManager.sol";
import { Test } from "../support/Test.sol";
import { EscrowHandler } from "./EscrowHandler.sol";

struct FuzzSelector {
    address addr;
    bytes4[] selectors;
}

/// @title What leg managers have in escrow is what open legs hold and closed ones are owed, whatever anybody did and
/// whatever a token does: the properties 18, 42 and 44.
contract EscrowInvariants is Test {
    EscrowHandler private handler;

    function setUp() external {
        handler = new EscrowHandler();
    }

    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    function targetSelectors() external view returns (FuzzSelector[] memory targets) {
        bytes4[] memory selectors = new bytes4[](10);
        selectors[0] = EscrowHandler.confirm.selector;
        selectors[1] = EscrowHandler.lock.selector;
        selectors[2] = EscrowHandler.lock.selector;
        selectors[3] = EscrowHandler.unlock.selector;
        selectors[4] = EscrowHandler.settle.selector;
        selectors[5] = EscrowHandler.release.selector;
        selectors[6] = EscrowHandler.release.selector;
        selectors[7] = EscrowHandler.reclaim.selector;
        selectors[8] = EscrowHandler.misbehave.selector;
        selectors[9] = EscrowHandler.pass.selector;
        targets = new FuzzSelector[](1);
        targets[0] = FuzzSelector(address(handler), selectors);
    }

    function invariant_P18_P42_P44_TheEscrowIsWhatTheModelSays() external view {
        address[4] memory assets = handler.assets();
        uint256[4][3] memory inEscrow;
        uint256 count = handler.numGhosts();
        bytes32[] memory hashes = new bytes32[](count);
        for (uint256 i; i < count; ++i) {
            EscrowHandler.Ghost memory ghost = handler.ghost(i);
            hashes[i] = _checkState(i, ghost);
            for (uint256 j; hashes[i] != 0 && j < i; ++j) {
                check(hashes[j] != hashes[i], "a hash in two living locks");
            }
            if (ghost.state == EscrowHandler.State.GONE) continue;
            for (uint256 a; a < 4; ++a) {
                if (assets[a] == ghost.leg.assetManager) inEscrow[ghost.manager][a] += ghost.leg.quantity;
            }
        }
        for (uint256 a; a < 4; ++a) {
            for (uint256 manager; manager < 3; ++manager) {
                same(handler.inEscrow(manager, assets[a]), inEscrow[manager][a], "in escrow");
            }
            same(handler.shared(assets[a]), a % 2 == 0 ? 2_000 : 6, "assets lost or made");
        }
    }

    /// @dev Answers the hash of a living lock.
    function _checkState(uint256 index, EscrowHandler.Ghost memory ghost) private view returns (bytes32) {
        (bool isHeld, bool isOwed) = handler.held(index);
        check(isHeld == (ghost.state == EscrowHandler.State.HELD), "held");
        check(isOwed == (ghost.state == EscrowHandler.State.OWED), "owed");
        if (ghost.manager != 2) return 0;
        ILockingLegManager.Lock memory lock = handler.lockOf(index);
        check((lock.hash != 0) == isHeld, "a lock without an asset, or an asset without a lock");
        return lock.hash;
    }
}
