// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { Privileges } from "../../src/access/Privileges.sol";
import { IAccountRegistryManager } from "../../src/interfaces/IAccountRegistryManager.sol";
import { IRegistration } from "../../src/interfaces/IRegistration.sol";
import { IRegistry } from "../../src/interfaces/IRegistry.sol";
import { AccountDetails } from "../../src/types/Account.sol";
import { AccountNumber } from "../../src/types/AccountNumber.sol";
import { DeliveryId } from "../../src/types/DeliveryId.sol";
import { Leg } from "../../src/types/Leg.sol";
import { RegistryState } from "../../src/types/RegistryEnums.sol";
import { DeliveryWorld } from "../support/DeliveryWorld.sol";

/// @title AccountRegistryManager: configureAccount, forcedTransfer.
contract AccountsTest is DeliveryWorld {
    AccountDetails private open = AccountDetails(true, false, false);

    function _configure(address registrar, address owner, uint64 number, AccountDetails memory details)
        private
    {
        vm.prank(registrar);
        registries.configureAccount(account(owner, number), details);
    }

    function _force(address by, address from, address to, uint256 quantity, bytes32 reason) private {
        vm.prank(by);
        registries.forcedTransfer(bond, account(from, 1), account(to, 1), quantity, reason);
    }

    function test_RevertWhen_AnybodyButARegistrarConfigures() external {
        refuses(notHeld(alpen, Privileges.REGISTRY_REGISTRAR));
        _configure(alpen, baltic, 3, open);
    }

    function test_RevertWhen_TheAccountNumberIsZero() external {
        refuses(
            abi.encodeWithSelector(
                IAccountRegistryManager.AccountNumberInvalid.selector, abi.encode(uint256(0))
            )
        );
        _configure(meridian, alpen, 0, open);
    }

    function test_RevertWhen_TheOwnerIsNoInvestor() external {
        refuses(notHeld(stranger, Privileges.REGISTRY_INVESTOR));
        _configure(meridian, stranger, 1, open);
    }

    function test_RevertWhen_TheRegistrarOpensOneForItself() external {
        refuses(abi.encodeWithSelector(IAccountRegistryManager.AccountOwnerInvalid.selector, meridian));
        _configure(meridian, meridian, 1, open);
    }

    function test_RevertWhen_AForcedTransferIsNotTheRegistrars() external {
        refuses(abi.encodeWithSelector(IRegistration.RegistryRegistrarRequired.selector, bond, nordhafen));
        _force(nordhafen, alpen, baltic, 1, bytes32("why"));
    }

    function test_RevertWhen_AForcedTransferHasNoReason() external {
        refuses(abi.encodeWithSelector(IRegistry.ReasonMissing.selector));
        _force(meridian, alpen, baltic, 1, 0);
    }

    function test_RevertWhen_AForcedTransferTakesWhatIsEarmarked() external {
        created(fop());
        refuses(
            abi.encodeWithSelector(
                IAccountRegistryManager.QuantityNotAvailable.selector,
                bond,
                alpen,
                AccountNumber.wrap(1),
                600,
                601
            )
        );
        _force(meridian, alpen, baltic, 601, bytes32("why"));
    }

    function test_RevertWhen_AForcedTransferIsOfNothingOrToItself() external {
        refuses(abi.encodeWithSelector(IAccountRegistryManager.QuantityInvalid.selector, 0));
        _force(meridian, alpen, baltic, 0, bytes32("why"));
        refuses(abi.encodeWithSelector(IRegistry.MovementSelf.selector, alpen));
        _force(meridian, alpen, alpen, 1, bytes32("why"));
    }

    function test_RevertWhen_AForcedTransferGoesToAClosedAccount() external {
        _configure(meridian, baltic, 1, AccountDetails(false, false, false));
        refuses(
            abi.encodeWithSelector(
                IAccountRegistryManager.AccountNotOpen.selector, meridian, baltic, AccountNumber.wrap(1)
            )
        );
        _force(meridian, alpen, baltic, 1, bytes32("why"));
    }

    function test_RevertWhen_AForcedTransferMovesInASuspendedRegistry() external {
        vm.prank(meridian);
        registries.suspendRegistry(bond, 0);
        refuses(
            abi.encodeWithSelector(
                IRegistration.RegistryNotRegistered.selector, bond, RegistryState.SUSPENDED
            )
        );
        _force(meridian, alpen, baltic, 1, bytes32("why"));
    }

    function test_AForcedTransferMovesFreeQuantityAndTellsTheReason() external {
        created(fop());
        vm.expectEmit(address(registries));
        emit IAccountRegistryManager.AssetsForcedTransferred(
            bond, bytes32("why"), alpen, AccountNumber.wrap(1), baltic, AccountNumber.wrap(1), 600
        );
        _force(meridian, alpen, baltic, 600, bytes32("why"));
        holds(bond, alpen, 1, 400, 400);
        holds(bond, baltic, 1, 1_600, 0);
    }

    function test_AForcedTransferMayMoveBetweenAnOwnersAccounts() external {
        vm.prank(meridian);
        registries.forcedTransfer(bond, account(alpen, 1), account(alpen, 2), 1, bytes32("why"));
        holds(bond, alpen, 1, 999, 0);
        holds(bond, alpen, 2, 1, 0);
    }

    function test_RevertWhen_TheOwnerOfAnOmnibusAccountIsNoCustodian() external {
        refuses(notHeld(alpen, Privileges.REGISTRY_CUSTODIAN));
        _configure(meridian, alpen, 7, AccountDetails(true, true, false));
    }

    function test_AnAccountIsWhatItsRegistrarConfigured() external {
        grantOn(address(registries), alpen, Privileges.REGISTRY_CUSTODIAN);
        vm.expectEmit(address(registries));
        emit IAccountRegistryManager.AccountConfigured(
            meridian, alpen, AccountNumber.wrap(7), AccountDetails(true, true, false)
        );
        _configure(meridian, alpen, 7, AccountDetails(true, true, false));
        AccountDetails memory details = registries.accountDetails(meridian, account(alpen, 7));
        check(details.valid && details.omnibus && !details.terminateOnReceive, "details");
        check(!registries.accountDetails(nordhafen, account(alpen, 7)).valid, "another registrar's");
    }

    function test_WhatATerminatingAccountReceivesIsTerminated() external {
        _configure(meridian, baltic, 9, AccountDetails(true, false, true));
        Leg[] memory legs = fop();
        DeliveryId id = created(legs);
        bytes[] memory accounts = new bytes[](1);
        accounts[0] = data(9);
        confirmWith(baltic, id, legs, accounts);
        confirm(meridian, id, legs);
        holds(bond, alpen, 1, 600, 0);
        holds(bond, baltic, 9, 0, 0);
        same(registries.totalSupplyOf(bond), 1_600, "supply");
    }
}
