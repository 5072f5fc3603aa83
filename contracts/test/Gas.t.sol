// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { DeliveryId } from "../src/types/DeliveryId.sol";
import { Leg } from "../src/types/Leg.sol";
import { DeliveryWorld } from "./support/DeliveryWorld.sol";

/// @title What the dApps' own work costs, each call as a transaction of its own with the 21,000 of its base. The
/// controllers' and the tenant's hop come on top and are measured apart.
/// forge-config: default.isolate = true
contract GasTest is DeliveryWorld {
    function test_ATransferFreeOfPayment() external {
        Leg[] memory legs = fop();
        DeliveryId id = created(legs);
        vm.snapshotGasLastCall("delivery", "one leg: create by the sender");
        confirmAsInvestor(baltic, id, legs);
        vm.snapshotGasLastCall("delivery", "one leg: confirm by the receiver");
        confirm(meridian, id, legs);
        vm.snapshotGasLastCall("delivery", "one leg: confirm by the registrar, settles");
    }

    function test_TwoDigitalLegs() external {
        Leg[] memory legs = loan();
        DeliveryId id = created(legs);
        vm.snapshotGasLastCall("delivery", "two legs: create by the lender");
        confirmAsInvestor(rhone, id, legs);
        vm.snapshotGasLastCall("delivery", "two legs: confirm by the borrower");
        confirm(meridian, id, legs);
        vm.snapshotGasLastCall("delivery", "two legs: confirm by the first registrar");
        confirm(nordhafen, id, legs);
        vm.snapshotGasLastCall("delivery", "two legs: confirm by the second registrar, settles");
    }
}
