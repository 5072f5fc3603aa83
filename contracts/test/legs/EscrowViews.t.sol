// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IEscrowLegManager } from "../../src/interfaces/delivery/IEscrowLegManager.sol";
import { Leg } from "../../src/types/Leg.sol";
import { EscrowFixture } from "../support/EscrowFixture.sol";

/// @title Leg managers of tokens: isHeld, isOwed, locks, platform, deliveryManager, and their constants.
contract EscrowViewsTest is EscrowFixture {
    function test_TheManagersKnowTheirPlatformAndDeliveryManager() external view {
        (IEscrowLegManager[3] memory managers,) = subjects(false);
        for (uint256 i; i < 3; ++i) {
            same(managers[i].platform(), address(platform), "platform");
            same(managers[i].deliveryManager(), address(this), "delivery manager");
        }
    }

    function test_TheConstantsAreAsDocumented() external view {
        (IEscrowLegManager[3] memory managers,) = subjects(false);
        for (uint256 i; i < 3; ++i) {
            same(managers[i].RELEASE_GAS(), 300_000, "release gas");
        }
        same(htlcLegs.LOCK_MARGIN(), 1 hours, "margin");
        same(htlcLegs.MIN_LOCK_PERIOD(), 1 hours, "shortest");
        same(htlcLegs.MAX_LOCK_PERIOD(), 90 days, "longest");
    }

    function test_AnEscrowIsReadableUntilItIsSettled() external {
        (IEscrowLegManager[3] memory managers, Leg[3] memory legs) = subjects(false);
        for (uint256 i; i < 3; ++i) {
            check(!managers[i].isHeld(REF) && !managers[i].isOwed(REF), "held before");
            ready(managers[i], REF, legs[i]);
            check(managers[i].isHeld(REF) && !managers[i].isOwed(REF), "not held");
            managers[i].settle(REF, legs[i]);
            check(!managers[i].isHeld(REF) && !managers[i].isOwed(REF), "held after");
        }
    }

    function test_ALockIsReadableWhileItLives() external {
        (, Leg[3] memory legs) = subjects(false);
        same(htlcLegs.locks(REF).hash, 0, "hash before");
        hold(htlcLegs, REF, legs[2]);
        same(htlcLegs.locks(REF).hash, hashOf(keyOf(REF)), "hash");
        same(htlcLegs.locks(REF).deadline, inADay(), "deadline");
        check(!htlcLegs.locks(REF).isUnlocked, "unlocked");
        unlock(REF, legs[2]);
        check(htlcLegs.locks(REF).isUnlocked, "not unlocked");
        htlcLegs.settle(REF, legs[2]);
        same(htlcLegs.locks(REF).hash, 0, "hash after");
        check(!htlcLegs.locks(REF).isUnlocked, "unlocked after");
    }
}
