// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { ReentrancyGuardTransient } from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import { IDeliveryManager } from "../../src/interfaces/delivery/IDeliveryManager.sol";
import { ILegManager } from "../../src/interfaces/delivery/ILegManager.sol";
import { ISettlingLegManager } from "../../src/interfaces/delivery/ISettlingLegManager.sol";
import { DeliveryId, DeliveryState } from "../../src/types/Delivery.sol";
import { Leg, LegType } from "../../src/types/Leg.sol";
import { RegistryType } from "../../src/types/Registry.sol";
import { DeliveryFixture } from "../support/DeliveryFixture.sol";
import { HostileLegManager, Mood } from "../support/HostileLegManager.sol";

/// @title DeliveryManager: a leg manager that calls back, answers nonsense, burns gas or reverts late does no harm.
/// Properties 13 and 20, case CON-04.
contract HostileLegManagerTest is DeliveryFixture {
    HostileLegManager private hostile;
    bytes4[4] private calls = [
        ISettlingLegManager.confirmReceiver.selector,
        ISettlingLegManager.confirmSender.selector,
        ISettlingLegManager.settle.selector,
        ISettlingLegManager.release.selector
    ];

    function setUp() public override {
        super.setUp();
        hostile = new HostileLegManager(address(deliveries));
        vm.prank(operator);
        deliveries.registerLegManager(LegType.ERC20, address(hostile), RegistryType.NONE);
    }

    /// @dev 400 bonds from Alpen to Baltic against whatever the hostile manager keeps; Alpen creates it.
    function _legs() private view returns (Leg[] memory legs) {
        Leg memory odd =
            Leg(LegType.ERC20, baltic, alpen, address(0), address(0), address(0xA55E7), 0, 1, "", "");
        legs = two(digital(bond, meridian, alpen, baltic, 400), odd);
        legs[0].senderData = data(1);
    }

    function _callBacks(DeliveryId id, Leg[] memory legs) private view returns (bytes[5] memory) {
        return [
            abi.encodeCall(deliveries.notifyLegDelivery, (id, legs, 1)),
            abi.encodeCall(deliveries.confirmDelivery, (id, legs, accountsOf(baltic, legs))),
            abi.encodeCall(deliveries.cancelDelivery, (id, legs, "reason")),
            abi.encodeCall(deliveries.createDelivery, (DeliveryId.wrap("another"), 0, legs, 0)),
            abi.encodeCall(deliveries.setReceiverAccount, (id, legs, 0, data(1)))
        ];
    }

    function _earmarked() private returns (DeliveryId id, Leg[] memory legs) {
        legs = _legs();
        id = created(legs);
        confirmAsInvestor(baltic, id, legs);
        holds(bond, alpen, 1, 1_000, 400);
    }

    function test_P20_CON04_CallingBackGetsNowhereWhereverItIsTried() external {
        for (uint256 c; c < 4; ++c) {
            for (uint256 b; b < 5; ++b) {
                Leg[] memory legs = _legs();
                legs[0].quantity = 1;
                DeliveryId id = idOf(alpen, legs);
                hostile.behave(Mood.CALLS_BACK, calls[c], _callBacks(id, legs)[b]);
                create(alpen, legs);
                confirmAsInvestor(baltic, id, legs);
                if (c == 3) cancel(meridian, id, legs);
                else confirm(meridian, id, legs);
                isIn(id, c == 3 ? DeliveryState.CANCELED : DeliveryState.SETTLED);
            }
        }
        same(hostile.taken(), 0, "taken");
        same(hostile.refused(), 20, "refused");
        holds(bond, alpen, 1, 1_000 - 15, 0);
        holds(bond, baltic, 1, 1_000 + 15, 0);
    }

    function test_P20_CON04_RevertWhen_ItInsistsOnCallingBack() external {
        (DeliveryId id, Leg[] memory legs) = _earmarked();
        hostile.behave(Mood.INSISTS, ISettlingLegManager.settle.selector, _callBacks(id, legs)[2]);
        refuses(abi.encodeWithSelector(ReentrancyGuardTransient.ReentrancyGuardReentrantCall.selector));
        confirm(meridian, id, legs);
        isIn(id, DeliveryState.PENDING);
    }

    function test_CON04_RevertWhen_ItCallsBackDuringAView() external {
        Leg[] memory legs = _legs();
        DeliveryId id = idOf(alpen, legs);
        hostile.behave(Mood.CALLS_BACK, ILegManager.checkLeg.selector, _callBacks(id, legs)[3]);
        vm.expectRevert();
        create(alpen, legs);
        isIn(id, DeliveryState.NONE);
    }

    function test_P13_CON04_RevertWhen_ItRevertsLate_NothingMovesAndItMayBeTriedAgain() external {
        (DeliveryId id, Leg[] memory legs) = _earmarked();
        uint256 flags = deliveries.legFlags(id);
        hostile.behave(Mood.REVERTS, ISettlingLegManager.settle.selector, "");
        refuses(abi.encodeWithSelector(HostileLegManager.HostileToday.selector));
        confirm(meridian, id, legs);
        same(deliveries.legFlags(id), flags, "flags");
        isIn(id, DeliveryState.PENDING);
        holds(bond, alpen, 1, 1_000, 400);
        holds(bond, baltic, 1, 1_000, 0);
        hostile.behave(Mood.QUIET, 0, "");
        confirm(meridian, id, legs);
        holds(bond, baltic, 1, 1_400, 0);
    }

    function test_P13_CON04_RevertWhen_ItBurnsAllGas_NothingMovesAndTheRegistrarRefuses() external {
        (DeliveryId id, Leg[] memory legs) = _earmarked();
        hostile.behave(Mood.BURNS_GAS, ISettlingLegManager.settle.selector, "");
        bytes memory call_ = abi.encodeCall(deliveries.confirmDelivery, (id, legs, new bytes[](2)));
        vm.prank(meridian);
        (bool done,) = address(deliveries).call{ gas: 16_000_000 }(call_);
        check(!done, "settled");
        holds(bond, alpen, 1, 1_000, 400);
        cancel(meridian, id, legs);
        holds(bond, alpen, 1, 1_000, 0);
    }

    function test_CON04_NonsenseIsNotListenedTo() external {
        for (uint256 c; c < 3; ++c) {
            hostile.behave(Mood.ANSWERS_NONSENSE, calls[c], "");
            Leg[] memory legs = _legs();
            legs[0].quantity = 10;
            DeliveryId id = created(legs);
            confirmAsInvestor(baltic, id, legs);
            confirm(meridian, id, legs);
            isIn(id, DeliveryState.SETTLED);
        }
        holds(bond, baltic, 1, 1_030, 0);
    }

    function test_L5_CON04_AManagerThatReleasesNothingKeepsOnlyItsOwnLeg() external {
        Mood[2] memory moods = [Mood.REVERTS, Mood.BURNS_GAS];
        for (uint256 i; i < moods.length; ++i) {
            (DeliveryId id, Leg[] memory legs) = _earmarked();
            hostile.behave(moods[i], ISettlingLegManager.release.selector, "");
            vm.expectEmit(address(deliveries));
            emit IDeliveryManager.LegReleaseFailed(id, 1);
            cancel(meridian, id, legs);
            isIn(id, DeliveryState.CANCELED);
            holds(bond, alpen, 1, 1_000, 0);
            refuses(abi.encodeWithSelector(IDeliveryManager.LegNotReleased.selector, id, 1));
            deliveries.releaseLeg(id, legs, 1);
            hostile.behave(Mood.QUIET, 0, "");
            deliveries.releaseLeg(id, legs, 1);
        }
    }

    function test_L5_RevertWhen_TheCallerLeavesTooLittleGasToReleaseALeg() external {
        (DeliveryId id, Leg[] memory legs) = _earmarked();
        vm.prank(meridian);
        try deliveries.cancelDelivery{ gas: 450_000 }(id, legs, "reason") {
            check(false, "canceled with too little gas");
        } catch (bytes memory err) {
            same(bytes4(err), IDeliveryManager.DeliveryReleaseGasMissing.selector, "error");
        }
        isIn(id, DeliveryState.PENDING);
    }
}
