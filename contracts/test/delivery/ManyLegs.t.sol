// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { DeliveryId } from "../../src/types/DeliveryId.sol";
import { DeliveryState } from "../../src/types/DeliveryState.sol";
import { Leg } from "../../src/types/Leg.sol";
import { DeliveryWorld } from "../support/DeliveryWorld.sol";
import { Snapshots } from "../support/Snapshots.sol";

/// @title 32 legs fit into a transaction of 16,000,000 gas, each call by itself. Property 45.
/// forge-config: default.isolate = true
/// forge-config: deep.isolate = true
contract ManyLegsTest is DeliveryWorld, Snapshots {
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

    function test_ThirtyTwoLegsSettleWithinTheGasLimit() external {
        Leg[] memory legs = _legs();
        DeliveryId id = nextId();
        create(alpen, id, legs);
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

    function test_ThirtyTwoLegsAreReleasedWithinTheGasLimit() external {
        Leg[] memory legs = _legs();
        DeliveryId id = nextId();
        create(alpen, id, legs);
        confirmAsInvestor(baltic, id, legs);
        cancel(meridian, id, legs);
        check(snapshotGas("manyLegs", "refuse by the registrar") < LIMIT_OF_GAS, "over the gas limit");
        holds(bond, alpen, 1, 1_000, 0);
        holds(bond, baltic, 1, 1_000, 0);
    }
}
