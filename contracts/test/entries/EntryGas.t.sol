// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { DeliveryId, DeliveryState } from "../../src/types/Delivery.sol";
import { Leg } from "../../src/types/Leg.sol";
import { Snapshots } from "../support/Snapshots.sol";
import { EntryFixture } from "./EntryFixture.sol";

/// @title What entries cost, each call as a transaction of its own; and 32 legs with 8 entries on either side, the
/// most that there can be, fit into transactions of 16,000,000 gas. Property 45.
/// forge-config: default.isolate = true
/// forge-config: deep.isolate = true
contract EntryGasTest is EntryFixture, Snapshots {
    string private constant GROUP = "entries";
    uint256 private constant LIMIT_OF_GAS = 16_000_000;

    function setUp() public override {
        super.setUp();
        _move(one(noteLeg(baltic, rhone)), side(B1), side("B2"));
    }

    /// @dev A first movement, so that the registry and the delivery manager are known to the books.
    function _move(Leg[] memory legs, bytes memory spent, bytes memory named) private {
        legs[0].senderData = spent;
        DeliveryId id = created(legs);
        _confirmAs(legs[0].receiver, id, legs, named);
        confirm(meridian, id, legs);
    }

    function _confirmAs(address by, DeliveryId id, Leg[] memory legs, bytes memory named) private {
        bytes[] memory sides = new bytes[](legs.length);
        sides[0] = named;
        confirmWith(by, id, legs, sides);
    }

    function _within(string memory what) private {
        check(snapshotGas(GROUP, what) < LIMIT_OF_GAS, "over the gas limit");
    }

    function test_ATransferOfOneEntry() external {
        Leg[] memory legs = one(noteLeg(alpen, baltic));
        legs[0].senderData = side(A1);
        DeliveryId id = created(legs);
        snapshotGas(GROUP, "one leg: create by the sender");
        _confirmAs(baltic, id, legs, side(N1));
        snapshotGas(GROUP, "one leg: confirm by the receiver");
        confirm(meridian, id, legs);
        snapshotGas(GROUP, "one leg: confirm by the registrar, settles");
    }

    function test_ATransferOfTwoEntriesForThree() external {
        Leg[] memory legs = one(noteLeg(alpen, baltic));
        legs[0].senderData = side(A1, A2);
        DeliveryId id = created(legs);
        snapshotGas(GROUP, "one leg of two entries: create by the sender");
        _confirmAs(baltic, id, legs, abi.encode(list(N1, N2, N3)));
        snapshotGas(GROUP, "one leg of two entries: confirm by the receiver with three");
        confirm(meridian, id, legs);
        snapshotGas(GROUP, "one leg of two entries: confirm by the registrar, settles");
    }

    function test_DirectCalls() external {
        vm.prank(meridian);
        entries.issue(note, list(N1), alpen);
        snapshotGas(GROUP, "issue one");
        vm.prank(alpen);
        entries.reorg(note, list(N1), list(N2, N3));
        snapshotGas(GROUP, "reorg one into two");
        vm.prank(alpen);
        entries.markAsRedeemable(note, list(N2));
        snapshotGas(GROUP, "mark one as redeemable");
        vm.prank(meridian);
        entries.terminateEntry(note, list(N2), alpen);
        snapshotGas(GROUP, "terminate one");
        vm.prank(meridian);
        entries.issue(note, many("issued", 100), alpen);
        snapshotGas(GROUP, "issue a hundred");
        vm.prank(meridian);
        entries.forcedTransfer(note, alpen, many("issued", 100), baltic, many("forced", 100), REASON);
        snapshotGas(GROUP, "force a hundred into a hundred");
    }

    /// @dev Alpen gives 8 entries on each of 32 legs, and Baltic names 8 for each.
    function _fullLegs() private returns (Leg[] memory legs, bytes[] memory sides) {
        legs = new Leg[](32);
        sides = new bytes[](32);
        for (uint256 i; i < 32; ++i) {
            bytes32[] memory spent = many(bytes32(i + 1), 8);
            issueTo(alpen, spent);
            legs[i] = noteLeg(alpen, baltic);
            legs[i].senderData = abi.encode(spent);
            sides[i] = abi.encode(many(bytes32(i + 101), 8));
        }
    }

    function test_P45_ThirtyTwoLegsOfEightEntriesSettleWithinTheGasLimit() external {
        (Leg[] memory legs, bytes[] memory sides) = _fullLegs();
        DeliveryId id = created(legs);
        _within("32 legs of 8 entries: create by the sender");
        confirmWith(baltic, id, legs, sides);
        _within("32 legs of 8 entries: confirm by the receiver");
        confirm(meridian, id, legs);
        _within("32 legs of 8 entries: confirm by the registrar, settles");
        isIn(id, DeliveryState.SETTLED);
        same(entries.numEntries(note), 4 + 256, "entries");
    }

    function test_P45_ThirtyTwoLegsOfEightEntriesAreReleasedWithinTheGasLimit() external {
        (Leg[] memory legs, bytes[] memory sides) = _fullLegs();
        DeliveryId id = created(legs);
        confirmWith(baltic, id, legs, sides);
        cancel(meridian, id, legs);
        _within("32 legs of 8 entries: refuse by the registrar");
        isIn(id, DeliveryState.CANCELED);
    }
}
