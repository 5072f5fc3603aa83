// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IDeliveryManager } from "../../src/interfaces/delivery/IDeliveryManager.sol";
import { DeliveryId, DeliveryState } from "../../src/types/Delivery.sol";
import { Leg, LegType } from "../../src/types/Leg.sol";
import { MixedFixture } from "../support/MixedFixture.sol";

/// @title DeliveryManager: confirmLegDelivery.
contract ConfirmLegDeliveryTest is MixedFixture {
    function test_RevertWhen_TheLegDoesNotExist() external {
        Leg[] memory legs = fop();
        DeliveryId id = created(legs);
        refuses(abi.encodeWithSelector(IDeliveryManager.LegIndexInvalid.selector, id, 1));
        confirmLeg(baltic, id, legs, 1, data(1));
    }

    function test_RevertWhen_TheLegIsReportedAndNotConfirmed() external {
        Leg[] memory legs = repo();
        DeliveryId id = created(legs);
        refuses(abi.encodeWithSelector(IDeliveryManager.LegIsExternal.selector, id, 1));
        confirmLeg(baltic, id, legs, 1, "");
        legs = goldSwap();
        id = created(legs);
        refuses(abi.encodeWithSelector(IDeliveryManager.LegIsExternal.selector, id, 1));
        confirmLeg(baltic, id, legs, 1, "");
    }

    function test_RevertWhen_TheLegIsLockedAndNotConfirmed() external {
        Leg[] memory legs = lockedSale();
        DeliveryId id = created(legs);
        refuses(abi.encodeWithSelector(IDeliveryManager.LegIsHtlc.selector, id, 1));
        confirmLeg(baltic, id, legs, 1, "");
    }

    function test_P14_CON03_RevertWhen_TheCallerIsNoParticipant() external {
        Leg[] memory legs = loan();
        DeliveryId id = created(legs);
        refuses(notParticipant(id, baltic));
        confirmLeg(baltic, id, legs, 0, data(1));
    }

    function test_P14_RevertWhen_TheLegIsAnothers() external {
        Leg[] memory legs = loan();
        DeliveryId id = created(legs);
        confirmAsInvestor(rhone, id, legs);
        refuses(nothingToConfirm(id, nordhafen));
        confirmLeg(nordhafen, id, legs, 0, "");
    }

    function test_P12_RevertWhen_TheCallerHasConfirmedIt() external {
        Leg[] memory legs = fop();
        DeliveryId id = created(legs);
        confirmLeg(baltic, id, legs, 0, data(1));
        refuses(nothingToConfirm(id, baltic));
        confirmLeg(baltic, id, legs, 0, data(2));
    }

    function test_RevertWhen_TheRegistrarSaysSomethingOfAnAccount() external {
        Leg[] memory legs = fop();
        DeliveryId id = created(legs);
        confirmLeg(baltic, id, legs, 0, data(1));
        refuses(abi.encodeWithSelector(IDeliveryManager.LegDataNotOwn.selector, 0));
        confirmLeg(meridian, id, legs, 0, data(1));
    }

    function test_RevertWhen_TheCoordinatorConfirmsByIt() external {
        Leg[] memory legs = coordinated(LegType.TXC);
        DeliveryId id = created(legs);
        confirmLeg(baltic, id, legs, 0, data(1));
        refuses(nothingToConfirm(id, coordinator));
        confirmLeg(coordinator, id, legs, 0, "");
    }

    function test_LegsMayBeConfirmedOneByOne() external {
        Leg[] memory legs = loan();
        DeliveryId id = created(legs);
        confirmLeg(rhone, id, legs, 0, data(2));
        refuses(investorsFirst(id));
        confirmLeg(meridian, id, legs, 0, "");
        confirmLeg(rhone, id, legs, 1, data(1));
        confirmLeg(meridian, id, legs, 0, "");
        isIn(id, DeliveryState.PENDING);
        confirmLeg(nordhafen, id, legs, 1, "");
        isIn(id, DeliveryState.SETTLED);
        holds(bond, rhone, 2, 400, 0);
    }

    function test_ATransferAgentConfirmsItsLeg() external {
        Leg[] memory legs = goldSwap();
        DeliveryId id = created(legs);
        report(baltic, id, legs, 1);
        confirmLeg(baltic, id, legs, 0, data(1));
        receive_(alpen, id, legs, 1);
        confirmLeg(meridian, id, legs, 0, "");
        confirmLeg(agent, id, legs, 1, "");
        isIn(id, DeliveryState.SETTLED);
    }
}
