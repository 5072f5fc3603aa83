// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IAccountRegistryManager } from "../../src/interfaces/IAccountRegistryManager.sol";
import { IRegistry } from "../../src/interfaces/IRegistry.sol";
import { RegistryState } from "../../src/types/Registry.sol";
import { MovementFixture } from "./MovementFixture.sol";

/// @title ChainRegistryManager: checkMovement.
contract CheckMovementTest is MovementFixture {
    function test_RevertWhen_ItWouldIssueOrTerminate() external {
        IRegistry.Movement memory movement = _movement();
        movement.sender = meridian;
        refuses(_notBetweenInvestors());
        chains.checkMovement(movement);
        movement = _movement();
        movement.receiver = meridian;
        refuses(_notBetweenInvestors());
        chains.checkMovement(movement);
    }

    function test_RevertWhen_TheRegistrarIsAnother() external {
        IRegistry.Movement memory movement = _movement();
        movement.registrar = nordhafen;
        refuses(_registrarRequired(shares, nordhafen));
        chains.checkMovement(movement);
    }

    function test_RevertWhen_ItGoesToItself() external {
        IRegistry.Movement memory movement = _movement();
        movement.receiver = alpen;
        refuses(abi.encodeWithSelector(IRegistry.MovementSelf.selector, alpen));
        chains.checkMovement(movement);
    }

    function test_RevertWhen_TheQuantityIsNothingOrTooMuch() external {
        IRegistry.Movement memory movement = _movement();
        movement.quantity = 0;
        refuses(abi.encodeWithSelector(IAccountRegistryManager.QuantityInvalid.selector, 0));
        chains.checkMovement(movement);
        movement.quantity = 1 << 128;
        refuses(abi.encodeWithSelector(IAccountRegistryManager.QuantityInvalid.selector, 1 << 128));
        chains.checkMovement(movement);
    }

    function test_Privilege_INVESTOR_HadItUntilTheTransactionBefore() external {
        _revoke(baltic, Privileges.REGISTRY_INVESTOR);
        refuses(notHeld(baltic, Privileges.REGISTRY_INVESTOR));
        chains.checkMovement(_movement());
    }

    function test_P36_RevertWhen_TheRegistryIsSuspended() external {
        _suspend();
        refuses(_notRegistered(shares, RegistryState.SUSPENDED));
        chains.checkMovement(_movement());
    }

    function test_Privilege_INVESTOR_HasIt_AndTheMovementCouldBeMade() external view {
        chains.checkMovement(_movement());
    }
}
