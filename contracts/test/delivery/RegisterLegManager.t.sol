// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IDeliveryManager } from "../../src/interfaces/delivery/IDeliveryManager.sol";
import { DeliveryId } from "../../src/types/Delivery.sol";
import { Leg, LegType } from "../../src/types/Leg.sol";
import { RegistryType } from "../../src/types/Registry.sol";
import { DeliveryFixture } from "../support/DeliveryFixture.sol";

/// @title DeliveryManager: registerLegManager.
contract RegisterLegManagerTest is DeliveryFixture {
    function _register(address by, LegType legType, address legManager) private {
        vm.prank(by);
        deliveries.registerLegManager(legType, legManager, RegistryType.NONE);
    }

    function _invalid(LegType legType, address legManager) private pure returns (bytes memory) {
        return abi.encodeWithSelector(IDeliveryManager.LegManagerInvalid.selector, legType, legManager);
    }

    function test_Privilege_DELIVERY_OPERATOR_HasItNot() external {
        refuses(notHeld(alpen, Privileges.DELIVERY_OPERATOR));
        _register(alpen, LegType.HTLC, address(factory));
    }

    function test_Privilege_DELIVERY_OPERATOR_HasIt() external {
        grantOn(address(deliveries), alpen, Privileges.DELIVERY_OPERATOR);
        _register(alpen, LegType.HTLC, address(factory));
        same(deliveries.legManagers(LegType.HTLC).deliveryLegManager, address(factory), "manager");
    }

    function test_Privilege_DELIVERY_OPERATOR_HadItUntilTheTransactionBefore() external {
        grantOn(address(deliveries), alpen, Privileges.DELIVERY_OPERATOR);
        revokeOn(address(deliveries), alpen, Privileges.DELIVERY_OPERATOR);
        refuses(notHeld(alpen, Privileges.DELIVERY_OPERATOR));
        _register(alpen, LegType.HTLC, address(factory));
    }

    function test_RevertWhen_TheManagerIsNoContractOrTheTypeNone() external {
        refuses(_invalid(LegType.HTLC, address(0xE0A)));
        _register(operator, LegType.HTLC, address(0xE0A));
        refuses(_invalid(LegType.NONE, address(factory)));
        _register(operator, LegType.NONE, address(factory));
        refuses(_invalid(LegType.NONE, address(deliveries)));
        _register(operator, LegType.NONE, address(deliveries));
    }

    function test_RevertWhen_AnotherContractIsToKeepWhatTheDeliveryManagerKeeps() external {
        LegType[5] memory own = [
            LegType.DIGITAL,
            LegType.DIGITAL_WITH_COORDINATOR,
            LegType.TXC,
            LegType.EXTERNAL,
            LegType.TRADITIONAL
        ];
        for (uint256 i; i < own.length; ++i) {
            vm.prank(operator);
            deliveries.unregisterLegManager(own[i]);
            refuses(_invalid(own[i], address(factory)));
            _register(operator, own[i], address(factory));
        }
    }

    function test_RevertWhen_TheDeliveryManagerIsToKeepWhatOthersKeep() external {
        LegType[3] memory others = [LegType.HTLC, LegType.ERC20, LegType.ERC721];
        for (uint256 i; i < others.length; ++i) {
            refuses(_invalid(others[i], address(deliveries)));
            _register(operator, others[i], address(deliveries));
        }
    }

    function test_RevertWhen_ATypeHasItsManager_AlsoAfterItWasUnregistered() external {
        bytes memory err = abi.encodeWithSelector(
            IDeliveryManager.LegManagerAlreadyRegistered.selector, LegType.HTLC, address(factory)
        );
        _register(operator, LegType.HTLC, address(factory));
        refuses(err);
        _register(operator, LegType.HTLC, address(factory));
        vm.prank(operator);
        deliveries.unregisterLegManager(LegType.HTLC);
        refuses(err);
        _register(operator, LegType.HTLC, address(platform));
    }

    function test_TheManagerIsEmittedAndReadable() external {
        vm.expectEmit(address(deliveries));
        emit IDeliveryManager.LegManagerRegistered(LegType.HTLC, address(factory), RegistryType.NONE);
        _register(operator, LegType.HTLC, address(factory));
        IDeliveryManager.LegManager memory manager = deliveries.legManagers(LegType.HTLC);
        check(manager.active, "active");
        check(manager.registryType == RegistryType.NONE, "registry type");
        same(manager.deliveryLegManager, address(factory), "manager");
    }

    function test_OnceRegisteredAgainNewLegsAreTaken() external {
        vm.prank(operator);
        deliveries.unregisterLegManager(LegType.DIGITAL);
        Leg[] memory legs = fop();
        refuses(abi.encodeWithSelector(IDeliveryManager.LegTypeNotAvailable.selector, LegType.DIGITAL));
        create(alpen, legs);
        ownLegs(LegType.DIGITAL, RegistryType.DIGITAL);
        create(alpen, legs);
    }
}
