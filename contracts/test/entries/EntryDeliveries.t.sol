// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IEntryRegistryManager } from "../../src/interfaces/IEntryRegistryManager.sol";
import { DeliveryId, DeliveryState } from "../../src/types/Delivery.sol";
import { EntryType, RegistryEntryAction } from "../../src/types/Entry.sol";
import { Leg } from "../../src/types/Leg.sol";
import { RegistryState } from "../../src/types/Registry.sol";
import { EntryFixture } from "./EntryFixture.sol";

/// @title Deliveries over a registry of entries, by the delivery manager itself.
contract EntryDeliveriesTest is EntryFixture {
    /// @dev Alpen's A1 and A2 to Baltic; Alpen creates it.
    function _fop() private view returns (Leg[] memory legs) {
        legs = one(noteLeg(alpen, baltic));
        legs[0].senderData = side(A1, A2);
    }

    /// @dev Alpen's A1 and A2 to Baltic against 400 bonds, which accounts keep; Alpen creates it.
    function _exchange() private view returns (Leg[] memory legs) {
        legs = two(noteLeg(alpen, baltic), digital(bond, meridian, baltic, alpen, 400));
        legs[0].senderData = side(A1, A2);
        legs[1].receiverData = data(2);
    }

    function _sides(bytes memory first, bytes memory second) private pure returns (bytes[] memory sides) {
        sides = new bytes[](2);
        (sides[0], sides[1]) = (first, second);
    }

    function _confirmEntries(address by, DeliveryId id, Leg[] memory legs, bytes memory named) private {
        bytes[] memory sides = new bytes[](1);
        sides[0] = named;
        confirmWith(by, id, legs, sides);
    }

    /// @dev Both investors have confirmed the exchange.
    function _matched() private returns (DeliveryId id, Leg[] memory legs) {
        legs = _exchange();
        id = created(legs);
        confirmWith(baltic, id, legs, _sides(side(N1), data(1)));
    }

    function _nothingIsHeld() private view {
        isEntry(A1, EntryType.ISSUED, alpen);
        isEntry(A2, EntryType.ISSUED, alpen);
        isEntry(N1, EntryType.NONE, address(0));
        holds(bond, alpen, 1, 1_000, 0);
        holds(bond, baltic, 1, 1_000, 0);
    }

    function test_RevertWhen_ALegOfEntriesSaysAQuantity() external {
        Leg[] memory legs = _fop();
        legs[0].quantity = 7;
        refuses(abi.encodeWithSelector(IEntryRegistryManager.EntryQuantityPublic.selector, 7));
        create(alpen, legs);
    }

    function test_RevertWhen_AnotherDeliveryHoldsTheEntry() external {
        created(_fop());
        Leg[] memory legs = one(noteLeg(alpen, rhone));
        legs[0].senderData = side(A2);
        refuses(held(A2, address(deliveries)));
        create(alpen, legs);
    }

    function test_P07_RevertWhen_TheReceiverNamesAUsedFingerprint() external {
        Leg[] memory legs = _fop();
        DeliveryId id = created(legs);
        bytes[] memory sides = new bytes[](1);
        sides[0] = side(B1);
        vm.prank(baltic);
        refuses(used(B1));
        deliveries.confirmDelivery(id, legs, sides);
    }

    function test_P36_P13_CON15_RevertWhen_TheRegistryIsSuspendedBeforeSettlement() external {
        (DeliveryId id, Leg[] memory legs) = _matched();
        suspend();
        vm.prank(meridian);
        refuses(notRegistered(RegistryState.SUSPENDED));
        deliveries.confirmDelivery(id, legs, new bytes[](2));
        isIn(id, DeliveryState.PENDING);
        isEntry(A1, EntryType.ISSUED, alpen, address(deliveries));
        holds(bond, baltic, 1, 1_000, 400);
        unsuspend();
        confirm(meridian, id, legs);
        isIn(id, DeliveryState.SETTLED);
    }

    function test_P10_AnEntriesLegSettlesWithAnAccountsLeg_BothAtOnce() external {
        (DeliveryId id, Leg[] memory legs) = _matched();
        isEntry(A1, EntryType.ISSUED, alpen, address(deliveries));
        isEntry(N1, EntryType.NONE, baltic, address(deliveries));
        vm.expectEmit(address(entries));
        emit IEntryRegistryManager.EntriesChanged(
            note,
            deliveries.legReference(id, 0),
            RegistryEntryAction.TRANSFER,
            RegistryEntryAction.TRANSFER,
            alpen,
            baltic,
            list(A1, A2),
            list(N1)
        );
        confirm(meridian, id, legs);
        isIn(id, DeliveryState.SETTLED);
        isEntry(A1, EntryType.TERMINATED, alpen);
        isEntry(A2, EntryType.TERMINATED, alpen);
        isEntry(N1, EntryType.ISSUED, baltic);
        holds(bond, baltic, 1, 600, 0);
        holds(bond, alpen, 2, 400, 0);
    }

    function test_AMintBeginsEntriesByTheRegistrarsConfirmation() external {
        Leg[] memory legs = one(noteLeg(meridian, rhone));
        legs[0].receiverData = side(N1, N2);
        DeliveryId id = create(rhone, legs);
        check(!entries.checkEntryExists(note, N1), "before the registrar confirms");
        confirm(meridian, id, legs);
        isIn(id, DeliveryState.SETTLED);
        isEntry(N1, EntryType.ISSUED, rhone);
        isEntry(N2, EntryType.ISSUED, rhone);
        same(entries.numEntries(note), 6, "entries");
    }

    function test_ABurnEndsEntriesByTheRegistrarsConfirmation() external {
        Leg[] memory legs = one(noteLeg(alpen, meridian));
        legs[0].senderData = side(A1);
        DeliveryId id = created(legs);
        isEntry(A1, EntryType.ISSUED, alpen, address(deliveries));
        confirm(meridian, id, legs);
        isEntry(A1, EntryType.TERMINATED, alpen);
        same(entries.numEntries(note), 3, "entries");
    }

    function test_P10_ACancelledBurnRestoresEverything() external {
        Leg[] memory legs = one(noteLeg(alpen, meridian));
        legs[0].senderData = side(A1);
        DeliveryId id = created(legs);
        cancel(alpen, id, legs);
        isEntry(A1, EntryType.ISSUED, alpen);
        same(entries.numEntries(note), 4, "entries");
    }

    function test_P10_CancellingUnmatchedReleasesTheSenders() external {
        Leg[] memory legs = _fop();
        DeliveryId id = created(legs);
        cancel(baltic, id, legs);
        isIn(id, DeliveryState.CANCELED);
        _nothingIsHeld();
    }

    function test_P10_CancellingTogetherReleasesBothSides() external {
        (DeliveryId id, Leg[] memory legs) = _matched();
        cancel(alpen, id, legs);
        isEntry(A1, EntryType.ISSUED, alpen, address(deliveries));
        cancel(baltic, id, legs);
        isIn(id, DeliveryState.CANCELED);
        _nothingIsHeld();
    }

    function test_P36_TheRegistrarRefusesEvenWhileSuspended() external {
        (DeliveryId id, Leg[] memory legs) = _matched();
        suspend();
        cancel(meridian, id, legs);
        isIn(id, DeliveryState.CANCELED);
        _nothingIsHeld();
    }

    function test_TheReceiverMayNameItsEntriesBeforeItConfirms() external {
        Leg[] memory legs = _fop();
        DeliveryId id = created(legs);
        vm.startPrank(baltic);
        deliveries.setReceiverAccount(id, legs, 0, side(N1));
        deliveries.setReceiverAccount(id, legs, 0, side(N2, N3));
        vm.stopPrank();
        _confirmEntries(baltic, id, legs, "");
        confirm(meridian, id, legs);
        isEntry(N1, EntryType.NONE, address(0));
        isEntry(N2, EntryType.ISSUED, baltic);
        isEntry(N3, EntryType.ISSUED, baltic);
    }

    function test_WhatWasReceivedMovesOn() external {
        Leg[] memory legs = _fop();
        DeliveryId id = created(legs);
        _confirmEntries(baltic, id, legs, side(N1));
        confirm(meridian, id, legs);
        legs = one(noteLeg(baltic, rhone));
        legs[0].senderData = side(N1);
        id = created(legs);
        _confirmEntries(rhone, id, legs, side(N2));
        confirm(meridian, id, legs);
        isEntry(N1, EntryType.TERMINATED, baltic);
        isEntry(N2, EntryType.ISSUED, rhone);
    }
}
