// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IDeliveryManager } from "../../src/interfaces/delivery/IDeliveryManager.sol";
import { ILockingLegManager } from "../../src/interfaces/delivery/ILockingLegManager.sol";
import { DeliveryId, DeliveryState } from "../../src/types/Delivery.sol";
import { Leg, LegRole } from "../../src/types/Leg.sol";
import { MixedFixture } from "../support/MixedFixture.sol";

/// @title DeliveryManager: confirmAndLockLeg.
contract ConfirmAndLockLegTest is MixedFixture {
    /// @dev The hash is made first: the precompile that makes it would be the call that is to be refused.
    function _refuses(
        bytes memory err,
        address by,
        DeliveryId id,
        Leg[] memory legs,
        uint256 legIdx,
        bytes32 key,
        uint64 deadline
    ) private {
        bytes32 hash = sha256(abi.encode(key));
        refuses(err);
        vm.prank(by);
        deliveries.confirmAndLockLeg(id, legs, legIdx, "", hash, deadline);
    }

    function test_RevertWhen_TheLegDoesNotExist() external {
        Leg[] memory legs = lockedSale();
        DeliveryId id = created(legs);
        _refuses(
            abi.encodeWithSelector(IDeliveryManager.LegIndexInvalid.selector, id, 2),
            baltic,
            id,
            legs,
            2,
            KEY,
            inADay()
        );
    }

    function test_RevertWhen_TheLegIsOfAnotherType() external {
        Leg[] memory legs = ofEachType();
        DeliveryId id = create(coordinator, legs);
        for (uint256 i; i < 7; ++i) {
            _refuses(
                abi.encodeWithSelector(IDeliveryManager.LegNotHtlc.selector, id, i),
                legs[i].sender,
                id,
                legs,
                i,
                KEY,
                inADay()
            );
        }
    }

    function test_P14_CON03_RevertWhen_TheCallerIsNotTheSender() external {
        Leg[] memory legs = lockedSale();
        DeliveryId id = created(legs);
        address[3] memory others = [alpen, meridian, rhone];
        for (uint256 i; i < others.length; ++i) {
            _refuses(notParty(id, 1, others[i]), others[i], id, legs, 1, KEY, inADay());
        }
    }

    function test_P12_RevertWhen_ItIsLockedAlready() external {
        Leg[] memory legs = lockedSale();
        DeliveryId id = created(legs);
        lock(baltic, id, legs, 1, KEY, inADay());
        _refuses(
            abi.encodeWithSelector(IDeliveryManager.LegAlreadyConfirmed.selector, id, 1, LegRole.SENDER),
            baltic,
            id,
            legs,
            1,
            "another key",
            inADay()
        );
    }

    function test_RevertWhen_TheOtherSideIsNotEarmarked() external {
        Leg[] memory legs = lockedSale();
        legs[0].senderData = "";
        legs[0].receiverData = data(1);
        DeliveryId id = create(baltic, legs);
        _refuses(
            abi.encodeWithSelector(IDeliveryManager.LegNotEarmarked.selector, id, 0),
            baltic,
            id,
            legs,
            1,
            KEY,
            inADay()
        );
    }

    function test_P16_RevertWhen_TheDeadlineIsNotAfterTheValueDate() external {
        Leg[] memory legs = lockedSale();
        uint64 valueDate = uint64(block.timestamp / 1 days + 3) * 1 days;
        DeliveryId id = create(alpen, legs, valueDate);
        _refuses(
            abi.encodeWithSelector(ILockingLegManager.LockDeadlineInvalid.selector, valueDate),
            baltic,
            id,
            legs,
            1,
            KEY,
            valueDate
        );
        lock(baltic, id, legs, 1, KEY, valueDate + 1);
    }

    function test_P18_CON11_RevertWhen_TheHashIsInALivingLock() external {
        Leg[] memory legs = two(lockedSale()[1], lockedSale()[1]);
        DeliveryId id = create(baltic, legs);
        lock(baltic, id, legs, 0, KEY, inADay());
        _refuses(
            abi.encodeWithSelector(ILockingLegManager.LockHashInUse.selector, sha256(abi.encode(KEY))),
            baltic,
            id,
            legs,
            1,
            KEY,
            inADay()
        );
        same(deliveries.legFlags(id) & 0x4100, 0, "the second leg's bits");
    }

    function test_P11_RevertWhen_TheDeliveryIsClosed() external {
        Leg[] memory legs = lockedSale();
        DeliveryId id = created(legs);
        cancel(alpen, id, legs);
        _refuses(closed(id, DeliveryState.CANCELED), baltic, id, legs, 1, KEY, inADay());
    }

    function test_TheLockIsEmittedAndCountsAsAReportedPayment() external {
        Leg[] memory legs = lockedSale();
        DeliveryId id = created(legs);
        bytes32 hash = sha256(abi.encode(KEY));
        vm.expectEmit(address(deliveries));
        emit IDeliveryManager.LegLocked(id, 1, baltic, hash, inADay(), "");
        lock(baltic, id, legs, 1, KEY, inADay());
        same((deliveries.legFlags(id) >> 8) & 0x43, 0x41, "sender and reported");
        same(token.balanceOf(address(htlcLegs)), 300, "locked");
        refuses(abi.encodeWithSelector(IDeliveryManager.DeliveryLocked.selector, id));
        cancel(alpen, id, legs);
    }
}
