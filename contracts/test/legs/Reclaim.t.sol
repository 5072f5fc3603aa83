// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IEscrowLegManager } from "../../src/interfaces/delivery/IEscrowLegManager.sol";
import { Leg } from "../../src/types/Leg.sol";
import { EscrowFixture } from "../support/EscrowFixture.sol";
import { Mischief, Trick } from "../support/tokens/Mischief.sol";

/// @title Leg managers of tokens: reclaim, giveBack.
contract ReclaimTest is EscrowFixture {
    /// @dev Leaves the legs of all three managers owed.
    function _owed() private returns (IEscrowLegManager[3] memory managers, Leg[3] memory legs) {
        (managers, legs) = subjects(true);
        for (uint256 i; i < 3; ++i) {
            _play(Trick.NONE);
            hold(managers[i], REF, legs[i]);
            _play(Trick.REVERT_LATE);
            vm.warp(block.timestamp + 1 days);
            managers[i].release(REF, legs[i]);
        }
    }

    function _play(Trick trick) private {
        crooked.play(trick);
        crookedItems.play(trick);
    }

    function test_RevertWhen_NothingIsOwed() external {
        (IEscrowLegManager[3] memory managers, Leg[3] memory legs) = subjects(false);
        for (uint256 i; i < 3; ++i) {
            bytes memory err = abi.encodeWithSelector(IEscrowLegManager.LegNotOwed.selector, REF);
            refuses(err);
            managers[i].reclaim(REF, legs[i]);
            hold(managers[i], REF, legs[i]);
            refuses(err);
            managers[i].reclaim(REF, legs[i]);
        }
    }

    function test_RevertWhen_TheLegIsNotTheOneThatIsOwed() external {
        (IEscrowLegManager[3] memory managers, Leg[3] memory legs) = _owed();
        _play(Trick.NONE);
        for (uint256 i; i < 3; ++i) {
            legs[i].sender = baltic;
            refuses(abi.encodeWithSelector(IEscrowLegManager.LegNotOwed.selector, REF));
            managers[i].reclaim(REF, legs[i]);
        }
    }

    function test_RevertWhen_TheTokenStillRefuses() external {
        (IEscrowLegManager[3] memory managers, Leg[3] memory legs) = _owed();
        for (uint256 i; i < 3; ++i) {
            refuses(abi.encodeWithSelector(Mischief.MischiefRefused.selector));
            managers[i].reclaim(REF, legs[i]);
            check(managers[i].isOwed(REF), "no longer owed");
        }
    }

    function test_RevertWhen_ReclaimedTwice() external {
        (IEscrowLegManager[3] memory managers, Leg[3] memory legs) = _owed();
        _play(Trick.NONE);
        crooked.mint(address(erc20Legs), 400);
        for (uint256 i; i < 3; ++i) {
            managers[i].reclaim(REF, legs[i]);
            refuses(abi.encodeWithSelector(IEscrowLegManager.LegNotOwed.selector, REF));
            managers[i].reclaim(REF, legs[i]);
        }
    }

    function test_RevertWhen_AnybodyElseGivesBack() external {
        (IEscrowLegManager[3] memory managers, Leg[3] memory legs) = subjects(false);
        for (uint256 i; i < 3; ++i) {
            hold(managers[i], REF, legs[i]);
            refuses(abi.encodeWithSelector(IEscrowLegManager.LegManagerSelfRequired.selector, address(this)));
            managers[i].giveBack(legs[i]);
        }
    }

    function test_P42_AnybodyLetsTheSenderHaveWhatIsOwed() external {
        (IEscrowLegManager[3] memory managers, Leg[3] memory legs) = _owed();
        _play(Trick.NONE);
        for (uint256 i; i < 3; ++i) {
            vm.expectEmit(address(managers[i]));
            emit IEscrowLegManager.LegReclaimed(REF, alpen);
            vm.prank(baltic);
            managers[i].reclaim(REF, legs[i]);
            check(!managers[i].isOwed(REF), "still owed");
            same(crooked.balanceOf(address(managers[i])), 0, "in escrow");
        }
        same(crooked.balanceOf(alpen), 1_000, "Alpen's");
        same(crookedItems.ownerOf(1), alpen, "item");
    }
}
