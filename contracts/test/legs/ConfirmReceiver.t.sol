// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IEscrowLegManager } from "../../src/interfaces/delivery/IEscrowLegManager.sol";
import { ILegManager } from "../../src/interfaces/delivery/ILegManager.sol";
import { ILockingLegManager } from "../../src/interfaces/delivery/ILockingLegManager.sol";
import { Leg } from "../../src/types/Leg.sol";
import { EscrowFixture } from "../support/EscrowFixture.sol";

/// @title Leg managers of tokens: confirmReceiver, setReceivingAccount.
contract ConfirmReceiverTest is EscrowFixture {
    function test_RevertWhen_TheCallerIsNotTheDeliveryManager() external {
        (IEscrowLegManager[3] memory managers, Leg[3] memory legs) = subjects(false);
        for (uint256 i; i < 3; ++i) {
            vm.startPrank(baltic);
            refuses(notDeliveryManager(baltic));
            managers[i].confirmReceiver(REF, legs[i], "");
            refuses(notDeliveryManager(baltic));
            managers[i].setReceivingAccount(REF, legs[i], "");
            vm.stopPrank();
        }
    }

    function test_RevertWhen_AnAccountIsNamed() external {
        (IEscrowLegManager[3] memory managers, Leg[3] memory legs) = subjects(false);
        for (uint256 i; i < 3; ++i) {
            ready(managers[i], REF, legs[i]);
            refuses(abi.encodeWithSelector(ILegManager.LegDataUnexpected.selector));
            managers[i].confirmReceiver(REF, legs[i], hex"01");
            refuses(abi.encodeWithSelector(ILegManager.LegDataUnexpected.selector));
            managers[i].setReceivingAccount(REF, legs[i], "");
        }
    }

    function test_P18_RevertWhen_TheLegIsNotUnlocked() external {
        (, Leg[3] memory legs) = subjects(false);
        bytes memory err = abi.encodeWithSelector(ILockingLegManager.LockNotUnlocked.selector, REF);
        refuses(err);
        htlcLegs.confirmReceiver(REF, legs[2], "");
        hold(htlcLegs, REF, legs[2]);
        refuses(err);
        htlcLegs.confirmReceiver(REF, legs[2], "");
    }

    function test_ConfirmingMovesNothing() external {
        (IEscrowLegManager[3] memory managers, Leg[3] memory legs) = subjects(false);
        erc20Legs.confirmReceiver(REF, legs[0], "");
        erc721Legs.confirmReceiver(REF, legs[1], "");
        same(token.balanceOf(alpen), 1_000, "Alpen's");
        ready(managers[2], REF, legs[2]);
        htlcLegs.confirmReceiver(REF, legs[2], "");
        same(token.balanceOf(address(htlcLegs)), 400, "in escrow");
    }
}
