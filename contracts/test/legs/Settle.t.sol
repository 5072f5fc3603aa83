// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IERC20Errors } from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import { SafeERC20 } from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import { IEscrowLegManager } from "../../src/interfaces/delivery/IEscrowLegManager.sol";
import { ILockingLegManager } from "../../src/interfaces/delivery/ILockingLegManager.sol";
import { Leg, LegType } from "../../src/types/Leg.sol";
import { EscrowFixture } from "../support/EscrowFixture.sol";
import { Mischief, Trick } from "../support/tokens/Mischief.sol";

/// @title Leg managers of tokens: settle.
contract SettleTest is EscrowFixture {
    function test_RevertWhen_TheCallerIsNotTheDeliveryManager() external {
        (IEscrowLegManager[3] memory managers, Leg[3] memory legs) = subjects(false);
        for (uint256 i; i < 3; ++i) {
            ready(managers[i], REF, legs[i]);
            vm.prank(baltic);
            refuses(notDeliveryManager(baltic));
            managers[i].settle(REF, legs[i]);
        }
    }

    function test_RevertWhen_NothingIsHeld() external {
        (IEscrowLegManager[3] memory managers, Leg[3] memory legs) = subjects(false);
        for (uint256 i; i < 2; ++i) {
            refuses(abi.encodeWithSelector(IEscrowLegManager.LegNotHeld.selector, REF));
            managers[i].settle(REF, legs[i]);
        }
    }

    function test_CON01_RevertWhen_TheLegIsNotTheOneThatIsHeld() external {
        (IEscrowLegManager[3] memory managers, Leg[3] memory legs) = subjects(false);
        token.mint(address(erc20Legs), 1);
        token.mint(address(htlcLegs), 1);
        for (uint256 i; i < 3; ++i) {
            ready(managers[i], REF, legs[i]);
            ++legs[i].quantity;
            refuses(abi.encodeWithSelector(IEscrowLegManager.LegNotHeld.selector, REF));
            managers[i].settle(REF, legs[i]);
            --legs[i].quantity;
            legs[i].receiver = operator;
            refuses(abi.encodeWithSelector(IEscrowLegManager.LegNotHeld.selector, REF));
            managers[i].settle(REF, legs[i]);
        }
    }

    function test_P12_CON02_RevertWhen_SettledTwice() external {
        (IEscrowLegManager[3] memory managers, Leg[3] memory legs) = subjects(false);
        for (uint256 i; i < 3; ++i) {
            ready(managers[i], REF, legs[i]);
            managers[i].settle(REF, legs[i]);
            refuses(
                i == 2
                    ? abi.encodeWithSelector(ILockingLegManager.LockNotUnlocked.selector, REF)
                    : abi.encodeWithSelector(IEscrowLegManager.LegNotHeld.selector, REF)
            );
            managers[i].settle(REF, legs[i]);
        }
    }

    function test_CON02_RevertWhen_ReleasedBefore() external {
        (IEscrowLegManager[3] memory managers, Leg[3] memory legs) = subjects(false);
        for (uint256 i; i < 2; ++i) {
            hold(managers[i], REF, legs[i]);
            managers[i].release(REF, legs[i]);
            refuses(abi.encodeWithSelector(IEscrowLegManager.LegNotHeld.selector, REF));
            managers[i].settle(REF, legs[i]);
        }
    }

    function test_P18_RevertWhen_NotUnlocked() external {
        Leg memory leg = quantity(LegType.HTLC, address(token));
        hold(htlcLegs, REF, leg);
        refuses(abi.encodeWithSelector(ILockingLegManager.LockNotUnlocked.selector, REF));
        htlcLegs.settle(REF, leg);
    }

    function test_P13_CON04_RevertWhen_TheTokenDoesNotPayInFull() external {
        Trick[3] memory tricks = [Trick.DO_NOTHING, Trick.KEEP_FEE, Trick.TAKE_MORE];
        (IEscrowLegManager[3] memory managers, Leg[3] memory legs) = subjects(true);
        crooked.mint(address(erc20Legs), 1_000);
        crooked.mint(address(htlcLegs), 1_000);
        for (uint256 i; i < 3; i += 2) {
            ready(managers[i], REF, legs[i]);
            for (uint256 t; t < 3; ++t) {
                crooked.play(tricks[t]);
                refuses(movedOtherwise(legs[i]));
                managers[i].settle(REF, legs[i]);
                check(managers[i].isHeld(REF), "no longer held");
            }
            crooked.play(Trick.NONE);
        }
    }

    function test_P13_CON04_RevertWhen_TheTokenRefuses() external {
        (IEscrowLegManager[3] memory managers, Leg[3] memory legs) = subjects(true);
        for (uint256 i; i < 3; ++i) {
            crooked.play(Trick.NONE);
            crookedItems.play(Trick.NONE);
            ready(managers[i], REF, legs[i]);
            crooked.play(Trick.REVERT_LATE);
            crookedItems.play(Trick.REVERT_LATE);
            refuses(abi.encodeWithSelector(Mischief.MischiefRefused.selector));
            managers[i].settle(REF, legs[i]);
            check(managers[i].isHeld(REF), "no longer held");
        }
        crooked.play(Trick.RETURN_FALSE);
        refuses(abi.encodeWithSelector(SafeERC20.SafeERC20FailedOperation.selector, address(crooked)));
        erc20Legs.settle(REF, legs[0]);
        crookedItems.play(Trick.DO_NOTHING);
        refuses(movedOtherwise(legs[1]));
        erc721Legs.settle(REF, legs[1]);
    }

    function test_CON04_RevertWhen_TheEscrowHasShrunk() external {
        Leg memory leg = quantity(LegType.ERC20, address(crooked));
        erc20Legs.confirmSender(REF, leg, "");
        crooked.shrink(address(erc20Legs), 1);
        refuses(
            abi.encodeWithSelector(
                IERC20Errors.ERC20InsufficientBalance.selector, address(erc20Legs), 399, 400
            )
        );
        erc20Legs.settle(REF, leg);
    }

    function test_P42_TheReceiverHasTheAssetAndTheEscrowIsEmpty() external {
        (IEscrowLegManager[3] memory managers, Leg[3] memory legs) = subjects(false);
        (legs[2].sender, legs[2].receiver) = (baltic, alpen);
        for (uint256 i; i < 3; ++i) {
            ready(managers[i], REF, legs[i]);
            managers[i].settle(REF, legs[i]);
            check(!managers[i].isHeld(REF), "still held");
            same(token.balanceOf(address(managers[i])), 0, "in escrow");
        }
        same(items.ownerOf(1), baltic, "item");
        same(token.balanceOf(alpen), 1_000, "Alpen's, who paid and was paid");
        same(token.balanceOf(baltic), 1_000, "Baltic's");
    }

    function test_P42_OtherLegsStayInEscrow() external {
        Leg memory leg = quantity(LegType.ERC20, address(token));
        erc20Legs.confirmSender(REF, leg, "");
        leg.quantity = 100;
        erc20Legs.confirmSender(OTHER, leg, "");
        erc20Legs.settle(OTHER, leg);
        check(erc20Legs.isHeld(REF) && !erc20Legs.isHeld(OTHER), "the wrong leg");
        same(token.balanceOf(address(erc20Legs)), 400, "in escrow");
        same(token.balanceOf(baltic), 1_100, "Baltic's");
    }
}
