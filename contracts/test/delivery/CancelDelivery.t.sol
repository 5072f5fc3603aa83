// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IDeliveryManager } from "../../src/interfaces/delivery/IDeliveryManager.sol";
import { DeliveryId, DeliveryState } from "../../src/types/Delivery.sol";
import { Leg, LegType } from "../../src/types/Leg.sol";
import { MixedFixture } from "../support/MixedFixture.sol";

/// @title DeliveryManager: cancelDelivery, by rules §3.6.
contract CancelDeliveryTest is MixedFixture {
    function _again(DeliveryId id, address by) private pure returns (bytes memory) {
        return abi.encodeWithSelector(IDeliveryManager.DeliveryCancelAlreadyRequested.selector, id, by);
    }

    function _requests(address by, DeliveryId id, Leg[] memory legs) private {
        vm.expectEmit(address(deliveries));
        emit IDeliveryManager.DeliveryCancelRequested(id, by, bytes32("reason"));
        cancel(by, id, legs);
        isIn(id, DeliveryState.PENDING);
    }

    function _cancels(address by, DeliveryId id, Leg[] memory legs, bool refused) private {
        vm.expectEmit(address(deliveries));
        emit IDeliveryManager.DeliveryCanceled(id, by, bytes32("reason"), refused);
        cancel(by, id, legs);
        isIn(id, DeliveryState.CANCELED);
        holds(bond, alpen, 1, 1_000, 0);
        holds(bond, baltic, 1, 1_000, 0);
        holds(fund, rhone, 1, 1_000, 0);
    }

    function test_P14_CON03_RevertWhen_TheCallerIsNoParty() external {
        Leg[] memory legs = fop();
        DeliveryId id = created(legs);
        refuses(abi.encodeWithSelector(IDeliveryManager.DeliveryNotParticipant.selector, id, rhone));
        cancel(rhone, id, legs);
    }

    function test_RevertWhen_TheRegistrarRefusesWithoutReason() external {
        Leg[] memory legs = fop();
        DeliveryId id = created(legs);
        vm.prank(meridian);
        refuses(abi.encodeWithSelector(IDeliveryManager.DeliveryReasonMissing.selector, id));
        deliveries.cancelDelivery(id, legs, 0);
    }

    function test_P11_RevertWhen_TheDeliveryIsCanceledAlready() external {
        Leg[] memory legs = fop();
        DeliveryId id = created(legs);
        cancel(alpen, id, legs);
        bytes memory err =
            abi.encodeWithSelector(IDeliveryManager.DeliveryNotPending.selector, id, DeliveryState.CANCELED);
        refuses(err);
        cancel(baltic, id, legs);
        refuses(err);
        confirmAsInvestor(baltic, id, legs);
    }

    function test_RevertWhen_TheSameSideAsksTwice() external {
        Leg[] memory legs = fop();
        DeliveryId id = created(legs);
        confirmAsInvestor(baltic, id, legs);
        _requests(alpen, id, legs);
        refuses(_again(id, alpen));
        cancel(alpen, id, legs);
    }

    function test_P14_RevertWhen_TheCallerIsTheCoordinator() external {
        Leg[] memory legs = coordinated(LegType.TXC);
        DeliveryId id = created(legs);
        refuses(abi.encodeWithSelector(IDeliveryManager.DeliveryWithoutVote.selector, id, coordinator));
        cancel(coordinator, id, legs);
    }

    function test_P18_RevertWhen_ALegIsLocked_WhoeverAsksAndWhenever() external {
        (DeliveryId id, Leg[] memory legs) = lockedAndConfirmed();
        address[3] memory parties = [alpen, baltic, meridian];
        for (uint256 i; i < 6; ++i) {
            if (i == 3) vm.warp(inADay());
            refuses(abi.encodeWithSelector(IDeliveryManager.DeliveryLocked.selector, id));
            cancel(parties[i % 3], id, legs);
        }
        refuses(notParticipant(id, rhone));
        cancel(rhone, id, legs);
    }

    function test_M2_RevertWhen_TheRegistrarHasConfirmedAndALegIsLocked() external {
        (DeliveryId id, Leg[] memory legs) = lockedAndConfirmed();
        refuses(abi.encodeWithSelector(IDeliveryManager.DeliveryLocked.selector, id));
        cancel(meridian, id, legs);
    }

    function test_M2_ARegistrarThatHasNotConfirmedRefusesALockedDelivery() external {
        Leg[] memory legs = lockedSale();
        DeliveryId id = created(legs);
        lock(baltic, id, legs, 1, KEY, inADay());
        confirmAsInvestor(baltic, id, legs);
        _cancels(meridian, id, legs, true);
        nothingMoved();
    }

    function test_M2_OfTwoRegistrarsTheOneThatHasNotConfirmedRefuses() external {
        Leg[] memory legs = new Leg[](3);
        (legs[0], legs[1]) = (lockedSale()[0], lockedSale()[1]);
        legs[2] = digital(fund, nordhafen, rhone, alpen, 300);
        legs[2].receiverData = data(1);
        DeliveryId id = created(legs);
        confirmAsInvestor(rhone, id, legs);
        lock(baltic, id, legs, 1, KEY, inADay());
        confirmAsInvestor(baltic, id, legs);
        confirm(meridian, id, legs);
        refuses(abi.encodeWithSelector(IDeliveryManager.DeliveryLocked.selector, id));
        cancel(meridian, id, legs);
        _cancels(nordhafen, id, legs, true);
        nothingMoved();
    }

    function test_M4_ADeliveryExpiresNinetyDaysAfterItsValueDateOrElseItsCreation() external {
        Leg[] memory legs = fop();
        same(deliveries.deliveries(idOf(alpen, legs)).expiresAt, 0, "of an unknown one");
        same(
            deliveries.deliveries(created(legs)).expiresAt, block.timestamp + 90 days, "without a value date"
        );
        uint64 valueDate = uint64((block.timestamp / 1 days + 7) * 1 days);
        DeliveryId id = create(alpen, legs, valueDate);
        same(deliveries.deliveries(id).expiresAt, valueDate + 90 days, "with a value date");
        same(deliveries.deliveries(id).valueDate, valueDate, "value date");
    }

    function test_M4_BeforeTheExpiryAMatchedDeliveryNeedsBothVotes() external {
        Leg[] memory legs = fop();
        DeliveryId id = created(legs);
        confirmAsInvestor(baltic, id, legs);
        vm.warp(block.timestamp + 90 days - 1);
        _requests(alpen, id, legs);
    }

    function test_M4_FromTheExpiryOnAnyInvestorCancelsAMatchedDeliveryAlone() external {
        address[2] memory investors = [alpen, baltic];
        for (uint256 i; i < 2; ++i) {
            Leg[] memory legs = fop();
            DeliveryId id = created(legs);
            confirmAsInvestor(baltic, id, legs);
            vm.warp(deliveries.deliveries(id).expiresAt);
            _cancels(investors[i], id, legs, false);
        }
    }

    function test_M4_AfterAReportTheExpiryChangesNothingForTheInvestors() external {
        Leg[] memory legs = repo();
        DeliveryId id = created(legs);
        report(baltic, id, legs, 1);
        vm.warp(deliveries.deliveries(id).expiresAt);
        _requests(alpen, id, legs);
        _cancels(baltic, id, legs, false);
    }

    function test_M4_RevertWhen_ALegIsLocked_AlsoAfterTheExpiry() external {
        (DeliveryId id, Leg[] memory legs) = lockedAndConfirmed();
        vm.warp(deliveries.deliveries(id).expiresAt);
        refuses(abi.encodeWithSelector(IDeliveryManager.DeliveryLocked.selector, id));
        cancel(alpen, id, legs);
        unlockAndCancel(alpen, id, legs);
        nothingMoved();
    }

    /// @dev Its expiry says when it may be canceled, not that it may no longer settle.
    function test_M4_AnExpiredDeliveryStillSettles() external {
        Leg[] memory legs = fop();
        DeliveryId id = created(legs);
        vm.warp(deliveries.deliveries(id).expiresAt);
        confirmAsInvestor(baltic, id, legs);
        confirm(meridian, id, legs);
        isIn(id, DeliveryState.SETTLED);
    }

    function test_P18_CON02_RevertWhen_ItIsUnlockedAndSettled() external {
        (DeliveryId id, Leg[] memory legs) = lockedAndConfirmed();
        unlock(alpen, id, legs, 1, KEY);
        refuses(closed(id, DeliveryState.SETTLED));
        cancel(meridian, id, legs);
        refuses(closed(id, DeliveryState.SETTLED));
        unlockAndCancel(baltic, id, legs);
    }

    function test_BeforeTheLockEitherSideCancelsAlone() external {
        Leg[] memory legs = lockedSale();
        DeliveryId id = created(legs);
        confirmAsInvestor(baltic, id, legs);
        _cancels(alpen, id, legs, false);
    }

    function test_ATransferAgentRefusesAlsoAfterTheReport() external {
        Leg[] memory legs = goldSwap();
        DeliveryId id = created(legs);
        report(baltic, id, legs, 1);
        refuses(abi.encodeWithSelector(IDeliveryManager.DeliveryReasonMissing.selector, id));
        vm.prank(agent);
        deliveries.cancelDelivery(id, legs, 0);
        _cancels(agent, id, legs, true);
    }

    function test_P10_LegsOfEveryTypeAreReleased() external {
        Leg[] memory legs = ofEachType();
        DeliveryId id = create(coordinator, legs);
        isIn(id, DeliveryState.CREATED);
        confirmAsInvestor(alpen, id, legs);
        confirmAsInvestor(baltic, id, legs);
        holds(bond, alpen, 1, 1_000, 840);
        same(token.balanceOf(address(erc20Legs)), 100, "in escrow");
        _cancels(agent, id, legs, true);
        nothingMoved();
    }

    function test_UnmatchedTheCreatorCancelsAlone() external {
        Leg[] memory legs = fop();
        DeliveryId id = created(legs);
        _cancels(alpen, id, legs, false);
    }

    function test_UnmatchedTheOtherSideCancelsAlone() external {
        Leg[] memory legs = fop();
        DeliveryId id = created(legs);
        _cancels(baltic, id, legs, false);
    }

    function test_MatchedBothSidesMustAsk_InEitherOrder() external {
        for (uint256 i; i < 2; ++i) {
            Leg[] memory legs = fop();
            DeliveryId id = created(legs);
            confirmAsInvestor(baltic, id, legs);
            _requests(i == 0 ? alpen : baltic, id, legs);
            _cancels(i == 0 ? baltic : alpen, id, legs, false);
        }
    }

    function test_ARequestWithdrawsNothingAndHoldsNothingUp() external {
        Leg[] memory legs = fop();
        DeliveryId id = created(legs);
        confirmAsInvestor(baltic, id, legs);
        _requests(alpen, id, legs);
        confirm(meridian, id, legs);
        isIn(id, DeliveryState.SETTLED);
    }

    function test_ARepoWithPaymentMissingIsUnmatched() external {
        Leg[] memory legs = repo();
        DeliveryId id = created(legs);
        confirmAsInvestor(baltic, id, legs);
        _cancels(baltic, id, legs, false);
    }

    function test_AReportedPaymentAsksForBothSides() external {
        Leg[] memory legs = repo();
        DeliveryId id = created(legs);
        report(baltic, id, legs, 1);
        _requests(baltic, id, legs);
        refuses(_again(id, baltic));
        cancel(baltic, id, legs);
        _cancels(alpen, id, legs, false);
    }

    function test_ConfirmingAfterTheRequestWithdrawsNothing() external {
        Leg[] memory legs = repo();
        DeliveryId id = created(legs);
        report(baltic, id, legs, 1);
        _requests(alpen, id, legs);
        receive_(alpen, id, legs, 1);
        confirmAsInvestor(baltic, id, legs);
        _cancels(baltic, id, legs, false);
    }

    function test_P44_TheRegistrarRefusesAtAnyTime() external {
        Leg[] memory legs = fop();
        DeliveryId id = created(legs);
        _cancels(meridian, id, legs, true);
        id = created(legs);
        confirmAsInvestor(baltic, id, legs);
        _cancels(meridian, id, legs, true);
        legs = repo();
        id = created(legs);
        report(baltic, id, legs, 1);
        _cancels(meridian, id, legs, true);
    }

    function test_EitherOfTwoRegistrarsRefuses_AlsoAfterTheOtherConfirmed() external {
        Leg[] memory legs = loan();
        DeliveryId id = created(legs);
        confirmAsInvestor(rhone, id, legs);
        confirm(meridian, id, legs);
        _cancels(nordhafen, id, legs, true);
        id = created(legs);
        confirmAsInvestor(rhone, id, legs);
        confirm(meridian, id, legs);
        _cancels(meridian, id, legs, true);
    }

    function test_AMatchedLoanNeedsBothSides() external {
        Leg[] memory legs = loan();
        DeliveryId id = created(legs);
        confirmAsInvestor(rhone, id, legs);
        confirm(meridian, id, legs);
        _requests(rhone, id, legs);
        _cancels(alpen, id, legs, false);
    }

    function test_OfThreeInvestorsAllMustAsk() external {
        Leg[] memory legs =
            two(digital(bond, meridian, alpen, baltic, 10), digital(bond, meridian, baltic, rhone, 5));
        legs[0].senderData = data(1);
        DeliveryId id = created(legs);
        confirmAsInvestor(baltic, id, legs);
        confirmAsInvestor(rhone, id, legs);
        _requests(alpen, id, legs);
        _requests(rhone, id, legs);
        _cancels(baltic, id, legs, false);
    }

    function test_TheRequesterOfAMintCancelsAlone() external {
        Leg[] memory legs = one(digital(bond, meridian, meridian, alpen, 70));
        legs[0].receiverData = data(1);
        DeliveryId id = create(alpen, legs);
        _cancels(alpen, id, legs, false);
        same(registries.totalSupplyOf(bond), 2_000, "supply");
    }

    function test_TheRequesterOfABurnCancelsAloneAndHasEverythingBack() external {
        Leg[] memory legs = one(digital(bond, meridian, alpen, meridian, 70));
        legs[0].senderData = data(1);
        DeliveryId id = created(legs);
        holds(bond, alpen, 1, 1_000, 70);
        _cancels(alpen, id, legs, false);
    }

    function test_TheRegistrarRefusesAMint() external {
        Leg[] memory legs = one(digital(bond, meridian, meridian, alpen, 70));
        legs[0].receiverData = data(1);
        DeliveryId id = create(alpen, legs);
        _cancels(meridian, id, legs, true);
    }

    function test_ASuspendedRegistryLetsCancel() external {
        Leg[] memory legs = fop();
        DeliveryId id = created(legs);
        vm.prank(meridian);
        registries.suspendRegistry(bond, 0);
        _cancels(baltic, id, legs, false);
    }

    function test_P10_CancelingReleasesThisDeliverysEarmarkOnly() external {
        Leg[] memory legs = fop();
        DeliveryId first = created(legs);
        DeliveryId second = created(legs);
        holds(bond, alpen, 1, 1_000, 800);
        cancel(alpen, first, legs);
        holds(bond, alpen, 1, 1_000, 400);
        confirmAsInvestor(baltic, second, legs);
        confirm(meridian, second, legs);
        holds(bond, alpen, 1, 600, 0);
    }
}
