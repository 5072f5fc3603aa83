// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../src/access/Privileges.sol";
import { IDappController } from "../src/interfaces/IDappController.sol";
import { IDeliveryManager } from "../src/interfaces/delivery/IDeliveryManager.sol";
import { DeliveryId } from "../src/types/Delivery.sol";
import { Leg } from "../src/types/Leg.sol";
import { BatchTerms, Call, SelectorConfig, Signature } from "../src/types/TenantAccess.sol";
import { DeliveryFixture } from "./support/DeliveryFixture.sol";
import { Snapshots } from "./support/Snapshots.sol";

/// @title What a user pays: the lives of Gas.t.sol through controller and tenant, one signature for each call.
/// forge-config: default.isolate = true
/// forge-config: deep.isolate = true
contract HopGasTest is DeliveryFixture, Snapshots {
    mapping(address tenant => IDappController) private controllers;

    function setUp() public override {
        super.setUp();
        mint(bond, meridian, rhone, 1, 1);
        mint(fund, nordhafen, alpen, 1, 1);
        address[5] memory tenants = [alpen, baltic, rhone, meridian, nordhafen];
        for (uint256 i; i < tenants.length; ++i) {
            grantUser(tenants[i], admin, Privileges.DELIVERY_BACKOFFICE);
            controllers[tenants[i]] = _makeController(tenants[i]);
        }
    }

    function _makeController(address tenant) private returns (IDappController) {
        bytes4[5] memory selectors = [
            IDeliveryManager.createDelivery.selector,
            IDeliveryManager.confirmDelivery.selector,
            IDeliveryManager.reportExternalDelivery.selector,
            IDeliveryManager.confirmExternalDelivery.selector,
            deliveries.cancelDelivery.selector
        ];
        SelectorConfig[] memory config = new SelectorConfig[](selectors.length);
        for (uint256 i; i < selectors.length; ++i) {
            config[i] = SelectorConfig(selectors[i], Privileges.DELIVERY_BACKOFFICE, 1);
        }
        vm.prank(tenant);
        return IDappController(factory.createGenericDAPPController(address(deliveries), config));
    }

    /// @dev As the SDK sends it.
    function _send(address by, bytes memory call_, string memory what) private {
        Call[] memory calls = new Call[](1);
        calls[0] = Call(address(deliveries), call_);
        vm.prank(admin);
        controllers[by].delegateBatchWithMultisig(
            calls, new Signature[](0), BatchTerms(0, 2 ** 40 - 1, address(0))
        );
        snapshotGas("deliveryWithHop", what);
    }

    function _create(address by, Leg[] memory legs, string memory what) private returns (DeliveryId id) {
        id = idOf(by, legs);
        _send(by, abi.encodeCall(IDeliveryManager.createDelivery, (id, takeFp(), legs, 0)), what);
    }

    function _confirm(address by, DeliveryId id, Leg[] memory legs, string memory what) private {
        bool isRegistrar = by == meridian || by == nordhafen;
        bytes[] memory accounts = isRegistrar ? new bytes[](legs.length) : accountsOf(by, legs);
        _send(by, abi.encodeCall(IDeliveryManager.confirmDelivery, (id, legs, accounts)), what);
    }

    function test_ATransferFreeOfPayment() external {
        Leg[] memory legs = fop();
        DeliveryId id = _create(alpen, legs, "one leg: create by the sender");
        _confirm(baltic, id, legs, "one leg: confirm by the receiver");
        _confirm(meridian, id, legs, "one leg: confirm by the registrar, settles");
    }

    function test_ARepo() external {
        Leg[] memory legs = repo();
        DeliveryId id = _create(alpen, legs, "repo: create by the seller");
        _confirm(baltic, id, legs, "repo: confirm by the buyer");
        bytes memory report_ = abi.encodeCall(IDeliveryManager.reportExternalDelivery, (id, legs, 1));
        _send(baltic, report_, "repo: report the payment");
        bytes memory received = abi.encodeCall(IDeliveryManager.confirmExternalDelivery, (id, legs, 1));
        _send(alpen, received, "repo: confirm the payment");
        _confirm(meridian, id, legs, "repo: confirm by the registrar, settles");
    }

    function test_TwoDigitalLegsAtTwoRegistrars() external {
        Leg[] memory legs = loan();
        DeliveryId id = _create(alpen, legs, "two legs: create by the lender");
        _confirm(rhone, id, legs, "two legs: confirm by the borrower");
        _confirm(meridian, id, legs, "two legs: confirm by the first registrar");
        _confirm(nordhafen, id, legs, "two legs: confirm by the second registrar, settles");
    }

    function test_TwoAndFiveDigitalLegsAtOneRegistrar() external {
        _backAndForth(2, "two legs, one registrar");
        _backAndForth(5, "five legs, one registrar");
    }

    function _backAndForth(uint256 numLegs, string memory name) private {
        Leg[] memory legs = new Leg[](numLegs);
        for (uint256 i; i < numLegs; ++i) {
            bool isOut = i % 2 == 0;
            legs[i] = digital(bond, meridian, isOut ? alpen : baltic, isOut ? baltic : alpen, 10);
            if (isOut) legs[i].senderData = data(1);
            else legs[i].receiverData = data(1);
        }
        DeliveryId id = _create(alpen, legs, string.concat(name, ": create"));
        _confirm(baltic, id, legs, string.concat(name, ": confirm"));
        _confirm(meridian, id, legs, string.concat(name, ": confirm by the registrar, settles"));
    }

    function test_Canceling() external {
        Leg[] memory legs = fop();
        DeliveryId id = _create(alpen, legs, "canceled: create by the sender");
        bytes memory cancel_ = abi.encodeCall(deliveries.cancelDelivery, (id, legs, bytes32("reason")));
        _send(baltic, cancel_, "canceled: cancel unmatched");
    }

    function test_MintAndBurn() external {
        Leg[] memory legs = one(digital(bond, meridian, meridian, alpen, 70));
        legs[0].receiverData = data(1);
        DeliveryId id = _create(alpen, legs, "mint: request");
        _confirm(meridian, id, legs, "mint: confirm by the registrar, settles");
        legs = one(digital(bond, meridian, alpen, meridian, 70));
        legs[0].senderData = data(1);
        id = _create(alpen, legs, "burn: request");
        _confirm(meridian, id, legs, "burn: confirm by the registrar, settles");
    }
}
