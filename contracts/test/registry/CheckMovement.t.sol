// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IAccountRegistryManager } from "../../src/interfaces/IAccountRegistryManager.sol";
import { IRegistration } from "../../src/interfaces/IRegistration.sol";
import { IRegistry } from "../../src/interfaces/IRegistry.sol";
import { InstrumentId, InstrumentType } from "../../src/types/Instrument.sol";
import { RegistryId } from "../../src/types/Registry.sol";
import { AccountFixture } from "./AccountFixture.sol";

/// @title AccountRegistryManager: checkMovement. This test is the protocol.
contract CheckMovementTest is AccountFixture {
    function wanted() private view returns (IRegistry.Movement memory) {
        return movement(alpen, baltic, 400);
    }

    function test_RevertWhen_TheMovementCouldNeverBeMade() external {
        refuses(abi.encodeWithSelector(IRegistration.RegistryRegistrarRequired.selector, bond, nordhafen));
        IRegistry.Movement memory foreign = wanted();
        foreign.registrar = nordhafen;
        registries.checkMovement(foreign);
        refuses(abi.encodeWithSelector(IAccountRegistryManager.QuantityInvalid.selector, 0));
        registries.checkMovement(movement(alpen, baltic, 0));
        uint256 tooMuch = uint256(type(uint128).max) + 1;
        refuses(abi.encodeWithSelector(IAccountRegistryManager.QuantityInvalid.selector, tooMuch));
        registries.checkMovement(movement(alpen, baltic, tooMuch));
        refuses(abi.encodeWithSelector(IRegistry.MovementSelf.selector, alpen));
        registries.checkMovement(movement(alpen, alpen, 1));
        refuses(notHeld(stranger, Privileges.REGISTRY_INVESTOR));
        registries.checkMovement(movement(stranger, alpen, 1));
        refuses(notHeld(stranger, Privileges.REGISTRY_INVESTOR));
        registries.checkMovement(movement(alpen, stranger, 1));
    }

    function test_CON15_P38_P39_TheWhitelistAppliesWhenItMoves() external {
        InstrumentId id = InstrumentId.wrap("private");
        address[] memory tenants = new address[](2);
        (tenants[0], tenants[1]) = (alpen, baltic);
        vm.prank(issuer);
        instruments.createPrivateInstrument(id, terms("private", InstrumentType.PRIVATE), tenants);
        RegistryId registryId = register(meridian, id);
        mint(registryId, meridian, alpen, 1, 100);
        IRegistry.Movement memory movement =
            IRegistry.Movement(registryId, "ref", alpen, baltic, meridian, 40);
        registries.checkMovement(movement);
        registries.earmark(movement, data(1));
        registries.setReceivingAccount(movement, data(1));
        tenants = new address[](1);
        tenants[0] = baltic;
        vm.prank(issuer);
        instruments.updateWhitelist(id, tenants, false);
        bytes memory err =
            abi.encodeWithSelector(IRegistration.InstrumentHolderNotWhitelisted.selector, id, baltic);
        refuses(err);
        registries.transferAndUnearmark(movement);
        refuses(err);
        registries.checkMovement(movement);
        vm.prank(issuer);
        instruments.makePublic(id);
        registries.transferAndUnearmark(movement);
        holds(registryId, baltic, 1, 40, 0);
    }
}
