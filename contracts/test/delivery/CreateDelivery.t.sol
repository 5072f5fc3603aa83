// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { Initializable } from "@openzeppelin/contracts/proxy/utils/Initializable.sol";
import { IAccountRegistryManager } from "../../src/interfaces/IAccountRegistryManager.sol";
import { IDeliveryManager } from "../../src/interfaces/IDeliveryManager.sol";
import { ILegManager } from "../../src/interfaces/ILegManager.sol";
import { IPlatformManager } from "../../src/interfaces/IPlatformManager.sol";
import { IRegistration } from "../../src/interfaces/IRegistration.sol";
import { AccountNumber } from "../../src/types/AccountNumber.sol";
import { DeliveryId } from "../../src/types/DeliveryId.sol";
import { DeliveryLegState, DeliveryState } from "../../src/types/DeliveryState.sol";
import { Leg, LegRole, LegType } from "../../src/types/Leg.sol";
import { DeliveryWorld } from "../support/DeliveryWorld.sol";

contract CreateDeliveryTest is DeliveryWorld {
    DeliveryId private constant ID = DeliveryId.wrap("delivery");

    function _create(address by, Leg[] memory legs, bytes memory err) private {
        refuses(err);
        create(by, ID, legs);
    }

    function test_RevertWhen_InitialisedTwice() external {
        refuses(abi.encodeWithSelector(Initializable.InvalidInitialization.selector));
        deliveries.init(address(this), address(this));
    }

    function test_RevertWhen_TheCreatorIsNoTenant() external {
        Leg[] memory legs = fop();
        legs[0].sender = address(this);
        _create(
            address(this),
            legs,
            abi.encodeWithSelector(IPlatformManager.TenantUnknown.selector, address(this))
        );
    }

    function test_RevertWhen_APartyIsBlacklistedOrNoTenant() external {
        blacklist(baltic);
        _create(alpen, fop(), abi.encodeWithSelector(IPlatformManager.TenantBlacklisted.selector, baltic));
        Leg[] memory legs = repo();
        legs[1].sender = address(0xE0A);
        legs[0].receiver = rhone;
        _create(alpen, legs, abi.encodeWithSelector(IPlatformManager.TenantUnknown.selector, address(0xE0A)));
    }

    function test_RevertWhen_TheCreatorIsNoParticipant() external {
        _create(
            rhone, fop(), abi.encodeWithSelector(IDeliveryManager.DeliveryNotParticipant.selector, ID, rhone)
        );
    }

    function test_RevertWhen_TheIdIsMissing() external {
        refuses(abi.encodeWithSelector(IDeliveryManager.DeliveryIdMissing.selector));
        create(alpen, DeliveryId.wrap(0), fop());
    }

    function test_RevertWhen_TheIdWasUsed() external {
        create(alpen, ID, fop());
        bytes memory err = abi.encodeWithSelector(IDeliveryManager.DeliveryAlreadyExists.selector, ID);
        _create(alpen, fop(), err);
        cancel(alpen, ID, fop());
        _create(alpen, fop(), err);
    }

    function test_RevertWhen_ThereAreNoLegsOrTooMany() external {
        _create(
            alpen, new Leg[](0), abi.encodeWithSelector(IDeliveryManager.DeliveryWithoutLegs.selector, ID)
        );
        _create(
            alpen,
            new Leg[](33),
            abi.encodeWithSelector(IDeliveryManager.DeliveryTooManyLegs.selector, ID, 33)
        );
    }

    function test_RevertWhen_TheValueDateIsNoMidnight() external {
        vm.prank(alpen);
        refuses(abi.encodeWithSelector(IDeliveryManager.DeliveryValueDateInvalid.selector, 86_401));
        deliveries.createDelivery(ID, 0, fop(), 86_401);
        uint64 late = uint64(type(uint40).max / 1 days + 1) * 1 days;
        vm.prank(alpen);
        refuses(abi.encodeWithSelector(IDeliveryManager.DeliveryValueDateInvalid.selector, late));
        deliveries.createDelivery(ID, 0, fop(), late);
    }

    function test_RevertWhen_TheLegTypeHasNoManager() external {
        LegType[4] memory types = [LegType.NONE, LegType.HTLC, LegType.ERC20, LegType.ERC721];
        Leg[] memory legs = fop();
        for (uint256 i; i < types.length; ++i) {
            legs[0].legType = types[i];
            _create(
                alpen, legs, abi.encodeWithSelector(IDeliveryManager.LegTypeNotAvailable.selector, types[i])
            );
        }
    }

    function test_RevertWhen_TheOtherSidesDataIsGiven() external {
        Leg[] memory legs = fop();
        legs[0].receiverData = data(1);
        _create(alpen, legs, abi.encodeWithSelector(IDeliveryManager.LegDataNotOwn.selector, 0));
        _create(baltic, legs, abi.encodeWithSelector(IDeliveryManager.LegDataNotOwn.selector, 0));
    }

    function test_RevertWhen_ADigitalLegIsMalformed() external {
        Leg[] memory legs = fop();
        legs[0].receiver = alpen;
        _create(alpen, legs, abi.encodeWithSelector(ILegManager.LegSenderIsReceiver.selector, alpen));
        legs = fop();
        legs[0].registrar = address(0);
        _create(alpen, legs, abi.encodeWithSelector(ILegManager.LegRegistrarInvalid.selector, address(0)));
        legs = fop();
        legs[0].txCoordinator = rhone;
        _create(alpen, legs, abi.encodeWithSelector(ILegManager.LegCoordinatorInvalid.selector, rhone));
        legs = fop();
        legs[0].assetManager = address(this);
        _create(
            alpen, legs, abi.encodeWithSelector(ILegManager.LegAssetManagerInvalid.selector, address(this))
        );
        legs[0].assetManager = address(instruments);
        _create(
            alpen,
            legs,
            abi.encodeWithSelector(ILegManager.LegAssetManagerInvalid.selector, address(instruments))
        );
        legs = fop();
        legs[0].registrar = nordhafen;
        _create(
            alpen,
            legs,
            abi.encodeWithSelector(IRegistration.RegistryRegistrarRequired.selector, bond, nordhafen)
        );
    }

    function test_RevertWhen_AnExternalLegIsMalformed() external {
        Leg[] memory legs = repo();
        legs[1].sender = alpen;
        _create(alpen, legs, abi.encodeWithSelector(ILegManager.LegSenderIsReceiver.selector, alpen));
        legs = repo();
        legs[1].registrar = meridian;
        _create(alpen, legs, abi.encodeWithSelector(ILegManager.LegRegistrarInvalid.selector, meridian));
        legs = repo();
        legs[1].txCoordinator = rhone;
        _create(alpen, legs, abi.encodeWithSelector(ILegManager.LegCoordinatorInvalid.selector, rhone));
        legs = repo();
        legs[1].assetManager = address(registries);
        _create(
            alpen,
            legs,
            abi.encodeWithSelector(ILegManager.LegAssetManagerInvalid.selector, address(registries))
        );
        legs = repo();
        legs[1].assetId = 0;
        _create(alpen, legs, abi.encodeWithSelector(ILegManager.LegAssetMissing.selector));
        legs = repo();
        legs[1].quantity = 1;
        _create(alpen, legs, abi.encodeWithSelector(ILegManager.LegQuantityInvalid.selector, 1));
        legs = repo();
        legs[1].receiverData = data(1);
        _create(alpen, legs, abi.encodeWithSelector(ILegManager.LegDataUnexpected.selector));
    }

    function test_RevertWhen_TheCreatorHasTooLittle() external {
        Leg[] memory legs = fop();
        legs[0].quantity = 1_001;
        _create(
            alpen,
            legs,
            abi.encodeWithSelector(
                IAccountRegistryManager.QuantityNotAvailable.selector,
                bond,
                alpen,
                AccountNumber.wrap(1),
                1_000,
                1_001
            )
        );
    }

    function test_RevertWhen_TheCreatorLeavesItsOwnAccountOut() external {
        Leg[] memory legs = fop();
        legs[0].senderData = "";
        _create(
            alpen,
            legs,
            abi.encodeWithSelector(IAccountRegistryManager.AccountNumberInvalid.selector, bytes(""))
        );
    }

    function test_CreatingAsSenderEarmarks() external {
        Leg[] memory legs = fop();
        vm.expectEmit(address(deliveries));
        emit IDeliveryManager.DeliveryCreated(ID, alpen, keccak256("private"), 0, legs);
        vm.expectEmit(address(deliveries));
        emit IDeliveryManager.LegConfirmed(ID, 0, alpen, LegRole.SENDER, data(1));
        create(alpen, ID, legs);
        isIn(ID, DeliveryState.PENDING);
        holds(bond, alpen, 1, 1_000, 400);
        IDeliveryManager.Delivery memory delivery = deliveries.deliveries(ID);
        check(delivery.valid && delivery.used, "valid and used");
        same(delivery.numLegs, 1, "legs");
        same(delivery.numLegsConfirmed, 0, "confirmed");
        same(delivery.numLegsDelivered, 0, "delivered");
        same(delivery.privateDataFp, keccak256("private"), "fingerprint");
        same(delivery.creator, alpen, "creator");
        same(delivery.legsHash, deliveries.hashLegs(legs), "hash");
        check(deliveries.legStates(ID, legs)[0] == DeliveryLegState.PARTIALY_CONFIRMED, "leg state");
    }

    function test_CreatingAsReceiverNamesTheAccountAndEarmarksNothing() external {
        Leg[] memory legs = one(digital(bond, meridian, alpen, baltic, 400));
        legs[0].receiverData = data(2);
        create(baltic, ID, legs);
        isIn(ID, DeliveryState.PENDING);
        holds(bond, alpen, 1, 1_000, 0);
        confirmAsInvestor(alpen, ID, legs);
        confirm(meridian, ID, legs);
        holds(bond, baltic, 2, 400, 0);
    }

    function test_CreatingARepoGivesNoPayment() external {
        Leg[] memory legs = repo();
        legs[0].senderData = "";
        legs[0].receiverData = data(1);
        create(baltic, ID, legs);
        check(deliveries.legStates(ID, legs)[1] == DeliveryLegState.CREATED, "payment");
        refuses(abi.encodeWithSelector(IDeliveryManager.LegNotEarmarked.selector, ID, 0));
        report(baltic, ID, legs, 1);
    }

    function test_CreatingAsRegistrarConfirmsNothing() external {
        Leg[] memory legs = one(digital(bond, meridian, meridian, alpen, 50));
        create(meridian, ID, legs);
        isIn(ID, DeliveryState.CREATED);
        confirmAsInvestor(alpen, ID, legs);
        isIn(ID, DeliveryState.PENDING);
        confirm(meridian, ID, legs);
        isIn(ID, DeliveryState.SETTLED);
        holds(bond, alpen, 1, 1_050, 0);
    }

    function test_AnUnknownDeliveryIsNeitherValidNorUsed() external view {
        IDeliveryManager.Delivery memory delivery = deliveries.deliveries(ID);
        check(!delivery.valid && !delivery.used, "valid or used");
        isIn(ID, DeliveryState.NONE);
    }
}
