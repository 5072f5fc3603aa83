// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { DeliveryId, DeliveryState } from "../../src/types/Delivery.sol";
import { Leg, LegType } from "../../src/types/Leg.sol";
import { MixedFixture } from "../support/MixedFixture.sol";
import { Snapshots } from "../support/Snapshots.sol";

/// @title 32 legs fit into a transaction of 16,000,000 gas, each call on its own. Property 45.
/// forge-config: default.isolate = true
/// forge-config: deep.isolate = true
contract ManyLegsTest is MixedFixture, Snapshots {
    uint256 private constant LIMIT_OF_GAS = 16_000_000;

    function _legs() private view returns (Leg[] memory legs) {
        legs = new Leg[](32);
        for (uint256 i; i < 32; ++i) {
            bool outwards = i % 2 == 0;
            legs[i] = digital(bond, meridian, outwards ? alpen : baltic, outwards ? baltic : alpen, 1 + i);
            if (outwards) legs[i].senderData = data(1);
            else legs[i].receiverData = data(2);
        }
    }

    function test_P45_CON14_ThirtyTwoLegsSettleWithinTheGasLimit() external {
        Leg[] memory legs = _legs();
        DeliveryId id = create(alpen, legs);
        uint256 most = snapshotGas("manyLegs", "create by one party");
        confirmAsInvestor(baltic, id, legs);
        uint256 gas = snapshotGas("manyLegs", "confirm by the other");
        if (gas > most) most = gas;
        confirm(meridian, id, legs);
        gas = snapshotGas("manyLegs", "confirm by the registrar, settles");
        if (gas > most) most = gas;
        check(most < LIMIT_OF_GAS, "over the gas limit");
        isIn(id, DeliveryState.SETTLED);
        same(deliveries.deliveries(id).numLegsDelivered, 32, "delivered");
        holds(bond, alpen, 1, 744, 0);
        holds(bond, alpen, 2, 272, 0);
        holds(bond, baltic, 1, 984, 0);
    }

    function test_P45_ThirtyTwoLegsAreReleasedWithinTheGasLimit() external {
        Leg[] memory legs = _legs();
        DeliveryId id = create(alpen, legs);
        confirmAsInvestor(baltic, id, legs);
        cancel(meridian, id, legs);
        check(snapshotGas("manyLegs", "refuse by the registrar") < LIMIT_OF_GAS, "over the gas limit");
        holds(bond, alpen, 1, 1_000, 0);
        holds(bond, baltic, 1, 1_000, 0);
    }

    /// @dev Four of each type, each with four legs' worth of everything.
    function _mixed() private returns (Leg[] memory legs) {
        legs = new Leg[](32);
        Leg[] memory each = ofEachType();
        for (uint256 i; i < 32; ++i) {
            Leg memory leg = each[i % 8];
            bytes memory account = i % 8 < 3 ? data(1) : leg.senderData;
            bytes32 assetId = leg.legType == LegType.ERC721 ? bytes32(100 + i) : leg.assetId;
            if (leg.legType == LegType.ERC721) items.mint(alpen, 100 + i);
            legs[i] = Leg(
                leg.legType,
                leg.sender,
                leg.receiver,
                leg.registrar,
                leg.txCoordinator,
                leg.assetManager,
                assetId,
                leg.quantity > 10 ? 10 : leg.quantity,
                account,
                ""
            );
        }
    }

    function test_P45_ThirtyTwoLegsOfEveryTypeSettleWithinTheGasLimit() external {
        Leg[] memory legs = _mixed();
        DeliveryId id = create(alpen, legs);
        _fits("mixed: create by one party");
        confirmAsInvestor(baltic, id, legs);
        _fits("mixed: confirm by the other");
        for (uint256 i; i < 32; ++i) {
            if (i % 8 == 3 || i % 8 == 4) {
                report(baltic, id, legs, i);
                receive_(alpen, id, legs, i);
            }
            if (i % 8 == 7) lock(baltic, id, legs, i, keccak256(abi.encode(i)), inADay());
        }
        confirm(meridian, id, legs);
        _fits("mixed: confirm by the registrar");
        confirm(agent, id, legs);
        confirmAsCoordinator(coordinator, id, legs);
        for (uint256 i = 7; i < 32; i += 8) {
            isIn(id, DeliveryState.PENDING);
            unlock(alpen, id, legs, i, keccak256(abi.encode(i)));
        }
        _fits("mixed: the last unlocking, settles");
        isIn(id, DeliveryState.SETTLED);
        same(deliveries.deliveries(id).numLegsDelivered, 32, "delivered");
        holds(bond, alpen, 1, 1_000 - 120, 0);
        same(token.balanceOf(alpen), 1_080, "Alpen's tokens");
        same(items.ownerOf(130), baltic, "a deed");
    }

    function _fits(string memory what) private {
        check(snapshotGas("manyLegs", what) < LIMIT_OF_GAS, "over the gas limit");
    }
}
