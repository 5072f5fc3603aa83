// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IDeliveryManager } from "../../src/interfaces/delivery/IDeliveryManager.sol";
import { DeliveryId, DeliveryState } from "../../src/types/Delivery.sol";
import { InstrumentId, InstrumentType } from "../../src/types/Instrument.sol";
import { Leg, LegType } from "../../src/types/Leg.sol";
import { TokenFixture } from "./TokenFixture.sol";

/// @title The world of deliveries with legs of every type: also a transaction coordinator, and an instrument outside the
/// ledger with its transfer agent.
abstract contract MixedFixture is TokenFixture {
    InstrumentId internal constant GOLD = InstrumentId.wrap("gold");

    address internal coordinator;
    address internal agent;

    function setUp() public virtual override {
        super.setUp();
        coordinator = onboard("Lindau Coordination");
        agent = onboard("Basel Transfer Agency");
        grantOn(address(instruments), agent, Privileges.INSTRUMENT_DATA_PROVIDER_TA);
        vm.prank(agent);
        instruments.createTraditionalInstrument(GOLD, terms("gold", InstrumentType.FUND), 2);
    }

    /// @dev 400 bonds from Alpen to Baltic, with a coordinator; Alpen creates it.
    function coordinated(LegType legType) internal view returns (Leg[] memory legs) {
        legs = fop();
        legs[0].legType = legType;
        legs[0].txCoordinator = coordinator;
    }

    function gold(address sender, address receiver) internal view returns (Leg memory) {
        return Leg(
            LegType.TRADITIONAL,
            sender,
            receiver,
            agent,
            address(0),
            address(instruments),
            InstrumentId.unwrap(GOLD),
            25,
            "",
            ""
        );
    }

    /// @dev 400 bonds from Alpen to Baltic against gold held elsewhere; Alpen creates it.
    function goldSwap() internal view returns (Leg[] memory legs) {
        legs = two(digital(bond, meridian, alpen, baltic, 400), gold(baltic, alpen));
        legs[0].senderData = data(1);
    }

    /// @dev 400 bonds from Alpen to Baltic against 300 tokens under a lock; Alpen creates it.
    function lockedSale() internal view returns (Leg[] memory legs) {
        legs = two(
            digital(bond, meridian, alpen, baltic, 400),
            paid(LegType.HTLC, address(token), baltic, alpen, 300)
        );
        legs[0].senderData = data(1);
    }

    /// @dev Everybody has confirmed, and only the unlocking is missing.
    function lockedAndConfirmed() internal returns (DeliveryId id, Leg[] memory legs) {
        legs = lockedSale();
        id = created(legs);
        lock(baltic, id, legs, 1, KEY, inADay());
        confirmAsInvestor(baltic, id, legs);
        confirm(meridian, id, legs);
    }

    /// @dev One leg of each type between Alpen and Baltic, without account data.
    function ofEachType() internal view returns (Leg[] memory legs) {
        legs = new Leg[](8);
        legs[0] = digital(bond, meridian, alpen, baltic, 40);
        legs[1] = coordinated(LegType.DIGITAL_WITH_COORDINATOR)[0];
        legs[2] = coordinated(LegType.TXC)[0];
        legs[1].senderData = legs[2].senderData = "";
        legs[3] = cash(baltic, alpen);
        legs[4] = gold(baltic, alpen);
        legs[5] = paid(LegType.ERC20, address(token), baltic, alpen, 100);
        legs[6] = deed(alpen, baltic, 1);
        legs[7] = paid(LegType.HTLC, address(token), baltic, alpen, 300);
    }

    function confirmAsCoordinator(address by, DeliveryId id, Leg[] memory legs) internal {
        vm.prank(by);
        deliveries.confirmAsCoordinator(id, legs);
    }

    function confirmLeg(
        address by,
        DeliveryId id,
        Leg[] memory legs,
        uint256 legIdx,
        bytes memory accountData
    ) internal {
        vm.prank(by);
        deliveries.confirmLegDelivery(id, legs, legIdx, accountData);
    }

    function unlockAndCancel(address by, DeliveryId id, Leg[] memory legs) internal {
        vm.prank(by);
        deliveries.unlockAndCancel(id, legs, bytes32("reason"));
    }

    function nothingMoved() internal view {
        holds(bond, alpen, 1, 1_000, 0);
        holds(bond, baltic, 1, 1_000, 0);
        same(token.balanceOf(alpen), 1_000, "Alpen's tokens");
        same(token.balanceOf(baltic), 1_000, "Baltic's tokens");
        same(items.ownerOf(1), alpen, "the deed");
    }

    function notParticipant(DeliveryId id, address by) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(IDeliveryManager.DeliveryNotParticipant.selector, id, by);
    }

    function notParty(DeliveryId id, uint256 legIdx, address by) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(IDeliveryManager.LegNotParty.selector, id, legIdx, by);
    }

    function nothingToConfirm(DeliveryId id, address by) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(IDeliveryManager.DeliveryNothingToConfirm.selector, id, by);
    }

    function investorsFirst(DeliveryId id) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(IDeliveryManager.DeliveryInvestorsFirst.selector, id);
    }

    function closed(DeliveryId id, DeliveryState state) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(IDeliveryManager.DeliveryNotPending.selector, id, state);
    }

    function mismatch(DeliveryId id) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(IDeliveryManager.DeliveryLegsMismatch.selector, id);
    }
}
