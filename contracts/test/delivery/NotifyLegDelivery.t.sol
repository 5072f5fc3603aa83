// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IDeliveryManager } from "../../src/interfaces/delivery/IDeliveryManager.sol";
import { DeliveryId, DeliveryState } from "../../src/types/Delivery.sol";
import { Leg, LegRole, LegType } from "../../src/types/Leg.sol";
import { MixedFixture } from "../support/MixedFixture.sol";

/// @title DeliveryManager: notifyLegDelivery.
contract NotifyLegDeliveryTest is MixedFixture {
    function _notify(address by, DeliveryId id, Leg[] memory legs, uint256 legIdx) private {
        vm.prank(by);
        deliveries.notifyLegDelivery(id, legs, legIdx);
    }

    function _required(DeliveryId id, uint256 legIdx, address by) private pure returns (bytes memory) {
        return abi.encodeWithSelector(IDeliveryManager.LegManagerRequired.selector, id, legIdx, by);
    }

    function test_RevertWhen_TheLegDoesNotExist() external {
        Leg[] memory legs = lockedSale();
        DeliveryId id = created(legs);
        refuses(abi.encodeWithSelector(IDeliveryManager.LegIndexInvalid.selector, id, 2));
        _notify(address(htlcLegs), id, legs, 2);
    }

    function test_P14_CON03_RevertWhen_TheCallerIsNotTheManagerOfTheLegsType() external {
        Leg[] memory legs = ofEachType();
        DeliveryId id = create(coordinator, legs);
        address[6] memory others =
            [alpen, baltic, operator, address(erc20Legs), address(htlcLegs), address(deliveries)];
        for (uint256 i; i < legs.length; ++i) {
            for (uint256 j; j < others.length; ++j) {
                if ((i == 5 && j == 3) || (i == 7 && j == 4)) continue;
                refuses(_required(id, i, others[j]));
                _notify(others[j], id, legs, i);
            }
        }
    }

    function test_RevertWhen_TheSenderHasNotConfirmed() external {
        Leg[] memory legs = one(paid(LegType.ERC20, address(token), baltic, alpen, 100));
        DeliveryId id = create(alpen, two(legs[0], gold(alpen, baltic)));
        legs = two(legs[0], gold(alpen, baltic));
        refuses(abi.encodeWithSelector(IDeliveryManager.LegNotConfirmed.selector, id, 0, LegRole.SENDER));
        _notify(address(erc20Legs), id, legs, 0);
    }

    function test_P18_RevertWhen_AnHtlcLegIsNotLockedOrNotTheLastOne() external {
        Leg[] memory legs = lockedSale();
        DeliveryId id = created(legs);
        refuses(abi.encodeWithSelector(IDeliveryManager.LegNotLocked.selector, id, 1));
        _notify(address(htlcLegs), id, legs, 1);
        lock(baltic, id, legs, 1, KEY, inADay());
        refuses(abi.encodeWithSelector(IDeliveryManager.DeliveryUnlockedLast.selector, id));
        _notify(address(htlcLegs), id, legs, 1);
    }

    function test_P12_RevertWhen_TheReceiverHasConfirmed() external {
        Leg[] memory legs = two(paid(LegType.ERC20, address(token), baltic, alpen, 100), fop()[0]);
        legs[1].senderData = data(1);
        DeliveryId id = create(alpen, legs);
        confirmAsInvestor(baltic, id, legs);
        refuses(
            abi.encodeWithSelector(IDeliveryManager.LegAlreadyConfirmed.selector, id, 0, LegRole.RECEIVER)
        );
        _notify(address(erc20Legs), id, legs, 0);
    }

    function test_P11_RevertWhen_TheDeliveryIsClosed() external {
        Leg[] memory legs = lockedSale();
        DeliveryId id = created(legs);
        cancel(alpen, id, legs);
        refuses(closed(id, DeliveryState.CANCELED));
        _notify(address(htlcLegs), id, legs, 1);
    }

    function test_P13_RevertWhen_ItWouldSettleWhatIsNotUnlocked() external {
        (DeliveryId id, Leg[] memory legs) = lockedAndConfirmed();
        vm.expectRevert();
        _notify(address(htlcLegs), id, legs, 1);
        isIn(id, DeliveryState.PENDING);
    }

    function test_TheManagerConfirmsForTheReceiver() external {
        Leg[] memory legs = two(paid(LegType.ERC20, address(token), baltic, alpen, 100), gold(alpen, baltic));
        DeliveryId id = create(baltic, legs);
        vm.expectEmit(address(deliveries));
        emit IDeliveryManager.LegDeliveryNotified(id, 0, address(erc20Legs));
        _notify(address(erc20Legs), id, legs, 0);
        same(deliveries.legFlags(id) & 0x03, 0x03, "both sides");
        isIn(id, DeliveryState.PENDING);
    }

    function test_P18_TheKeyShownAtTheManagerSettlesAll() external {
        (DeliveryId id, Leg[] memory legs) = lockedAndConfirmed();
        vm.expectEmit(address(deliveries));
        emit IDeliveryManager.LegDeliveryNotified(id, 1, address(htlcLegs));
        htlcLegs.deliver(id, legs, 1, abi.encode(KEY));
        isIn(id, DeliveryState.SETTLED);
        same(token.balanceOf(alpen), 1_300, "Alpen's tokens");
    }
}
