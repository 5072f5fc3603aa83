// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IAccountRegistryManager } from "../../src/interfaces/IAccountRegistryManager.sol";
import { AccountFixture } from "./AccountFixture.sol";

/// @title AccountRegistryManager: terminatePreparedEntry.
contract TerminatePreparedEntryTest is AccountFixture {
    function setUp() public override {
        super.setUp();
        vm.prank(meridian);
        registries.prepareEntry(bond, "ref", account(alpen, 1), 5);
    }

    function _terminate(address by, bytes32 ref) private {
        vm.prank(by);
        registries.terminatePreparedEntry(bond, ref);
    }

    function test_RevertWhen_TheCallerIsNotTheRegistrar() external {
        refuses(notRegistrar(bond, alpen));
        _terminate(alpen, "ref");
    }

    function test_Privilege_REGISTRAR_HadItUntilTheTransactionBefore() external {
        revokeOn(address(registries), meridian, Privileges.REGISTRY_REGISTRAR);
        refuses(notHeld(meridian, Privileges.REGISTRY_REGISTRAR));
        _terminate(meridian, "ref");
    }

    function test_RevertWhen_NothingIsPrepared() external {
        refuses(
            abi.encodeWithSelector(IAccountRegistryManager.EntryNotPrepared.selector, bond, bytes32("other"))
        );
        _terminate(meridian, "other");
    }

    function test_WhatIsTerminatedIsNotIssuedAndFreesItsReference() external {
        suspend(bond);
        vm.expectEmit(address(registries));
        emit IAccountRegistryManager.PreparedEntryTerminated(bond, "ref");
        _terminate(meridian, "ref");
        (, uint256 quantity) = registries.preparedEntries(bond, "ref");
        same(quantity, 0, "prepared");
        vm.startPrank(meridian);
        registries.unsuspendRegistry(bond, WHY);
        refuses(
            abi.encodeWithSelector(IAccountRegistryManager.EntryNotPrepared.selector, bond, bytes32("ref"))
        );
        registries.issue(bond, bytes32("ref"));
        registries.prepareEntry(bond, "ref", account(baltic, 1), 6);
    }
}
