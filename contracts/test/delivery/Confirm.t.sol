// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { IDeliveryManager } from "../../src/interfaces/IDeliveryManager.sol";
import { DeliveryId } from "../../src/types/DeliveryId.sol";
import { DeliveryState } from "../../src/types/DeliveryState.sol";
import { Leg } from "../../src/types/Leg.sol";
import { DeliveryWorld } from "../support/DeliveryWorld.sol";

contract ConfirmTest is DeliveryWorld {
    function test_ATransferFreeOfPaymentSettlesWithTheRegistrarsConfirmation() external {
        Leg[] memory legs = fop();
        DeliveryId id = created(legs);
        holds(bond, alpen, 1, 1_000, 400);
        confirmAsInvestor(baltic, id, legs);
        confirm(meridian, id, legs);
        isIn(id, DeliveryState.SETTLED);
        holds(bond, alpen, 1, 600, 0);
        holds(bond, baltic, 1, 1_400, 0);
    }
}
