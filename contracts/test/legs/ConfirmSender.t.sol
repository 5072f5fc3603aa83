// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IERC20Errors, IERC721Errors } from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import { SafeERC20 } from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import { IEscrowLegManager } from "../../src/interfaces/delivery/IEscrowLegManager.sol";
import { ILegManager } from "../../src/interfaces/delivery/ILegManager.sol";
import { ILockingLegManager } from "../../src/interfaces/delivery/ILockingLegManager.sol";
import { Leg, LegType } from "../../src/types/Leg.sol";
import { EscrowFixture } from "../support/EscrowFixture.sol";
import { Mischief, Trick } from "../support/tokens/Mischief.sol";

/// @title Leg managers of tokens: confirmSender.
contract ConfirmSenderTest is EscrowFixture {
    function test_RevertWhen_TheCallerIsNotTheDeliveryManager() external {
        (IEscrowLegManager[3] memory managers, Leg[3] memory legs) = subjects(false);
        for (uint256 i; i < 3; ++i) {
            vm.prank(alpen);
            refuses(notDeliveryManager(alpen));
            managers[i].confirmSender(REF, legs[i], "");
        }
    }

    function test_RevertWhen_AnAccountIsNamed() external {
        (IEscrowLegManager[3] memory managers, Leg[3] memory legs) = subjects(false);
        for (uint256 i; i < 2; ++i) {
            refuses(abi.encodeWithSelector(ILegManager.LegDataUnexpected.selector));
            managers[i].confirmSender(REF, legs[i], hex"01");
        }
    }

    function test_RevertWhen_TheLegNeedsALock() external {
        refuses(abi.encodeWithSelector(ILockingLegManager.LockNotTaken.selector, REF));
        htlcLegs.confirmSender(REF, quantity(LegType.HTLC, address(token)), "");
    }

    function test_RevertWhen_ItIsHeldAlready() external {
        (IEscrowLegManager[3] memory managers, Leg[3] memory legs) = subjects(false);
        for (uint256 i; i < 2; ++i) {
            managers[i].confirmSender(REF, legs[i], "");
            refuses(abi.encodeWithSelector(IEscrowLegManager.LegAlreadyHeld.selector, REF));
            managers[i].confirmSender(REF, legs[i], "");
        }
    }

    function test_RevertWhen_TheAllowanceIsTooSmall() external {
        vm.prank(alpen);
        token.approve(address(erc20Legs), 399);
        refuses(
            abi.encodeWithSelector(
                IERC20Errors.ERC20InsufficientAllowance.selector, address(erc20Legs), 399, 400
            )
        );
        erc20Legs.confirmSender(REF, quantity(LegType.ERC20, address(token)), "");
    }

    function test_RevertWhen_TheSenderHasTooLittle() external {
        Leg memory leg = quantity(LegType.ERC20, address(token));
        leg.quantity = 1_001;
        refuses(abi.encodeWithSelector(IERC20Errors.ERC20InsufficientBalance.selector, alpen, 1_000, 1_001));
        erc20Legs.confirmSender(REF, leg, "");
    }

    function test_CON14_RevertWhen_TheQuantityIsTheLargestOfAll() external {
        Leg memory leg = quantity(LegType.ERC20, address(token));
        leg.quantity = type(uint256).max;
        vm.prank(alpen);
        token.approve(address(erc20Legs), type(uint256).max);
        refuses(
            abi.encodeWithSelector(
                IERC20Errors.ERC20InsufficientBalance.selector, alpen, 1_000, type(uint256).max
            )
        );
        erc20Legs.confirmSender(REF, leg, "");
    }

    function test_RevertWhen_TheItemIsNotTheSenders() external {
        Leg memory leg = item(address(items));
        leg.assetId = bytes32(uint256(4));
        refuses(movedOtherwise(leg));
        erc721Legs.confirmSender(REF, leg, "");
        leg.assetId = bytes32(uint256(7));
        refuses(abi.encodeWithSelector(IERC721Errors.ERC721NonexistentToken.selector, 7));
        erc721Legs.confirmSender(REF, leg, "");
    }

    function test_RevertWhen_TheItemIsNotApproved() external {
        vm.prank(alpen);
        items.setApprovalForAll(address(erc721Legs), false);
        refuses(
            abi.encodeWithSelector(IERC721Errors.ERC721InsufficientApproval.selector, address(erc721Legs), 1)
        );
        erc721Legs.confirmSender(REF, item(address(items)), "");
    }

    function test_CON04_RevertWhen_TheTokenAnswersFalse() external {
        crooked.play(Trick.RETURN_FALSE);
        refuses(abi.encodeWithSelector(SafeERC20.SafeERC20FailedOperation.selector, address(crooked)));
        erc20Legs.confirmSender(REF, quantity(LegType.ERC20, address(crooked)), "");
    }

    function test_CON04_RevertWhen_ATokenSaysThatItMovedAndDidNot() external {
        (IEscrowLegManager[3] memory managers, Leg[3] memory legs) = subjects(true);
        crooked.play(Trick.DO_NOTHING);
        crookedItems.play(Trick.DO_NOTHING);
        for (uint256 i; i < 2; ++i) {
            refuses(movedOtherwise(legs[i]));
            managers[i].confirmSender(REF, legs[i], "");
        }
    }

    function test_P42_RevertWhen_TheTokenTakesAFee() external {
        crooked.play(Trick.KEEP_FEE);
        Leg memory leg = quantity(LegType.ERC20, address(crooked));
        refuses(movedOtherwise(leg));
        erc20Legs.confirmSender(REF, leg, "");
        check(!erc20Legs.isHeld(REF), "held without its quantity");
    }

    function test_CON04_RevertWhen_TheTokenRevertsLate() external {
        (IEscrowLegManager[3] memory managers, Leg[3] memory legs) = subjects(true);
        crooked.play(Trick.REVERT_LATE);
        crookedItems.play(Trick.REVERT_LATE);
        for (uint256 i; i < 2; ++i) {
            refuses(abi.encodeWithSelector(Mischief.MischiefRefused.selector));
            managers[i].confirmSender(REF, legs[i], "");
            check(!managers[i].isHeld(REF), "held");
        }
        same(crooked.balanceOf(alpen), 1_000, "Alpen's");
        same(crookedItems.ownerOf(1), alpen, "item");
    }

    function test_TheAssetIsTakenByAllowance() external {
        (IEscrowLegManager[3] memory managers, Leg[3] memory legs) = subjects(false);
        for (uint256 i; i < 2; ++i) {
            managers[i].confirmSender(REF, legs[i], "");
            check(managers[i].isHeld(REF), "not held");
        }
        same(token.balanceOf(alpen), 600, "Alpen's");
        same(token.balanceOf(address(erc20Legs)), 400, "in escrow");
        same(token.allowance(alpen, address(erc20Legs)), 9_600, "allowance");
        same(items.ownerOf(1), address(erc721Legs), "item in escrow");
    }

    function test_P42_TheEscrowIsTheSumOfItsLegs() external {
        Leg memory leg = quantity(LegType.ERC20, address(token));
        erc20Legs.confirmSender(REF, leg, "");
        (leg.sender, leg.receiver, leg.quantity) = (baltic, alpen, 1_000);
        erc20Legs.confirmSender(OTHER, leg, "");
        same(token.balanceOf(address(erc20Legs)), 1_400, "in escrow");
    }
}
