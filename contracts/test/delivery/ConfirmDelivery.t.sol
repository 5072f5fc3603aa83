// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IAccountRegistryManager } from "../../src/interfaces/IAccountRegistryManager.sol";
import { IDeliveryManager } from "../../src/interfaces/delivery/IDeliveryManager.sol";
import { ILegManager } from "../../src/interfaces/delivery/ILegManager.sol";
import { IPlatformManager } from "../../src/interfaces/IPlatformManager.sol";
import { IRegistration } from "../../src/interfaces/IRegistration.sol";
import { ISettlingLegManager } from "../../src/interfaces/delivery/ISettlingLegManager.sol";
import { AccountDetails, AccountNumber } from "../../src/types/Account.sol";
import { DeliveryId, DeliveryLegState, DeliveryState } from "../../src/types/Delivery.sol";
import { InstrumentId } from "../../src/types/Instrument.sol";
import { Leg, LegRole, LegType } from "../../src/types/Leg.sol";
import { RegistryState } from "../../src/types/Registry.sol";
import { MixedFixture } from "../support/MixedFixture.sol";

/// @title DeliveryManager: confirmDelivery.
contract ConfirmDeliveryTest is MixedFixture {
    function _nothing(DeliveryId id, address by) private pure returns (bytes memory) {
        return abi.encodeWithSelector(IDeliveryManager.DeliveryNothingToConfirm.selector, id, by);
    }

    function _terminateReceipts(address owner, bool isOn) private {
        vm.prank(meridian);
        registries.configureAccount(account(owner, 1), AccountDetails(true, false, isOn));
    }

    function _terminatesReceipts(address owner) private view returns (bytes memory) {
        return abi.encodeWithSelector(
            IAccountRegistryManager.AccountTerminatesReceipts.selector, meridian, owner, AccountNumber.wrap(1)
        );
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

    function test_P14_CON03_RevertWhen_TheCallerIsNoParticipant() external {
        Leg[] memory legs = fop();
        DeliveryId id = created(legs);
        refuses(abi.encodeWithSelector(IDeliveryManager.DeliveryNotParticipant.selector, id, rhone));
        confirm(rhone, id, legs);
    }

    function test_P12_RevertWhen_TheCallerOwesNothing() external {
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

    function test_M1_P02_RevertWhen_TheRegistrarMakesThePaidAccountTerminateItsReceipts() external {
        Leg[] memory legs = repo();
        DeliveryId id = created(legs);
        confirmAsInvestor(baltic, id, legs);
        report(baltic, id, legs, 1);
        receive_(alpen, id, legs, 1);
        _terminateReceipts(baltic, true);
        refuses(_terminatesReceipts(baltic));
        confirm(meridian, id, legs);
        holds(bond, alpen, 1, 1_000, 400);
        _terminateReceipts(baltic, false);
        confirm(meridian, id, legs);
        holds(bond, baltic, 1, 1_400, 0);
        same(registries.totalSupplyOf(bond), 2_000, "supply");
    }

    function test_M1_P02_RevertWhen_TheRegistrarMakesAMintedAccountTerminateItsReceipts() external {
        Leg[] memory legs = one(digital(bond, meridian, meridian, alpen, 400));
        legs[0].receiverData = data(1);
        DeliveryId id = create(alpen, legs);
        _terminateReceipts(alpen, true);
        refuses(_terminatesReceipts(alpen));
        confirm(meridian, id, legs);
        isIn(id, DeliveryState.PENDING);
        same(registries.totalSupplyOf(bond), 2_000, "supply");
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

    function test_RevertWhen_TheCallHasAccountDataForALegWithoutADuty() external {
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
                ISettlingLegManager.LegReceivingAccountMissing.selector, deliveries.legReference(id, 0)
            )
        );
        confirm(baltic, id, legs);
    }

    function test_RevertWhen_TheReceiverHasNamedItsAccountAndNowNamesNoneThatCanBeRead() external {
        Leg[] memory legs = fop();
        DeliveryId id = created(legs);
        vm.prank(baltic);
        deliveries.setReceiverAccount(id, legs, 0, data(1));
        bytes[] memory accounts = new bytes[](1);
        accounts[0] = hex"01";
        vm.prank(baltic);
        (bool done,) =
            address(deliveries).call(abi.encodeCall(deliveries.confirmDelivery, (id, legs, accounts)));
        check(!done, "an account of one byte");
        confirm(baltic, id, legs);
    }

    function test_P11_P12_CON02_RevertWhen_SettledTwice() external {
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

    function test_P13_CON15_RevertWhen_OneLegCannotMove_NothingMoves() external {
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

    function test_P13_P26_CON13_RevertWhen_APartyIsBlacklistedBeforeSettlement() external {
        Leg[] memory legs = fop();
        DeliveryId id = created(legs);
        confirmAsInvestor(baltic, id, legs);
        blacklist(alpen);
        refuses(abi.encodeWithSelector(IPlatformManager.TenantBlacklisted.selector, alpen));
        confirm(meridian, id, legs);
        holds(bond, alpen, 1, 1_000, 400);
    }

    function test_L4_P13_P26_RevertWhen_ARegistrarIsBlacklistedAfterItsConfirmation() external {
        Leg[] memory legs = loan();
        DeliveryId id = created(legs);
        confirmAsInvestor(rhone, id, legs);
        confirm(meridian, id, legs);
        blacklist(meridian);
        refuses(abi.encodeWithSelector(IPlatformManager.TenantBlacklisted.selector, meridian));
        confirm(nordhafen, id, legs);
        holds(bond, alpen, 1, 1_000, 400);
        cancel(nordhafen, id, legs);
        holds(bond, alpen, 1, 1_000, 0);
    }

    function test_CON15_RevertWhen_TheReceiverIsNoInvestorAnyMore() external {
        Leg[] memory legs = fop();
        DeliveryId id = created(legs);
        confirmAsInvestor(baltic, id, legs);
        revokeOn(address(registries), baltic, Privileges.REGISTRY_INVESTOR);
        refuses(notHeld(baltic, Privileges.REGISTRY_INVESTOR));
        confirm(meridian, id, legs);
    }

    function test_P22_RevertWhen_TheRegistrarLostItsRight() external {
        Leg[] memory legs = fop();
        DeliveryId id = created(legs);
        confirmAsInvestor(baltic, id, legs);
        revokeOn(address(registries), meridian, Privileges.REGISTRY_REGISTRAR);
        refuses(notHeld(meridian, Privileges.REGISTRY_REGISTRAR));
        confirm(meridian, id, legs);
    }

    function test_RevertWhen_TheCallerOwesACoordinatorsConfirmationAlone() external {
        Leg[] memory legs = coordinated(LegType.DIGITAL_WITH_COORDINATOR);
        DeliveryId id = created(legs);
        confirmAsInvestor(baltic, id, legs);
        refuses(nothingToConfirm(id, coordinator));
        confirm(coordinator, id, legs);
    }

    function test_RevertWhen_ALockIsAllThatTheCallerOwes() external {
        Leg[] memory legs = lockedSale();
        DeliveryId id = created(legs);
        confirmAsInvestor(baltic, id, legs);
        refuses(nothingToConfirm(id, baltic));
        confirm(baltic, id, legs);
        refuses(investorsFirst(id));
        confirm(meridian, id, legs);
    }

    function test_Privilege_INSTRUMENT_DATA_PROVIDER_TA_TheTransferAgentHadItUntilTheTransactionBefore()
        external
    {
        Leg[] memory legs = goldSwap();
        DeliveryId id = created(legs);
        report(baltic, id, legs, 1);
        receive_(alpen, id, legs, 1);
        confirmAsInvestor(baltic, id, legs);
        revokeOn(address(instruments), agent, Privileges.INSTRUMENT_DATA_PROVIDER_TA);
        refuses(notHeld(agent, Privileges.INSTRUMENT_DATA_PROVIDER_TA));
        confirm(agent, id, legs);
        grantOn(address(instruments), agent, Privileges.INSTRUMENT_DATA_PROVIDER_TA);
        confirm(agent, id, legs);
        revokeOn(address(instruments), agent, Privileges.INSTRUMENT_DATA_PROVIDER_TA);
        refuses(notHeld(agent, Privileges.INSTRUMENT_DATA_PROVIDER_TA));
        confirm(meridian, id, legs);
    }

    function test_CON15_RevertWhen_TheOutsideInstrumentExpiredBeforeSettlement() external {
        Leg[] memory legs = goldSwap();
        DeliveryId id = created(legs);
        report(baltic, id, legs, 1);
        receive_(alpen, id, legs, 1);
        confirmAsInvestor(baltic, id, legs);
        confirm(agent, id, legs);
        vm.prank(agent);
        instruments.expireInstrument(GOLD);
        refuses(
            abi.encodeWithSelector(
                ILegManager.LegInstrumentInvalid.selector, address(instruments), InstrumentId.unwrap(GOLD)
            )
        );
        confirm(meridian, id, legs);
        holds(bond, alpen, 1, 1_000, 400);
    }

    function test_CON13_RevertWhen_TheCoordinatorIsBlacklistedBeforeSettlement() external {
        Leg[] memory legs = coordinated(LegType.TXC);
        DeliveryId id = created(legs);
        confirmAsInvestor(baltic, id, legs);
        confirmAsCoordinator(coordinator, id, legs);
        blacklist(coordinator);
        refuses(abi.encodeWithSelector(IPlatformManager.TenantBlacklisted.selector, coordinator));
        confirm(meridian, id, legs);
    }

    function test_P13_CON01_RevertWhen_OneLegIsShortByOne() external {
        Leg[] memory legs =
            two(digital(bond, meridian, alpen, baltic, 600), digital(bond, meridian, alpen, baltic, 401));
        DeliveryId id = create(baltic, _receivedBy(baltic, legs));
        bytes[] memory accounts = new bytes[](2);
        accounts[0] = accounts[1] = data(1);
        refuses(
            abi.encodeWithSelector(
                IAccountRegistryManager.QuantityNotAvailable.selector, bond, alpen, 1, 400, 401
            )
        );
        confirmWith(alpen, id, legs, accounts);
        holds(bond, alpen, 1, 1_000, 0);
        same(deliveries.legFlags(id) & 0x0101, 0, "nothing is confirmed");
    }

    function _receivedBy(address receiver, Leg[] memory legs) private pure returns (Leg[] memory) {
        for (uint256 i; i < legs.length; ++i) {
            if (legs[i].receiver == receiver) legs[i].receiverData = data(1);
        }
        return legs;
    }

    function test_P10_LegsOfEveryTypeSettleTogether() external {
        Leg[] memory legs = ofEachType();
        DeliveryId id = create(coordinator, legs);
        confirmAsInvestor(alpen, id, legs);
        confirmAsInvestor(baltic, id, legs);
        report(baltic, id, legs, 3);
        report(baltic, id, legs, 4);
        lock(baltic, id, legs, 7, KEY, inADay());
        receive_(alpen, id, legs, 3);
        receive_(alpen, id, legs, 4);
        confirm(meridian, id, legs);
        confirmAsCoordinator(coordinator, id, legs);
        confirm(agent, id, legs);
        isIn(id, DeliveryState.PENDING);
        unlock(alpen, id, legs, 7, KEY);
        isIn(id, DeliveryState.SETTLED);
        same(deliveries.deliveries(id).numLegsDelivered, 8, "delivered");
        holds(bond, alpen, 1, 160, 0);
        holds(bond, baltic, 1, 1_840, 0);
        same(token.balanceOf(alpen), 1_400, "Alpen's tokens");
        same(items.ownerOf(1), baltic, "the deed");
    }

    function test_TraditionalGoldSettlesWithTheTransferAgentsConfirmation() external {
        Leg[] memory legs = goldSwap();
        DeliveryId id = created(legs);
        report(baltic, id, legs, 1);
        confirmAsInvestor(baltic, id, legs);
        refuses(investorsFirst(id));
        confirm(agent, id, legs);
        receive_(alpen, id, legs, 1);
        confirm(meridian, id, legs);
        isIn(id, DeliveryState.PENDING);
        confirm(agent, id, legs);
        isIn(id, DeliveryState.SETTLED);
        holds(bond, baltic, 1, 1_400, 0);
    }

    function test_TokensAloneSettleWithTheLastInvestorsConfirmation() external {
        Leg[] memory legs = two(paid(LegType.ERC20, address(token), alpen, baltic, 5), deed(baltic, alpen, 2));
        DeliveryId id = created(legs);
        same(token.balanceOf(address(erc20Legs)), 5, "in escrow");
        confirm(baltic, id, legs);
        isIn(id, DeliveryState.SETTLED);
        same(token.balanceOf(baltic), 1_005, "Baltic's tokens");
        same(items.ownerOf(2), alpen, "the deed");
    }

    function test_P10_P15_ATransferFreeOfPaymentSettlesWithTheRegistrarsConfirmation() external {
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
        DeliveryId id = create(alpen, legs);
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
