// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { LegFlags } from "../../src/delivery/LegFlags.sol";
import { IDeliveryCancellations } from "../../src/interfaces/delivery/IDeliveryCancellations.sol";
import { IDeliveryManager } from "../../src/interfaces/delivery/IDeliveryManager.sol";
import { DeliveryId, DeliveryState } from "../../src/types/Delivery.sol";
import { Leg } from "../../src/types/Leg.sol";
import { ProofFixture } from "./ProofFixture.sol";

/// @title Who confirms, cancels and settles a delivery.
contract DeliveriesProof is ProofFixture {
    /// @dev Every flag that any call sets belongs to its caller. Bonds against cash: all roles but the coordinator's.
    /// The stage: created; paid; and confirmed by both investors, so that only the registrar is missing.
    function check_NoConfirmationWithoutItsCaller(address caller, uint8 kind, bool isSecondLeg, uint8 stage)
        external
    {
        Leg[] memory legs = repo();
        DeliveryId id = created(legs);
        if (stage > 0) report(baltic, id, legs, 1);
        if (stage > 1) {
            confirmAsInvestor(baltic, id, legs);
            receive_(alpen, id, legs, 1);
        }
        uint256 before = deliveries.legFlags(id);
        bytes memory call = _confirmation(kind, id, legs, isSecondLeg ? 1 : 0);
        bool done = tries(caller, address(deliveries), call);
        uint256 risen = deliveries.legFlags(id) & ~before;
        assert(done == (risen != 0));
        if (!done) return;
        for (uint256 i; i < 2; ++i) {
            uint256 bits = risen >> (8 * i);
            assert(bits & LegFlags.SENDER == 0 || caller == legs[i].sender);
            assert(bits & LegFlags.REPORTED == 0 || caller == legs[i].sender);
            assert(bits & LegFlags.RECEIVER == 0 || caller == legs[i].receiver);
            assert(bits & LegFlags.REGISTRAR == 0 || caller == legs[i].registrar);
            assert(bits & LegFlags.COORDINATOR == 0);
        }
    }

    /// @dev A creator confirms only its own side, and a stranger creates nothing.
    function check_ACreatorConfirmsItsOwnSideOnly(address creator) external {
        Leg[] memory legs =
            two(digital(bond, meridian, alpen, baltic, 400), digital(fund, nordhafen, rhone, alpen, 300));
        if (creator == alpen) (legs[0].senderData, legs[1].receiverData) = (data(1), data(1));
        if (creator == rhone) legs[1].senderData = data(1);
        if (creator == baltic) legs[0].receiverData = data(1);
        (DeliveryId id, bytes memory call) = creation(creator, legs, 0);
        bool done = tries(creator, address(deliveries), call);
        uint256 flags = deliveries.legFlags(id);
        bool isParty = creator == alpen || creator == baltic || creator == rhone || creator == meridian
            || creator == nordhafen;
        assert(done == isParty);
        assert((flags & LegFlags.SENDER != 0) == (creator == alpen));
        assert((flags & LegFlags.RECEIVER != 0) == (creator == baltic));
        assert(((flags >> 8) & LegFlags.SENDER != 0) == (creator == rhone));
        assert(((flags >> 8) & LegFlags.RECEIVER != 0) == (creator == alpen));
        assert(flags & LegFlags.REGISTRAR == 0 && (flags >> 8) & LegFlags.REGISTRAR == 0);
    }

    /// @dev A call with other terms than the created ones does nothing.
    function check_NoOtherTermsPassForTheCreatedOnes(
        address sender,
        address receiver,
        address registrar,
        bytes32 assetId,
        uint256 quantity,
        uint256 agreed
    ) external {
        Leg[] memory legs = fop();
        legs[0].quantity = agreed;
        DeliveryId id = created(legs);
        bytes32 terms_ = keccak256(abi.encode(legs));
        (legs[0].sender, legs[0].receiver, legs[0].registrar) = (sender, receiver, registrar);
        (legs[0].assetId, legs[0].quantity) = (assetId, quantity);
        bool isSame = keccak256(abi.encode(legs)) == terms_;
        bytes[] memory accounts = new bytes[](1);
        accounts[0] = data(1);
        bytes memory call = abi.encodeCall(IDeliveryManager.confirmDelivery, (id, legs, accounts));
        assert(tries(baltic, address(deliveries), call) == isSame);
    }

    /// @dev Nobody but a party ends a delivery, and the end gives every party back what was earmarked.
    function check_CancelingRestoresEveryHolding(
        address caller,
        uint256 sent,
        uint256 returned,
        bool isMatched
    ) external {
        Holding[] memory before = holdings();
        Leg[] memory legs = loan();
        (legs[0].quantity, legs[1].quantity) = (sent, returned);
        DeliveryId id = created(legs);
        if (isMatched) confirmAsInvestor(rhone, id, legs);
        bytes memory call =
            abi.encodeCall(IDeliveryCancellations.cancelDelivery, (id, legs, bytes32("reason")));
        bool done = tries(caller, address(deliveries), call);
        bool isCanceled = stateOf(id) == DeliveryState.CANCELED;
        bool isRegistrar = caller == meridian || caller == nordhafen;
        // With too little gas it is refused, and Halmos takes any gas for possible.
        assert(!done || caller == alpen || caller == rhone || isRegistrar);
        assert(!done || !isRegistrar || isCanceled);
        assert(done || !isCanceled);
        if (isCanceled) assertUnchanged(before);
        else assert(registries.earmarkedBalanceOf(bond, account(alpen, 1)) == sent);
    }

    /// @dev Not even by the last confirmation.
    function check_NothingSettlesBeforeItsValueDate(uint64 time) external {
        vm.assume(time >= block.timestamp);
        uint64 valueDate = uint64((block.timestamp / 1 days + 2) * 1 days);
        Leg[] memory legs = fop();
        (DeliveryId id, bytes memory call) = creation(alpen, legs, valueDate);
        assert(tries(alpen, address(deliveries), call));
        confirmAsInvestor(baltic, id, legs);
        vm.warp(time);
        call = abi.encodeCall(IDeliveryManager.confirmDelivery, (id, legs, new bytes[](1)));
        bool done = tries(meridian, address(deliveries), call);
        assert(done == (time >= valueDate));
        assert(registries.balanceOf(bond, account(baltic, 1)) == (done ? 1_400 : 1_000));
    }

    /// @dev Whoever calls whatever: a settled or canceled delivery never moves anything again.
    function check_AnEndedDeliveryMovesNothingAgain(address caller, uint8 kind, bool isSettled) external {
        Leg[] memory legs = fop();
        DeliveryId id = created(legs);
        if (isSettled) {
            confirmAsInvestor(baltic, id, legs);
            confirm(meridian, id, legs);
        } else {
            cancel(alpen, id, legs);
        }
        DeliveryState state = stateOf(id);
        Holding[] memory before = holdings();
        assert(!tries(caller, address(deliveries), _anyCall(kind, id, legs)));
        assert(stateOf(id) == state);
        assertUnchanged(before);
    }

    function _anyCall(uint8 kind, DeliveryId id, Leg[] memory legs) private pure returns (bytes memory) {
        if (kind == 100) {
            return abi.encodeCall(IDeliveryCancellations.cancelDelivery, (id, legs, bytes32("reason")));
        }
        if (kind == 101) {
            return abi.encodeCall(IDeliveryCancellations.unlockAndCancel, (id, legs, bytes32("reason")));
        }
        return _confirmation(kind, id, legs, 0);
    }

    function _confirmation(uint8 kind, DeliveryId id, Leg[] memory legs, uint256 legIdx)
        private
        pure
        returns (bytes memory)
    {
        bytes[] memory none = new bytes[](legs.length);
        bytes[] memory accounts = new bytes[](legs.length);
        accounts[0] = data(1);
        if (kind == 0) return abi.encodeCall(IDeliveryManager.confirmDelivery, (id, legs, accounts));
        if (kind == 1) return abi.encodeCall(IDeliveryManager.confirmDelivery, (id, legs, none));
        if (kind == 2) return abi.encodeCall(IDeliveryManager.confirmAsSender, (id, legs, accounts));
        if (kind == 3) return abi.encodeCall(IDeliveryManager.confirmAsReceiver, (id, legs, accounts));
        if (kind == 4) return abi.encodeCall(IDeliveryManager.confirmAsCoordinator, (id, legs));
        if (kind == 5) {
            return abi.encodeCall(IDeliveryManager.confirmLegDelivery, (id, legs, legIdx, accounts[0]));
        }
        if (kind == 6) return abi.encodeCall(IDeliveryManager.confirmLegDelivery, (id, legs, legIdx, ""));
        if (kind == 7) return abi.encodeCall(IDeliveryManager.reportExternalDelivery, (id, legs, legIdx));
        return abi.encodeCall(IDeliveryManager.confirmExternalDelivery, (id, legs, legIdx));
    }
}
