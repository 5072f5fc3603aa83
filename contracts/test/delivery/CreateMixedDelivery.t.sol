// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IDeliveryManager } from "../../src/interfaces/delivery/IDeliveryManager.sol";
import { ILockingLegManager } from "../../src/interfaces/delivery/ILockingLegManager.sol";
import { DeliveryId, DeliveryState } from "../../src/types/Delivery.sol";
import { Leg, LegType } from "../../src/types/Leg.sol";
import { MixedFixture } from "../support/MixedFixture.sol";

/// @title DeliveryManager: createDelivery, with legs of tokens, locks and payments outside.
contract CreateMixedDeliveryTest is MixedFixture {
    function _refuses(Leg[] memory legs, bytes memory err) private {
        refuses(err);
        create(alpen, legs);
    }

    function _withoutArbiter(Leg memory delivered, Leg memory paid_) private {
        Leg[] memory legs = two(delivered, paid_);
        _refuses(
            legs, abi.encodeWithSelector(IDeliveryManager.DeliveryWithoutArbiter.selector, idOf(alpen, legs))
        );
    }

    function test_P43_RevertWhen_TokensStandAgainstCashAndNobodyCouldRefuse() external {
        Leg memory tokens = paid(LegType.ERC20, address(token), alpen, baltic, 100);
        _withoutArbiter(tokens, cash(baltic, alpen));
        _withoutArbiter(cash(baltic, alpen), tokens);
        _withoutArbiter(deed(alpen, baltic, 1), cash(baltic, alpen));
    }

    /// @dev The registrar decides where one says "paid" and the other denies it.
    function test_P43_P44_WithARegistrarOnAnyLegTheTokensComeBack() external {
        Leg[] memory legs = new Leg[](3);
        legs[0] = paid(LegType.ERC20, address(token), alpen, baltic, 100);
        legs[1] = cash(baltic, alpen);
        legs[2] = gold(alpen, baltic);
        DeliveryId id = created(legs);
        report(baltic, id, legs, 1);
        vm.prank(agent);
        deliveries.cancelDelivery(id, legs, bytes32("reason"));
        isIn(id, DeliveryState.CANCELED);
        same(token.balanceOf(alpen), 1_000, "Alpen's");
    }

    function test_M3_RevertWhen_ALockStandsAgainstCashAndNobodyCouldRefuse() external {
        _withoutArbiter(paid(LegType.HTLC, address(token), alpen, baltic, 100), cash(baltic, alpen));
    }

    /// @dev The registrar issues to Alpen, against its tokens and cash: it would decide as a party.
    function test_M4_RevertWhen_TheOnlyRegistrarIsAParty() external {
        Leg[] memory legs = new Leg[](3);
        legs[0] = digital(bond, meridian, meridian, alpen, 400);
        legs[0].receiverData = data(1);
        legs[1] = paid(LegType.ERC20, address(token), alpen, meridian, 300);
        legs[2] = cash(alpen, meridian);
        _refuses(
            legs, abi.encodeWithSelector(IDeliveryManager.DeliveryWithoutArbiter.selector, idOf(alpen, legs))
        );
        _withoutArbiter(digital(bond, meridian, alpen, meridian, 400), cash(meridian, alpen));
    }

    function test_M4_ASecondRegistrarThatIsNoPartyIsEnough() external {
        Leg[] memory legs = new Leg[](3);
        legs[0] = digital(bond, meridian, alpen, meridian, 400);
        legs[0].senderData = data(1);
        legs[1] = cash(meridian, alpen);
        legs[2] = gold(meridian, alpen);
        isIn(created(legs), DeliveryState.PENDING);
    }

    /// @dev Their last confirmation settles, a lock ends by its deadline, and payments alone hold nothing.
    function test_P43_WithoutAPaymentOrWithNothingElseNoRegistrarIsNeeded() external {
        created(two(deed(alpen, baltic, 1), paid(LegType.ERC20, address(token), baltic, alpen, 100)));
        Leg memory tokens = paid(LegType.ERC20, address(token), alpen, baltic, 100);
        created(two(tokens, paid(LegType.HTLC, address(token), baltic, alpen, 100)));
        created(two(cash(alpen, baltic), cash(baltic, alpen)));
    }

    function test_P18_RevertWhen_AnHtlcLegHasNoTerms() external {
        Leg[] memory legs = lockedSale();
        legs[1].senderData = "";
        _refuses(legs, abi.encodeWithSelector(ILockingLegManager.LockTermsInvalid.selector, bytes("")));
    }

    function test_P18_TheTermsHoldWhoeverCreates() external {
        (uint64 latest, bytes32 hash) = (inADay(), sha256(abi.encode(KEY)));
        Leg[] memory legs = lockedSale();
        legs[1].senderData = abi.encode(latest, hash);
        DeliveryId id = created(legs);
        vm.prank(baltic);
        refuses(abi.encodeWithSelector(ILockingLegManager.LockDeadlineTooLate.selector, latest + 1, latest));
        deliveries.confirmAndLockLeg(id, legs, 1, "", hash, latest + 1);
        lock(baltic, id, legs, 1, KEY, latest);
        vm.warp(latest);
        unlockAndCancel(alpen, id, legs);
        nothingMoved();
    }
}
