// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IDeliveryManager } from "../../src/interfaces/delivery/IDeliveryManager.sol";
import { DeliveryId, DeliveryState } from "../../src/types/Delivery.sol";
import { Leg, LegRole, LegType } from "../../src/types/Leg.sol";
import { MixedFixture } from "../support/MixedFixture.sol";

/// @title DeliveryManager: confirmAsCoordinator.
contract ConfirmAsCoordinatorTest is MixedFixture {
    LegType[2] private types = [LegType.DIGITAL_WITH_COORDINATOR, LegType.TXC];

    function test_P14_CON03_RevertWhen_TheCallerIsNoParticipant() external {
        Leg[] memory legs = coordinated(LegType.TXC);
        DeliveryId id = created(legs);
        refuses(notParticipant(id, rhone));
        confirmAsCoordinator(rhone, id, legs);
    }

    function test_P14_RevertWhen_TheCallerIsAnotherParty() external {
        Leg[] memory legs = coordinated(LegType.TXC);
        DeliveryId id = created(legs);
        confirmAsInvestor(baltic, id, legs);
        address[3] memory others = [alpen, baltic, meridian];
        for (uint256 i; i < others.length; ++i) {
            refuses(nothingToConfirm(id, others[i]));
            confirmAsCoordinator(others[i], id, legs);
        }
    }

    function test_RevertWhen_AnInvestorStillOwes() external {
        Leg[] memory legs = coordinated(LegType.DIGITAL_WITH_COORDINATOR);
        DeliveryId id = created(legs);
        refuses(investorsFirst(id));
        confirmAsCoordinator(coordinator, id, legs);
    }

    function test_P12_RevertWhen_ConfirmedTwice() external {
        Leg[] memory legs = coordinated(LegType.TXC);
        DeliveryId id = created(legs);
        confirmAsInvestor(baltic, id, legs);
        confirmAsCoordinator(coordinator, id, legs);
        refuses(nothingToConfirm(id, coordinator));
        confirmAsCoordinator(coordinator, id, legs);
    }

    function test_P11_RevertWhen_TheDeliveryIsClosed() external {
        Leg[] memory legs = coordinated(LegType.TXC);
        DeliveryId id = created(legs);
        cancel(alpen, id, legs);
        refuses(closed(id, DeliveryState.CANCELED));
        confirmAsCoordinator(coordinator, id, legs);
    }

    function test_P13_RevertWhen_ItWouldSettleWhatCannotMove() external {
        Leg[] memory legs = coordinated(LegType.TXC);
        DeliveryId id = created(legs);
        confirmAsInvestor(baltic, id, legs);
        confirm(meridian, id, legs);
        blacklist(baltic);
        vm.expectRevert();
        confirmAsCoordinator(coordinator, id, legs);
        same(deliveries.legFlags(id) & 0x08, 0, "the coordinator's bit");
    }

    function test_ItEmitsAnEventForEachLeg() external {
        Leg[] memory legs = two(coordinated(LegType.TXC)[0], fop()[0]);
        DeliveryId id = created(legs);
        confirmAsInvestor(baltic, id, legs);
        vm.expectEmit(address(deliveries));
        emit IDeliveryManager.LegConfirmed(id, 0, coordinator, LegRole.COORDINATOR, "");
        confirmAsCoordinator(coordinator, id, legs);
        same(deliveries.legFlags(id) & 0x08, 0x08, "the coordinator's bit");
    }

    function test_RegistrarAndCoordinatorConfirmInAnyOrderAndTheLastOneSettles() external {
        for (uint256 i; i < 4; ++i) {
            Leg[] memory legs = coordinated(types[i / 2]);
            legs[0].quantity = 100;
            DeliveryId id = created(legs);
            confirmAsInvestor(baltic, id, legs);
            if (i % 2 == 0) confirm(meridian, id, legs);
            else confirmAsCoordinator(coordinator, id, legs);
            isIn(id, DeliveryState.PENDING);
            if (i % 2 == 0) confirmAsCoordinator(coordinator, id, legs);
            else confirm(meridian, id, legs);
            isIn(id, DeliveryState.SETTLED);
        }
        holds(bond, baltic, 1, 1_400, 0);
    }

    function test_APartyMayBeItsOwnCoordinatorAndGivesBothApart() external {
        Leg[] memory legs = coordinated(LegType.TXC);
        legs[0].txCoordinator = alpen;
        DeliveryId id = created(legs);
        confirmAsInvestor(baltic, id, legs);
        confirm(meridian, id, legs);
        isIn(id, DeliveryState.PENDING);
        confirmAsCoordinator(alpen, id, legs);
        isIn(id, DeliveryState.SETTLED);
    }
}
