// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { DeliveryId } from "../src/types/Delivery.sol";
import { Leg } from "../src/types/Leg.sol";
import { DeliveryFixture } from "./support/DeliveryFixture.sol";
import { Snapshots } from "./support/Snapshots.sol";

/// @title What the dApps' own work costs: each call as a transaction of its own, with the 21,000 of its base and its
/// calldata, into accounts that already hold something. The hop through controller and tenant comes on top; see
/// ControllerGas.t.sol.
/// forge-config: default.isolate = true
/// forge-config: deep.isolate = true
contract GasTest is DeliveryFixture, Snapshots {
    string private constant GROUP = "delivery";

    function setUp() public override {
        super.setUp();
        mint(bond, meridian, rhone, 1, 1);
        mint(fund, nordhafen, alpen, 1, 1);
    }

    function _snapshot(string memory what) private {
        snapshotGas(GROUP, what);
    }

    function test_ATransferFreeOfPayment() external {
        Leg[] memory legs = fop();
        DeliveryId id = created(legs);
        _snapshot("one leg: create by the sender");
        confirmAsInvestor(baltic, id, legs);
        _snapshot("one leg: confirm by the receiver");
        confirm(meridian, id, legs);
        _snapshot("one leg: confirm by the registrar, settles");
    }

    function test_ARepo() external {
        Leg[] memory legs = repo();
        DeliveryId id = created(legs);
        _snapshot("repo: create by the seller");
        confirmAsInvestor(baltic, id, legs);
        _snapshot("repo: confirm by the buyer");
        report(baltic, id, legs, 1);
        _snapshot("repo: report the payment");
        receive_(alpen, id, legs, 1);
        _snapshot("repo: confirm the payment");
        confirm(meridian, id, legs);
        _snapshot("repo: confirm by the registrar, settles");
    }

    function test_TwoDigitalLegsAtTwoRegistrars() external {
        Leg[] memory legs = loan();
        DeliveryId id = created(legs);
        _snapshot("two legs: create by the lender");
        confirmAsInvestor(rhone, id, legs);
        _snapshot("two legs: confirm by the borrower");
        confirm(meridian, id, legs);
        _snapshot("two legs: confirm by the first registrar");
        confirm(nordhafen, id, legs);
        _snapshot("two legs: confirm by the second registrar, settles");
    }

    /// @dev The given number of legs between Alpen and Baltic, back and forth, at one registrar.
    function _atOneRegistrar(uint256 numLegs) private view returns (Leg[] memory legs) {
        legs = new Leg[](numLegs);
        for (uint256 i; i < numLegs; ++i) {
            bool isOut = i % 2 == 0;
            legs[i] = digital(bond, meridian, isOut ? alpen : baltic, isOut ? baltic : alpen, 10);
            if (isOut) legs[i].senderData = data(1);
            else legs[i].receiverData = data(1);
        }
    }

    function test_TwoDigitalLegsAtOneRegistrar() external {
        Leg[] memory legs = _atOneRegistrar(2);
        DeliveryId id = created(legs);
        _snapshot("two legs, one registrar: create");
        confirmAsInvestor(baltic, id, legs);
        _snapshot("two legs, one registrar: confirm");
        confirm(meridian, id, legs);
        _snapshot("two legs, one registrar: confirm by the registrar, settles");
    }

    function test_FiveDigitalLegsAtOneRegistrar() external {
        Leg[] memory legs = _atOneRegistrar(5);
        DeliveryId id = created(legs);
        _snapshot("five legs, one registrar: create");
        confirmAsInvestor(baltic, id, legs);
        _snapshot("five legs, one registrar: confirm");
        confirm(meridian, id, legs);
        _snapshot("five legs, one registrar: confirm by the registrar, settles");
    }

    function test_Cancelling() external {
        Leg[] memory legs = fop();
        DeliveryId id = created(legs);
        cancel(baltic, id, legs);
        _snapshot("one leg: cancel unmatched");
        id = created(legs);
        confirmAsInvestor(baltic, id, legs);
        cancel(alpen, id, legs);
        _snapshot("one leg: request to cancel");
        cancel(baltic, id, legs);
        _snapshot("one leg: agree to cancel");
    }

    function test_MintAndBurn() external {
        Leg[] memory legs = one(digital(bond, meridian, meridian, alpen, 70));
        legs[0].receiverData = data(1);
        DeliveryId id = create(alpen, legs);
        _snapshot("mint: request");
        confirm(meridian, id, legs);
        _snapshot("mint: confirm by the registrar, settles");
        legs = one(digital(bond, meridian, alpen, meridian, 70));
        legs[0].senderData = data(1);
        id = created(legs);
        _snapshot("burn: request");
        confirm(meridian, id, legs);
        _snapshot("burn: confirm by the registrar, settles");
    }
}
