// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { Privileges } from "../../src/access/Privileges.sol";
import { IAccountRegistryManager } from "../../src/interfaces/IAccountRegistryManager.sol";
import { IDeliveryManager } from "../../src/interfaces/IDeliveryManager.sol";
import { IPlatformManager } from "../../src/interfaces/IPlatformManager.sol";
import { IRegistration } from "../../src/interfaces/IRegistration.sol";
import { ISettlingLegManager } from "../../src/interfaces/ISettlingLegManager.sol";
import { DeliveryId } from "../../src/types/DeliveryId.sol";
import { DeliveryLegState, DeliveryState } from "../../src/types/DeliveryState.sol";
import { Leg, LegRole } from "../../src/types/Leg.sol";
import { RegistryState } from "../../src/types/RegistryEnums.sol";
import { DeliveryWorld } from "../support/DeliveryWorld.sol";

contract ConfirmTest is DeliveryWorld {
    function _nothing(DeliveryId id, address by) private pure returns (bytes memory) {
        return abi.encodeWithSelector(IDeliveryManager.DeliveryNothingToConfirm.selector, id, by);
    }

    function test_RevertWhen_TheDeliveryIsUnknown() external {
        DeliveryId id = DeliveryId.wrap("unknown");
        refuses(abi.encodeWithSelector(IDeliveryManager.DeliveryUnknown.selector, id));
        confirm(baltic, id, fop());
    }

    function test_RevertWhen_TheLegsAreNotThoseThatWereCreated() external {
        Leg[] memory legs = fop();
        DeliveryId id = created(legs);
        legs[0].quantity = 399;
        refuses(abi.encodeWithSelector(IDeliveryManager.DeliveryLegsMismatch.selector, id));
        confirmAsInvestor(baltic, id, legs);
        legs = fop();
        legs[0].receiver = rhone;
        refuses(abi.encodeWithSelector(IDeliveryManager.DeliveryLegsMismatch.selector, id));
        confirmAsInvestor(rhone, id, legs);
    }

    function test_RevertWhen_DataIsNotOneForEachLeg() external {
        Leg[] memory legs = fop();
        DeliveryId id = created(legs);
        refuses(abi.encodeWithSelector(IDeliveryManager.DeliveryDataMismatch.selector, 1, 2));
        confirmWith(baltic, id, legs, new bytes[](2));
    }

    function test_RevertWhen_TheCallerIsNoParticipant() external {
        Leg[] memory legs = fop();
        DeliveryId id = created(legs);
        refuses(abi.encodeWithSelector(IDeliveryManager.DeliveryNotParticipant.selector, id, rhone));
        confirm(rhone, id, legs);
    }

    function test_RevertWhen_TheCallerOwesNothing() external {
        Leg[] memory legs = fop();
        DeliveryId id = created(legs);
        refuses(_nothing(id, alpen));
        confirmAsInvestor(alpen, id, legs);
        confirmAsInvestor(baltic, id, legs);
        refuses(_nothing(id, baltic));
        confirmAsInvestor(baltic, id, legs);
    }

    function test_RevertWhen_APaymentIsAllThatTheCallerOwes() external {
        Leg[] memory legs = repo();
        DeliveryId id = created(legs);
        confirmAsInvestor(baltic, id, legs);
        refuses(_nothing(id, baltic));
        confirm(baltic, id, legs);
    }

    function test_RevertWhen_TheRegistrarIsEarly() external {
        Leg[] memory legs = fop();
        DeliveryId id = created(legs);
        refuses(abi.encodeWithSelector(IDeliveryManager.DeliveryInvestorsFirst.selector, id));
        confirm(meridian, id, legs);
    }

    function test_RevertWhen_TheRegistrarIsEarlierThanThePayment() external {
        Leg[] memory legs = repo();
        DeliveryId id = created(legs);
        confirmAsInvestor(baltic, id, legs);
        bytes memory err = abi.encodeWithSelector(IDeliveryManager.DeliveryInvestorsFirst.selector, id);
        refuses(err);
        confirm(meridian, id, legs);
        report(baltic, id, legs, 1);
        refuses(err);
        confirm(meridian, id, legs);
    }

    function test_RevertWhen_AccountDataIsGivenWhereNothingIsOwed() external {
        Leg[] memory legs = loan();
        DeliveryId id = created(legs);
        confirmAsInvestor(rhone, id, legs);
        bytes[] memory accounts = new bytes[](2);
        accounts[1] = data(1);
        refuses(abi.encodeWithSelector(IDeliveryManager.LegDataNotOwn.selector, 1));
        confirmWith(meridian, id, legs, accounts);
        accounts[1] = "";
        accounts[0] = data(1);
        refuses(abi.encodeWithSelector(IDeliveryManager.LegDataNotOwn.selector, 0));
        confirmWith(meridian, id, legs, accounts);
    }

    function test_RevertWhen_TheReceiverNamesNoAccount() external {
        Leg[] memory legs = fop();
        DeliveryId id = created(legs);
        refuses(
            abi.encodeWithSelector(
                ISettlingLegManager.LegReceiptNotNamed.selector, deliveries.legReference(id, 0)
            )
        );
        confirm(baltic, id, legs);
    }

    function test_RevertWhen_SettledTwice() external {
        Leg[] memory legs = fop();
        DeliveryId id = created(legs);
        confirmAsInvestor(baltic, id, legs);
        confirm(meridian, id, legs);
        bytes memory err =
            abi.encodeWithSelector(IDeliveryManager.DeliveryNotPending.selector, id, DeliveryState.SETTLED);
        refuses(err);
        confirm(meridian, id, legs);
        refuses(err);
        cancel(meridian, id, legs);
    }

    function test_RevertWhen_OneLegCannotMove_NothingMoves() external {
        Leg[] memory legs = loan();
        DeliveryId id = created(legs);
        confirmAsInvestor(rhone, id, legs);
        confirm(meridian, id, legs);
        vm.prank(nordhafen);
        registries.suspendRegistry(fund, 0);
        refuses(
            abi.encodeWithSelector(
                IRegistration.RegistryNotRegistered.selector, fund, RegistryState.SUSPENDED
            )
        );
        confirm(nordhafen, id, legs);
        isIn(id, DeliveryState.PENDING);
        holds(bond, alpen, 1, 1_000, 400);
        holds(fund, rhone, 1, 1_000, 300);
        vm.prank(nordhafen);
        registries.unsuspendRegistry(fund, 0);
        confirm(nordhafen, id, legs);
        isIn(id, DeliveryState.SETTLED);
    }

    function test_RevertWhen_APartyIsBlacklistedBeforeSettlement() external {
        Leg[] memory legs = fop();
        DeliveryId id = created(legs);
        confirmAsInvestor(baltic, id, legs);
        blacklist(alpen);
        refuses(abi.encodeWithSelector(IPlatformManager.TenantBlacklisted.selector, alpen));
        confirm(meridian, id, legs);
        holds(bond, alpen, 1, 1_000, 400);
    }

    function test_RevertWhen_TheReceiverIsNoInvestorAnyMore() external {
        Leg[] memory legs = fop();
        DeliveryId id = created(legs);
        confirmAsInvestor(baltic, id, legs);
        revokeOn(address(registries), baltic, Privileges.REGISTRY_INVESTOR);
        refuses(notHeld(baltic, Privileges.REGISTRY_INVESTOR));
        confirm(meridian, id, legs);
    }

    function test_RevertWhen_TheRegistrarLostItsRight() external {
        Leg[] memory legs = fop();
        DeliveryId id = created(legs);
        confirmAsInvestor(baltic, id, legs);
        revokeOn(address(registries), meridian, Privileges.REGISTRY_REGISTRAR);
        refuses(notHeld(meridian, Privileges.REGISTRY_REGISTRAR));
        confirm(meridian, id, legs);
    }

    function test_ATransferFreeOfPaymentSettlesWithTheRegistrarsConfirmation() external {
        Leg[] memory legs = fop();
        DeliveryId id = created(legs);
        confirmAsInvestor(baltic, id, legs);
        isIn(id, DeliveryState.PENDING);
        vm.expectEmit(address(deliveries));
        emit IDeliveryManager.LegConfirmed(id, 0, meridian, LegRole.REGISTRAR, "");
        vm.expectEmit(address(deliveries));
        emit IDeliveryManager.DeliverySettled(id);
        confirm(meridian, id, legs);
        isIn(id, DeliveryState.SETTLED);
        holds(bond, alpen, 1, 600, 0);
        holds(bond, baltic, 1, 1_400, 0);
        IDeliveryManager.Delivery memory delivery = deliveries.deliveries(id);
        same(delivery.numLegsConfirmed, 1, "confirmed");
        same(delivery.numLegsDelivered, 1, "delivered");
        check(deliveries.legStates(id, legs)[0] == DeliveryLegState.DELIVERED, "leg state");
    }

    function test_ARepoSettlesWithTheRegistrarsConfirmation() external {
        Leg[] memory legs = repo();
        DeliveryId id = created(legs);
        confirmAsInvestor(baltic, id, legs);
        report(baltic, id, legs, 1);
        receive_(alpen, id, legs, 1);
        confirm(meridian, id, legs);
        isIn(id, DeliveryState.SETTLED);
        holds(bond, baltic, 1, 1_400, 0);
    }

    function test_ALoanSettlesWithTheSecondRegistrarsConfirmation_InEitherOrder() external {
        for (uint256 i; i < 2; ++i) {
            Leg[] memory legs = loan();
            DeliveryId id = created(legs);
            confirmAsInvestor(rhone, id, legs);
            confirm(i == 0 ? meridian : nordhafen, id, legs);
            isIn(id, DeliveryState.PENDING);
            check(deliveries.legStates(id, legs)[i] == DeliveryLegState.CONFIRMED, "first registrar's leg");
            confirm(i == 0 ? nordhafen : meridian, id, legs);
            isIn(id, DeliveryState.SETTLED);
        }
        holds(bond, alpen, 1, 200, 0);
        holds(bond, rhone, 1, 800, 0);
        holds(fund, rhone, 1, 400, 0);
        holds(fund, alpen, 1, 600, 0);
    }

    function test_OneConfirmationGivesEverythingThatTheCallerOwes() external {
        Leg[] memory legs =
            two(digital(bond, meridian, alpen, baltic, 100), digital(bond, meridian, baltic, alpen, 50));
        legs[0].senderData = data(1);
        legs[1].receiverData = data(2);
        DeliveryId id = created(legs);
        holds(bond, baltic, 1, 1_000, 0);
        confirmAsInvestor(baltic, id, legs);
        holds(bond, baltic, 1, 1_000, 50);
        confirm(meridian, id, legs);
        holds(bond, alpen, 1, 900, 0);
        holds(bond, alpen, 2, 50, 0);
        holds(bond, baltic, 1, 1_050, 0);
    }

    function test_ARegistrarThatIsAlsoTheLastInvestorGivesBothAtOnce() external {
        grantOn(address(registries), meridian, Privileges.REGISTRY_INVESTOR);
        openAccount(nordhafen, meridian, 1);
        Leg[] memory legs =
            two(digital(bond, meridian, alpen, baltic, 100), digital(fund, nordhafen, rhone, meridian, 10));
        legs[0].senderData = data(1);
        DeliveryId id = created(legs);
        confirmAsInvestor(baltic, id, legs);
        confirmAsInvestor(rhone, id, legs);
        bytes[] memory accounts = new bytes[](2);
        accounts[1] = data(1);
        confirmWith(meridian, id, legs, accounts);
        confirm(nordhafen, id, legs);
        isIn(id, DeliveryState.SETTLED);
        holds(fund, meridian, 1, 10, 0);
    }

    function test_AMintCountsOnlyOnceItIsSettled() external {
        Leg[] memory legs = one(digital(bond, meridian, meridian, alpen, 70));
        legs[0].receiverData = data(2);
        DeliveryId id = nextId();
        create(alpen, id, legs);
        holds(bond, alpen, 2, 0, 0);
        confirm(meridian, id, legs);
        holds(bond, alpen, 2, 70, 0);
        same(registries.totalSupplyOf(bond), 2_070, "supply");
    }

    function test_ABurnEarmarksAtTheRequestAndTerminatesAtSettlement() external {
        Leg[] memory legs = one(digital(bond, meridian, alpen, meridian, 70));
        legs[0].senderData = data(1);
        DeliveryId id = created(legs);
        holds(bond, alpen, 1, 1_000, 70);
        same(registries.totalSupplyOf(bond), 2_000, "supply before");
        confirm(meridian, id, legs);
        holds(bond, alpen, 1, 930, 0);
        same(registries.totalSupplyOf(bond), 1_930, "supply after");
    }
}
