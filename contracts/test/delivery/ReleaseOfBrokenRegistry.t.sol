// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IAccountRegistryManager } from "../../src/interfaces/IAccountRegistryManager.sol";
import { IDeliveryManager } from "../../src/interfaces/delivery/IDeliveryManager.sol";
import { IRegistry } from "../../src/interfaces/IRegistry.sol";
import { ManagerProxy } from "../../src/proxy/ManagerProxy.sol";
import { AccountRegistryManager } from "../../src/registry/accounts/AccountRegistryManager.sol";
import { AccountDetails } from "../../src/types/Account.sol";
import { DappType } from "../../src/types/Dapp.sol";
import { DeliveryId, DeliveryState } from "../../src/types/Delivery.sol";
import { InstrumentId, InstrumentType } from "../../src/types/Instrument.sol";
import { Leg } from "../../src/types/Leg.sol";
import { RegistryId } from "../../src/types/Registry.sol";
import { DeliveryFixture } from "../support/DeliveryFixture.sol";

/// @title Code of a registry manager after a bad upgrade: it says what is prepared, and releases nothing.
contract BrokenRegistryManager {
    error Broken();

    function unearmark(IRegistry.Movement calldata) external pure {
        revert Broken();
    }

    function preparedSides(address, IRegistry.Movement calldata) external pure returns (bool, bool) {
        return (true, true);
    }
}

/// @title L-5: one registry manager whose release reverts keeps no other leg of a canceled delivery.
contract ReleaseOfBrokenRegistryTest is DeliveryFixture {
    IAccountRegistryManager private others;
    RegistryId private unit;

    /// @dev A second accounts manager, where Baltic holds 500 units at Meridian.
    function setUp() public override {
        super.setUp();
        bytes memory initCall = abi.encodeCall(
            IAccountRegistryManager.init, (address(platform), address(makePrivilegeManager()))
        );
        others = IAccountRegistryManager(
            address(new ManagerProxy(address(new AccountRegistryManager()), initCall))
        );
        registerDapp(address(others), DappType.REGISTRY, "Others");
        grantOn(address(instruments), address(others), Privileges.INSTRUMENT_DAPP);
        grantOn(address(others), address(instruments), Privileges.REGISTRY_INSTRUMENT_DAPP);
        acceptProtocol(address(others), address(deliveries));
        grantOn(address(others), issuer, Privileges.REGISTRY_ISSUER);
        grantOn(address(others), meridian, Privileges.REGISTRY_REGISTRAR);
        grantOn(address(others), alpen, Privileges.REGISTRY_INVESTOR);
        grantOn(address(others), baltic, Privileges.REGISTRY_INVESTOR);
        InstrumentId id = InstrumentId.wrap("unit");
        vm.prank(issuer);
        instruments.createInstrumentV2(id, terms("unit", InstrumentType.BOND), 2);
        vm.startPrank(meridian);
        others.configureAccount(account(alpen, 1), AccountDetails(true, false, false));
        others.configureAccount(account(baltic, 1), AccountDetails(true, false, false));
        unit = others.requestInstrumentRegistration(address(instruments), id, 1);
        vm.stopPrank();
        vm.prank(issuer);
        others.confirmInstrumentRegistrationAndPrepareRegistry(unit);
        vm.prank(meridian);
        others.issue(unit, account(baltic, 1), 500);
    }

    function _exchange() private returns (DeliveryId id, Leg[] memory legs) {
        Leg memory back = digital(unit, meridian, baltic, alpen, 500);
        back.assetManager = address(others);
        back.receiverData = data(1);
        legs = two(digital(bond, meridian, alpen, baltic, 400), back);
        legs[0].senderData = data(1);
        id = created(legs);
        confirmAsInvestor(baltic, id, legs);
        holds(bond, alpen, 1, 1_000, 400);
    }

    function test_L5_ABrokenRegistryManagerKeepsNoOtherLeg() external {
        (DeliveryId id, Leg[] memory legs) = _exchange();
        bytes memory proxy = address(others).code;
        vm.etch(address(others), address(new BrokenRegistryManager()).code);
        vm.expectEmit(address(deliveries));
        emit IDeliveryManager.LegReleaseFailed(id, 1);
        cancel(meridian, id, legs);
        isIn(id, DeliveryState.CANCELED);
        holds(bond, alpen, 1, 1_000, 0);
        vm.etch(address(others), proxy);
        same(others.earmarkedBalanceOf(unit, baltic), 500, "what the broken manager keeps");
        deliveries.releaseLeg(id, legs, 1);
        same(others.earmarkedBalanceOf(unit, baltic), 0, "what the mended manager releases");
    }
}
