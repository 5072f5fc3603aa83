// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IDeliveryManager } from "../../src/interfaces/delivery/IDeliveryManager.sol";
import { DeliveryId, DeliveryLegState, DeliveryState } from "../../src/types/Delivery.sol";
import { Leg, LegType } from "../../src/types/Leg.sol";
import { RegistryType } from "../../src/types/Registry.sol";
import { MixedFixture } from "../support/MixedFixture.sol";

/// @title DeliveryManager: deliveries, isParticipant, legFlags, legStates, legManagers, legReference,
/// deliveryIdOf.
contract DeliveryViewsTest is MixedFixture {
    DeliveryId private constant NO_ID = DeliveryId.wrap(0);
    DeliveryId private constant UNKNOWN = DeliveryId.wrap("unknown");

    function test_RevertWhen_TheDeliveryIsUnknown() external {
        bytes memory err = abi.encodeWithSelector(IDeliveryManager.DeliveryUnknown.selector, UNKNOWN);
        refuses(err);
        deliveries.isParticipant(UNKNOWN, fop(), alpen);
        refuses(err);
        deliveries.legStates(UNKNOWN, fop());
    }

    function test_RevertWhen_TheLegsAreOthers() external {
        DeliveryId id = created(fop());
        refuses(mismatch(id));
        deliveries.isParticipant(id, repo(), alpen);
        refuses(mismatch(id));
        deliveries.legStates(id, repo());
    }

    function test_AnUnknownDeliveryIsNeitherValidNorUsed() external view {
        IDeliveryManager.Delivery memory delivery = deliveries.deliveries(UNKNOWN);
        check(!delivery.valid && !delivery.used, "valid or used");
        check(delivery.state == DeliveryState.NONE, "state");
        same(deliveries.legFlags(UNKNOWN), 0, "flags");
    }

    function test_ACanceledDeliveryIsUsedAndNotValid() external {
        Leg[] memory legs = fop();
        DeliveryId id = created(legs);
        cancel(alpen, id, legs);
        IDeliveryManager.Delivery memory delivery = deliveries.deliveries(id);
        check(!delivery.valid && delivery.used, "valid or unused");
    }

    function test_ParticipantsAreThePartiesAlone() external {
        Leg[] memory legs = ofEachType();
        DeliveryId id = create(alpen, _withAccounts(legs));
        legs = _withAccounts(legs);
        address[5] memory parties = [alpen, baltic, meridian, agent, coordinator];
        for (uint256 i; i < parties.length; ++i) {
            check(deliveries.isParticipant(id, legs, parties[i]), "a party");
        }
        address[4] memory others = [rhone, nordhafen, address(0), address(deliveries)];
        for (uint256 i; i < others.length; ++i) {
            check(!deliveries.isParticipant(id, legs, others[i]), "a stranger");
        }
    }

    function _withAccounts(Leg[] memory legs) private view returns (Leg[] memory) {
        for (uint256 i; i < 3; ++i) {
            if (legs[i].sender == alpen) legs[i].senderData = data(1);
        }
        return legs;
    }

    function test_P15_CountersAndStatesOfLegsFollowTheConfirmations() external {
        Leg[] memory legs = goldSwap();
        DeliveryId id = created(legs);
        _counts(id, legs, 0, 0, DeliveryLegState.PARTIALY_CONFIRMED, DeliveryLegState.CREATED);
        confirmAsInvestor(baltic, id, legs);
        report(baltic, id, legs, 1);
        receive_(alpen, id, legs, 1);
        confirm(meridian, id, legs);
        _counts(id, legs, 1, 0, DeliveryLegState.CONFIRMED, DeliveryLegState.PARTIALY_CONFIRMED);
        confirm(agent, id, legs);
        _counts(id, legs, 2, 2, DeliveryLegState.DELIVERED, DeliveryLegState.DELIVERED);
    }

    function _counts(
        DeliveryId id,
        Leg[] memory legs,
        uint256 confirmed,
        uint256 delivered,
        DeliveryLegState first,
        DeliveryLegState second
    ) private view {
        same(deliveries.deliveries(id).numLegsConfirmed, confirmed, "confirmed");
        same(deliveries.deliveries(id).numLegsDelivered, delivered, "delivered");
        DeliveryLegState[] memory states = deliveries.legStates(id, legs);
        check(states[0] == first && states[1] == second, "states");
    }

    function test_TheTypesThatTheDeliveryManagerKeepsNameItself() external view {
        IDeliveryManager.LegManager memory manager = deliveries.legManagers(LegType.TXC);
        check(manager.active && manager.registryType == RegistryType.DIGITAL, "active, digital");
        same(manager.deliveryLegManager, address(deliveries), "manager");
        check(!deliveries.legManagers(LegType.NONE).active, "none");
    }

    function testFuzz_ReferencesDiffer(bytes32 id, uint8 legIdx, bytes32 other, uint8 otherIdx)
        external
        view
    {
        vm.assume(id != other || legIdx != otherIdx);
        bytes32 legRef = deliveries.legReference(DeliveryId.wrap(id), legIdx);
        check(legRef != deliveries.legReference(DeliveryId.wrap(other), otherIdx), "the same reference");
    }

    function testFuzz_TheHashIsThatOfTheEncoding(uint256 seed, bytes memory first, bytes memory second)
        external
        view
    {
        Leg[] memory legs = new Leg[](seed % 6);
        for (uint256 i; i < legs.length; ++i) {
            legs[i] = loan()[i % 2];
            legs[i].quantity = uint256(keccak256(abi.encode(seed, i)));
            legs[i].senderData = i % 3 == 0 ? first : second;
            legs[i].receiverData = i % 3 == 1 ? first : bytes("");
        }
        check(_viewed(legs) == idOf(alpen, legs, 1 days), "id");
    }

    function _viewed(Leg[] memory legs) private view returns (DeliveryId) {
        return deliveries.deliveryIdOf(alpen, nextFp(), legs, 1 days);
    }

    /// @dev Every word of the call that says where something lies, every length and every padding, changed in turn.
    function test_LegsEncodedInAnotherWayHaveNoId() external view {
        Leg[] memory legs = loan();
        legs[0].senderData = hex"010203";
        bytes memory good = abi.encodeCall(deliveries.deliveryIdOf, (alpen, nextFp(), legs, 1 days));
        uint256 refused;
        for (uint256 place = 4 + 5 * 32; place < good.length; place += 32) {
            bytes memory bad = bytes.concat(good);
            assembly {
                let word := add(add(bad, 32), place)
                mstore(word, xor(mload(word), 32))
            }
            (bool answered, bytes memory result) = address(deliveries).staticcall(bad);
            DeliveryId id = answered ? abi.decode(result, (DeliveryId)) : NO_ID;
            check(id != idOf(alpen, legs, 1 days), "another encoding has the same id");
            if (id == NO_ID) ++refused;
        }
        check(refused >= 10, "places and lengths are refused");
    }
}
