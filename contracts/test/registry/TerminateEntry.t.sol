// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IAccountRegistryManager } from "../../src/interfaces/IAccountRegistryManager.sol";
import { RegistryState } from "../../src/types/Registry.sol";
import { AccountFixture } from "./AccountFixture.sol";

/// @title AccountRegistryManager: terminateEntry.
contract TerminateEntryTest is AccountFixture {
    function setUp() public override {
        super.setUp();
        earmarkOfAlpen(400);
        markRedeemable(alpen, 500);
    }

    function _terminate(address by, uint256 quantity) private {
        vm.prank(by);
        registries.terminateEntry(bond, entryOf(alpen, address(registries), true), quantity);
    }

    function _refusesEntry(IAccountRegistryManager.RegistryEntry memory entry) private {
        vm.prank(meridian);
        refuses(abi.encodeWithSelector(IAccountRegistryManager.EntryNotRedeemable.selector, bond, entry));
        registries.terminateEntry(bond, entry, 1);
    }

    function test_RevertWhen_TheEntryIsFreeEarmarkedOrNotThere() external {
        _refusesEntry(entryOf(alpen, address(0), false));
        _refusesEntry(entryOf(alpen, address(this), false));
        _refusesEntry(entryOf(alpen, address(this), true));
        _refusesEntry(entryOf(baltic, address(registries), true));
        IAccountRegistryManager.RegistryEntry memory foreign = entryOf(alpen, address(registries), true);
        foreign.issuerOrDepositary = meridian;
        _refusesEntry(foreign);
    }

    function test_RevertWhen_TheCallerIsNotTheRegistrar() external {
        refuses(notRegistrar(bond, alpen));
        _terminate(alpen, 1);
        refuses(notRegistrar(bond, issuer));
        _terminate(issuer, 1);
    }

    function test_Privilege_REGISTRAR_HadItUntilTheTransactionBefore() external {
        _terminate(meridian, 1);
        revokeOn(address(registries), meridian, Privileges.REGISTRY_REGISTRAR);
        refuses(notHeld(meridian, Privileges.REGISTRY_REGISTRAR));
        _terminate(meridian, 1);
    }

    function test_P02_NothingIsTerminatedThatIsNotMarked() external {
        refuses(notMarked(alpen, 500, 501));
        _terminate(meridian, 501);
    }

    function test_CON14_NothingAndTooMuchAreNotTerminated() external {
        refuses(quantityInvalid(0));
        _terminate(meridian, 0);
        refuses(quantityInvalid(1 << 128));
        _terminate(meridian, 1 << 128);
    }

    function test_P36_NothingIsTerminatedWhileSuspended() external {
        suspend(bond);
        refuses(notRegistered(bond, RegistryState.SUSPENDED));
        _terminate(meridian, 1);
    }

    function testFuzz_P02_BalanceAndSupplyFall(uint256 quantity) external {
        quantity = 1 + (quantity % 500);
        vm.expectEmit(address(registries));
        emit IAccountRegistryManager.AssetsTerminated(bond, 0, alpen, num(1), quantity);
        vm.expectEmit(address(registries));
        emit IAccountRegistryManager.SupplyChanged(bond, 2_000, quantity);
        vm.expectEmit(address(registries));
        emit IAccountRegistryManager.MarkChanged(bond, alpen, num(1), 500 - quantity);
        vm.expectEmit(address(registries));
        emit IAccountRegistryManager.AccountChanged(bond, alpen, num(1), 1_000 - quantity, 900 - quantity);
        _terminate(meridian, quantity);
        supplyIs(bond, 2_000, quantity);
    }

    function test_P37_WhatWasMarkedBeforeTheExportMayBeTerminatedInIt() external {
        export(bond);
        _terminate(meridian, 500);
        holds(bond, alpen, 1, 500, 400);
        supplyIs(bond, 2_000, 500);
    }

    function test_TheEntryIsGoneOnceAllOfItIsTerminated() external {
        _terminate(meridian, 500);
        check(!registries.checkEntryExists(bond, entryOf(alpen, address(registries), true)), "still there");
        _refusesEntry(entryOf(alpen, address(registries), true));
    }
}
