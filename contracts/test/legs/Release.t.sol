// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IEscrowLegManager } from "../../src/interfaces/delivery/IEscrowLegManager.sol";
import { ILockingLegManager } from "../../src/interfaces/delivery/ILockingLegManager.sol";
import { Leg, LegType } from "../../src/types/Leg.sol";
import { EscrowFixture } from "../support/EscrowFixture.sol";
import { Trick } from "../support/tokens/Mischief.sol";

/// @title Leg managers of tokens: release.
contract ReleaseTest is EscrowFixture {
    function test_RevertWhen_TheCallerIsNotTheDeliveryManager() external {
        (IEscrowLegManager[3] memory managers, Leg[3] memory legs) = subjects(false);
        for (uint256 i; i < 3; ++i) {
            hold(managers[i], REF, legs[i]);
            vm.prank(alpen);
            refuses(notDeliveryManager(alpen));
            managers[i].release(REF, legs[i]);
        }
    }

    function test_RevertWhen_TheLegIsNotTheOneThatIsHeld() external {
        (IEscrowLegManager[3] memory managers, Leg[3] memory legs) = subjects(false);
        for (uint256 i; i < 3; ++i) {
            hold(managers[i], REF, legs[i]);
            legs[i].sender = baltic;
            vm.warp(block.timestamp + 1 days);
            refuses(abi.encodeWithSelector(IEscrowLegManager.LegNotHeld.selector, REF));
            managers[i].release(REF, legs[i]);
        }
    }

    /// @dev A registrar's refusal. The delivery manager makes investors wait for the deadline.
    function test_M2_ALockThatNobodyHasUnlockedIsReleasedBeforeItsDeadline() external {
        Leg memory leg = quantity(LegType.HTLC, address(token));
        hold(htlcLegs, REF, leg);
        htlcLegs.release(REF, leg);
        same(token.balanceOf(alpen), 1_000, "Alpen's");
        same(htlcLegs.locks(REF).hash, bytes32(0), "lock");
    }

    function test_P18_RevertWhen_UnlockedAndTheDeadlineHasNotPassed() external {
        Leg memory leg = quantity(LegType.HTLC, address(token));
        uint64 deadline = inADay();
        ready(htlcLegs, REF, leg);
        refuses(abi.encodeWithSelector(ILockingLegManager.LockNotExpired.selector, REF, deadline));
        htlcLegs.release(REF, leg);
    }

    function test_RevertWhen_TooLittleGasIsLeft() external {
        (IEscrowLegManager[3] memory managers, Leg[3] memory legs) = subjects(false);
        for (uint256 i; i < 3; ++i) {
            hold(managers[i], REF, legs[i]);
        }
        vm.warp(block.timestamp + 1 days);
        for (uint256 i; i < 3; ++i) {
            try managers[i].release{ gas: 330_000 }(REF, legs[i]) {
                check(false, "released with too little gas");
            } catch (bytes memory err) {
                same(bytes4(err), IEscrowLegManager.LegReleaseGasMissing.selector, "error");
            }
            check(managers[i].isHeld(REF) && !managers[i].isOwed(REF), "no longer held");
        }
    }

    function test_WithNothingHeldNothingHappens() external {
        (IEscrowLegManager[3] memory managers, Leg[3] memory legs) = subjects(false);
        for (uint256 i; i < 3; ++i) {
            managers[i].release(REF, legs[i]);
            check(!managers[i].isOwed(REF), "owed");
        }
        same(token.balanceOf(alpen), 1_000, "Alpen's");
    }

    function test_P42_TheSenderHasTheAssetBackAndTheEscrowIsEmpty() external {
        (IEscrowLegManager[3] memory managers, Leg[3] memory legs) = subjects(false);
        for (uint256 i; i < 3; ++i) {
            hold(managers[i], REF, legs[i]);
        }
        vm.warp(block.timestamp + 1 days);
        for (uint256 i; i < 3; ++i) {
            managers[i].release(REF, legs[i]);
            check(!managers[i].isHeld(REF) && !managers[i].isOwed(REF), "still in escrow");
            same(token.balanceOf(address(managers[i])), 0, "in escrow");
        }
        same(token.balanceOf(alpen), 1_000, "Alpen's");
        same(items.ownerOf(1), alpen, "item");
    }

    function test_P44_TheOwnerHasTheLockedAssetBackFromTheDeadlineOn() external {
        Leg memory leg = quantity(LegType.HTLC, address(token));
        uint64 deadline = inADay();
        hold(htlcLegs, REF, leg);
        vm.warp(deadline);
        htlcLegs.release(REF, leg);
        same(token.balanceOf(alpen), 1_000, "Alpen's");
        same(htlcLegs.locks(REF).hash, bytes32(0), "lock");
    }

    /// @dev Where another lock of the delivery was never opened, it cannot settle any more.
    function test_P43_P44_AnUnlockedLegThatNeverSettledComesBackToo() external {
        Leg memory leg = quantity(LegType.HTLC, address(token));
        ready(htlcLegs, REF, leg);
        vm.warp(block.timestamp + 1 days);
        htlcLegs.release(REF, leg);
        same(token.balanceOf(alpen), 1_000, "Alpen's");
    }

    function test_P18_AHashWithoutAShownKeyMayBeUsedAgain() external {
        Leg memory leg = quantity(LegType.HTLC, address(token));
        hold(htlcLegs, REF, leg);
        vm.warp(block.timestamp + 1 days);
        htlcLegs.release(REF, leg);
        htlcLegs.lock(DELIVERY, OTHER, leg, "", hashOf(keyOf(REF)), inADay());
        check(htlcLegs.isHeld(OTHER), "not held");
    }

    function test_P43_CON04_ATokenThatRefusesKeepsNothingElse() external {
        Trick[3] memory tricks = [Trick.REVERT_LATE, Trick.BURN_GAS, Trick.DO_NOTHING];
        (IEscrowLegManager[3] memory managers, Leg[3] memory legs) = subjects(true);
        for (uint256 t; t < 3; ++t) {
            bytes32 legRef = bytes32(1 + t);
            for (uint256 i; i < 3; ++i) {
                crooked.play(Trick.NONE);
                crookedItems.play(Trick.NONE);
                legs[i].quantity = i == 1 ? 1 : 100;
                legs[i].assetId = i == 1 ? bytes32(1 + t) : bytes32(0);
                hold(managers[i], legRef, legs[i]);
                crooked.play(tricks[t]);
                crookedItems.play(tricks[t]);
                vm.warp(block.timestamp + 1 days);
                vm.expectEmit(address(managers[i]));
                emit IEscrowLegManager.LegReleaseOwed(legRef, alpen);
                managers[i].release{ gas: 500_000 }(legRef, legs[i]);
                check(!managers[i].isHeld(legRef) && managers[i].isOwed(legRef), "not owed");
            }
        }
        same(crooked.balanceOf(address(erc20Legs)), 300, "in escrow");
        same(crookedItems.ownerOf(1), address(erc721Legs), "item in escrow");
    }

    function test_P42_ATokenTakesNoMoreThanTheLegOutOfTheEscrow() external {
        Leg memory leg = quantity(LegType.ERC20, address(crooked));
        erc20Legs.confirmSender(REF, leg, "");
        (leg.sender, leg.receiver) = (baltic, alpen);
        erc20Legs.confirmSender(OTHER, leg, "");
        crooked.play(Trick.TAKE_MORE);
        erc20Legs.release(OTHER, leg);
        check(erc20Legs.isOwed(OTHER), "not owed");
        same(crooked.balanceOf(address(erc20Legs)), 800, "in escrow");
    }

    function test_ATokenThatHasComeToTakeAFeeGivesBackLess() external {
        Leg memory leg = quantity(LegType.ERC20, address(crooked));
        erc20Legs.confirmSender(REF, leg, "");
        crooked.play(Trick.KEEP_FEE);
        erc20Legs.release(REF, leg);
        check(!erc20Legs.isOwed(REF), "owed");
        same(crooked.balanceOf(alpen), 960, "Alpen's");
        same(crooked.balanceOf(address(erc20Legs)), 0, "in escrow");
    }
}
