// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IAccountRegistryManager } from "../../src/interfaces/IAccountRegistryManager.sol";
import { IDeliveryManager } from "../../src/interfaces/delivery/IDeliveryManager.sol";
import { ILegManager } from "../../src/interfaces/delivery/ILegManager.sol";
import { IPlatformManager } from "../../src/interfaces/IPlatformManager.sol";
import { IRegistration } from "../../src/interfaces/IRegistration.sol";
import { AccountNumber } from "../../src/types/Account.sol";
import { DeliveryId, DeliveryLegState, DeliveryState } from "../../src/types/Delivery.sol";
import { Leg, LegRole, LegType } from "../../src/types/Leg.sol";
import { MixedFixture } from "../support/MixedFixture.sol";

/// @title DeliveryManager: createDelivery.
contract CreateDeliveryTest is MixedFixture {
    function _create(address by, Leg[] memory legs, bytes memory err) private {
        refuses(err);
        create(by, legs);
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

    function test_P26_RevertWhen_TheCreatorIsBlacklisted() external {
        blacklist(alpen);
        _create(alpen, fop(), abi.encodeWithSelector(IPlatformManager.TenantBlacklisted.selector, alpen));
    }

    /// @dev Settlement refuses it: see ConfirmDelivery.
    function test_P26_AnotherPartyMayBeBlacklistedOrNoTenant() external {
        blacklist(baltic);
        isIn(created(fop()), DeliveryState.PENDING);
        Leg[] memory legs = repo();
        legs[1].sender = address(0xE0A);
        isIn(created(legs), DeliveryState.PENDING);
    }

    function test_P14_CON03_RevertWhen_TheCreatorIsNoParticipant() external {
        _create(
            rhone,
            fop(),
            abi.encodeWithSelector(
                IDeliveryManager.DeliveryNotParticipant.selector, idOf(rhone, fop()), rhone
            )
        );
    }

    function _refusesId(DeliveryId id, address by, uint64 valueDate) private {
        DeliveryId required = idOf(by, fop(), valueDate);
        refuses(abi.encodeWithSelector(IDeliveryManager.DeliveryIdInvalid.selector, id, required));
        vm.prank(by);
        deliveries.createDelivery(id, nextFp(), fop(), valueDate);
    }

    function test_P12_RevertWhen_TheIdIsNotThatOfTheTerms() external {
        DeliveryId id = idOf(alpen, fop());
        _refusesId(DeliveryId.wrap(0), alpen, 0);
        _refusesId(id, baltic, 0);
        _refusesId(id, alpen, 1 days);
        takeFp();
        _refusesId(id, alpen, 0);
    }

    function test_P12_RevertWhen_TheIdWasUsed() external {
        bytes32 privateDataFp = nextFp();
        DeliveryId id = created(fop());
        bytes memory err = abi.encodeWithSelector(IDeliveryManager.DeliveryAlreadyExists.selector, id);
        refuses(err);
        vm.prank(alpen);
        deliveries.createDelivery(id, privateDataFp, fop(), 0);
        cancel(alpen, id, fop());
        refuses(err);
        vm.prank(alpen);
        deliveries.createDelivery(id, privateDataFp, fop(), 0);
    }

    function test_CON14_RevertWhen_ThereAreNoLegsOrTooMany() external {
        _create(
            alpen,
            new Leg[](0),
            abi.encodeWithSelector(IDeliveryManager.DeliveryWithoutLegs.selector, idOf(alpen, new Leg[](0)))
        );
        _create(
            alpen,
            new Leg[](33),
            abi.encodeWithSelector(
                IDeliveryManager.DeliveryTooManyLegs.selector, idOf(alpen, new Leg[](33)), 33
            )
        );
    }

    function test_RevertWhen_TheValueDateIsNoMidnight() external {
        refuses(abi.encodeWithSelector(IDeliveryManager.DeliveryValueDateInvalid.selector, 86_401));
        create(alpen, fop(), 86_401);
        uint64 late = uint64(type(uint40).max / 1 days + 1) * 1 days;
        refuses(abi.encodeWithSelector(IDeliveryManager.DeliveryValueDateInvalid.selector, late));
        create(alpen, fop(), late);
    }

    function test_RevertWhen_TheLegTypeHasNoManager() external {
        Leg[] memory legs = fop();
        legs[0].legType = LegType.NONE;
        _create(
            alpen, legs, abi.encodeWithSelector(IDeliveryManager.LegTypeNotAvailable.selector, LegType.NONE)
        );
        legs = ofEachType();
        for (uint256 i; i < legs.length; ++i) {
            LegType legType = legs[i].legType;
            vm.prank(operator);
            deliveries.unregisterLegManager(legType);
            _create(
                baltic,
                one(legs[i]),
                abi.encodeWithSelector(IDeliveryManager.LegTypeNotAvailable.selector, legType)
            );
        }
    }

    function test_RevertWhen_TheCoordinatorIsMissingOrUnexpectedOrNotATenant() external {
        Leg[] memory legs = coordinated(LegType.DIGITAL);
        _create(alpen, legs, abi.encodeWithSelector(ILegManager.LegCoordinatorInvalid.selector, coordinator));
        LegType[2] memory types = [LegType.DIGITAL_WITH_COORDINATOR, LegType.TXC];
        for (uint256 i; i < types.length; ++i) {
            legs = coordinated(types[i]);
            legs[0].txCoordinator = address(0);
            _create(
                alpen, legs, abi.encodeWithSelector(ILegManager.LegCoordinatorInvalid.selector, address(0))
            );
        }
    }

    function test_L9_RevertWhen_ARegistrarsOwnSideHasData() external {
        bytes memory err = abi.encodeWithSelector(ILegManager.LegDataUnexpected.selector);
        Leg[] memory mint_ = one(digital(bond, meridian, meridian, alpen, 400));
        (mint_[0].senderData, mint_[0].receiverData) = (hex"00", data(1));
        _create(alpen, mint_, err);
        Leg[] memory burn = one(digital(bond, meridian, alpen, meridian, 400));
        (burn[0].senderData, burn[0].receiverData) = (data(1), hex"00");
        _create(alpen, burn, err);
    }

    function test_RevertWhen_ALegOfATraditionalInstrumentIsMalformed() external {
        Leg memory leg = gold(baltic, alpen);
        leg.receiver = baltic;
        _create(baltic, one(leg), abi.encodeWithSelector(ILegManager.LegSenderIsReceiver.selector, baltic));
        leg = gold(baltic, alpen);
        leg.txCoordinator = coordinator;
        _create(
            baltic, one(leg), abi.encodeWithSelector(ILegManager.LegCoordinatorInvalid.selector, coordinator)
        );
        leg = gold(baltic, alpen);
        leg.senderData = data(1);
        _create(baltic, one(leg), abi.encodeWithSelector(ILegManager.LegDataUnexpected.selector));
        leg = gold(baltic, alpen);
        leg.assetId = 0;
        _create(baltic, one(leg), abi.encodeWithSelector(ILegManager.LegAssetMissing.selector));
        leg = gold(baltic, alpen);
        leg.assetManager = address(registries);
        _create(
            baltic,
            one(leg),
            abi.encodeWithSelector(ILegManager.LegAssetManagerInvalid.selector, address(registries))
        );
        uint256[2] memory quantities = [uint256(0), uint256(type(uint128).max) + 1];
        for (uint256 i; i < quantities.length; ++i) {
            leg = gold(baltic, alpen);
            leg.quantity = quantities[i];
            _create(
                baltic,
                one(leg),
                abi.encodeWithSelector(ILegManager.LegQuantityInvalid.selector, quantities[i])
            );
        }
    }

    function test_RevertWhen_TheTransferAgentIsMissingOrAParty() external {
        address[3] memory wrong = [address(0), baltic, alpen];
        for (uint256 i; i < wrong.length; ++i) {
            Leg memory leg = gold(baltic, alpen);
            leg.registrar = wrong[i];
            _create(
                baltic, one(leg), abi.encodeWithSelector(ILegManager.LegRegistrarInvalid.selector, wrong[i])
            );
        }
    }

    function test_Privilege_INSTRUMENT_DATA_PROVIDER_TA_TheTransferAgentHasItNot() external {
        Leg memory leg = gold(baltic, alpen);
        leg.registrar = meridian;
        _create(baltic, one(leg), notHeld(meridian, Privileges.INSTRUMENT_DATA_PROVIDER_TA));
        revokeOn(address(instruments), agent, Privileges.INSTRUMENT_DATA_PROVIDER_TA);
        leg.registrar = agent;
        _create(baltic, one(leg), notHeld(agent, Privileges.INSTRUMENT_DATA_PROVIDER_TA));
    }

    function test_Privilege_INSTRUMENT_DATA_PROVIDER_TA_TheTransferAgentHasIt() external {
        isIn(create(baltic, one(gold(baltic, alpen))), DeliveryState.CREATED);
    }

    function test_CON14_ALegOfATraditionalInstrumentIsAsLargeAsAQuantityMayBe() external {
        Leg memory leg = gold(baltic, alpen);
        leg.quantity = type(uint128).max;
        isIn(create(baltic, one(leg)), DeliveryState.CREATED);
    }

    function test_RevertWhen_TheInstrumentIsDigitalOrExpired() external {
        bytes32[2] memory wrong = [bytes32("bond"), bytes32("unknown")];
        for (uint256 i; i < wrong.length; ++i) {
            Leg memory leg = gold(baltic, alpen);
            leg.assetId = wrong[i];
            _create(
                baltic,
                one(leg),
                abi.encodeWithSelector(
                    ILegManager.LegInstrumentInvalid.selector, address(instruments), wrong[i]
                )
            );
        }
    }

    function test_CON14_RevertWhen_AQuantityIsNothingOrTooMuch() external {
        uint256[3] memory quantities = [uint256(0), uint256(type(uint128).max) + 1, type(uint256).max];
        for (uint256 i; i < quantities.length; ++i) {
            Leg[] memory legs = fop();
            legs[0].quantity = quantities[i];
            _create(
                alpen,
                legs,
                abi.encodeWithSelector(IAccountRegistryManager.QuantityInvalid.selector, quantities[i])
            );
        }
    }

    function test_RevertWhen_LegsAreEncodedInAnotherWay() external {
        bytes memory encoded =
            abi.encodeCall(deliveries.createDelivery, (idOf(alpen, fop()), nextFp(), fop(), 0));
        // A word more at the end of receiverData's place: the offsets stay, the bytes lie behind a gap.
        uint256 place = 4 + 4 * 32 + 32 + 32 + 9 * 32 + 32;
        assembly {
            let word := add(encoded, place)
            mstore(word, add(mload(word), 32))
        }
        vm.prank(alpen);
        (bool done, bytes memory err) = address(deliveries).call(bytes.concat(encoded, bytes32(0)));
        check(!done, "taken");
        same(
            keccak256(err),
            keccak256(
                abi.encodeWithSelector(IDeliveryManager.DeliveryLegsMalformed.selector, idOf(alpen, fop()))
            ),
            "reason"
        );
    }

    function test_RevertWhen_TheOtherSidesDataIsFilled() external {
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
        legs[0].assetManager = address(0);
        _create(alpen, legs, abi.encodeWithSelector(ILegManager.LegAssetManagerInvalid.selector, address(0)));
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

    function test_CON05_RevertWhen_TheCreatorHasTooLittle() external {
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
        DeliveryId id = idOf(alpen, legs);
        bytes32 privateDataFp = nextFp();
        emit IDeliveryManager.DeliveryCreated(id, alpen, privateDataFp, 0, legs);
        vm.expectEmit(address(deliveries));
        emit IDeliveryManager.LegConfirmed(id, 0, alpen, LegRole.SENDER, data(1));
        isIn(create(alpen, legs), DeliveryState.PENDING);
        holds(bond, alpen, 1, 1_000, 400);
        IDeliveryManager.Delivery memory delivery = deliveries.deliveries(id);
        check(delivery.valid && delivery.used, "valid and used");
        same(delivery.numLegs, 1, "legs");
        same(delivery.numLegsConfirmed, 0, "confirmed");
        same(delivery.numLegsDelivered, 0, "delivered");
        same(delivery.privateDataFp, privateDataFp, "fingerprint");
        same(delivery.creator, alpen, "creator");
        check(deliveries.deliveryIdOf(alpen, privateDataFp, legs, 0) == id, "its own id");
        check(deliveries.legStates(id, legs)[0] == DeliveryLegState.PARTIALY_CONFIRMED, "leg state");
    }

    function test_CreatingAsReceiverNamesTheAccountAndEarmarksNothing() external {
        Leg[] memory legs = one(digital(bond, meridian, alpen, baltic, 400));
        legs[0].receiverData = data(2);
        DeliveryId id = create(baltic, legs);
        isIn(id, DeliveryState.PENDING);
        holds(bond, alpen, 1, 1_000, 0);
        confirmAsInvestor(alpen, id, legs);
        confirm(meridian, id, legs);
        holds(bond, baltic, 2, 400, 0);
    }

    function test_CreatingARepoGivesNoPayment() external {
        Leg[] memory legs = repo();
        legs[0].senderData = "";
        legs[0].receiverData = data(1);
        DeliveryId id = create(baltic, legs);
        check(deliveries.legStates(id, legs)[1] == DeliveryLegState.CREATED, "payment");
        refuses(abi.encodeWithSelector(IDeliveryManager.LegNotEarmarked.selector, id, 0));
        report(baltic, id, legs, 1);
    }

    function test_LegsThatEachHaveOtherPartiesThanTheOneBeforeAreTakenUp() external {
        Leg[] memory legs = new Leg[](4);
        legs[0] = digital(bond, meridian, alpen, baltic, 10);
        legs[1] = digital(bond, meridian, rhone, nordhafen, 20);
        legs[2] = digital(bond, meridian, alpen, baltic, 30);
        legs[3] = digital(bond, meridian, rhone, nordhafen, 40);
        legs[0].senderData = data(1);
        legs[2].senderData = data(1);
        grantOn(address(registries), nordhafen, Privileges.REGISTRY_INVESTOR);
        create(alpen, legs);
        holds(bond, alpen, 1, 1_000, 40);
    }

    function test_CreatingAsRegistrarConfirmsNothing() external {
        Leg[] memory legs = one(digital(bond, meridian, meridian, alpen, 50));
        DeliveryId id = create(meridian, legs);
        isIn(id, DeliveryState.CREATED);
        confirmAsInvestor(alpen, id, legs);
        isIn(id, DeliveryState.PENDING);
        confirm(meridian, id, legs);
        isIn(id, DeliveryState.SETTLED);
        holds(bond, alpen, 1, 1_050, 0);
    }
}
