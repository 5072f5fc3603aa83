// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IAccountRegistryManager } from "../../src/interfaces/IAccountRegistryManager.sol";
import { IRegistration } from "../../src/interfaces/IRegistration.sol";
import { IRegistry } from "../../src/interfaces/IRegistry.sol";
import { InstrumentId, InstrumentType } from "../../src/types/Instrument.sol";
import { RegistryId, RegistryState } from "../../src/types/Registry.sol";
import { Signature } from "../../src/types/TenantAccess.sol";
import { AccountFixture } from "./AccountFixture.sol";

/// @title AccountRegistryManager: issue, directly and of what was prepared.
contract IssueTest is AccountFixture {
    bytes32 private constant REF = "prepared";

    function _issue(address by, address to, uint256 quantity) private {
        vm.prank(by);
        registries.issue(bond, account(to, 1), quantity);
    }

    function _prepare(address to, uint256 quantity) private {
        vm.prank(meridian);
        registries.prepareEntry(bond, REF, account(to, 1), quantity);
    }

    function _issuePrepared(address by) private {
        vm.prank(by);
        registries.issue(bond, REF);
    }

    function test_CON06_OnlyTheRegistrarIssues() external {
        _prepare(alpen, 5);
        address[3] memory others = [issuer, alpen, nordhafen];
        for (uint256 i; i < others.length; ++i) {
            refuses(notRegistrar(bond, others[i]));
            _issue(others[i], alpen, 1);
            refuses(notRegistrar(bond, others[i]));
            _issuePrepared(others[i]);
        }
    }

    function test_Privilege_REGISTRAR_HadItUntilTheTransactionBefore() external {
        _issue(meridian, alpen, 1);
        revokeOn(address(registries), meridian, Privileges.REGISTRY_REGISTRAR);
        refuses(notHeld(meridian, Privileges.REGISTRY_REGISTRAR));
        _issue(meridian, alpen, 1);
    }

    function test_CON06_NothingIsIssuedWhereTheRegistryIsSuspendedDeregisteredOrUnknown() external {
        RegistryId unknown = RegistryId.wrap("unknown");
        vm.prank(meridian);
        refuses(abi.encodeWithSelector(IRegistration.RegistryUnknown.selector, unknown));
        registries.issue(unknown, account(alpen, 1), 1);
        RegistryId ended = empty();
        setConfirmers();
        Signature memory signature = agreed(ISSUER_KEY, ended, issuer, 0);
        vm.prank(meridian);
        registries.unregisterAsRegistrar(ended, 0, signature, WHY);
        vm.prank(meridian);
        refuses(notRegistered(ended, RegistryState.DEREGISTERED));
        registries.issue(ended, account(alpen, 1), 1);
        suspend(bond);
        refuses(notRegistered(bond, RegistryState.SUSPENDED));
        _issue(meridian, alpen, 1);
    }

    function test_CON06_NothingIsIssuedBeforeTheRegistrationIsConfirmed() external {
        InstrumentId id = InstrumentId.wrap("requested");
        vm.prank(issuer);
        instruments.createInstrument(id, terms("requested", InstrumentType.BOND));
        vm.startPrank(meridian);
        RegistryId requested = registries.requestInstrumentRegistration(address(instruments), id, 1);
        refuses(abi.encodeWithSelector(IRegistration.RegistryUnknown.selector, requested));
        registries.issue(requested, account(alpen, 1), 1);
    }

    function test_CON15_NothingIsIssuedOfAnExpiredInstrument() external {
        _prepare(alpen, 5);
        InstrumentId id = InstrumentId.wrap("bond");
        vm.prank(issuer);
        instruments.expireInstrument(id);
        bytes memory err = abi.encodeWithSelector(IRegistry.InstrumentNotIssuable.selector, id);
        refuses(err);
        _issue(meridian, alpen, 1);
        refuses(err);
        _issuePrepared(meridian);
    }

    function test_RevertWhen_TheReceiverMayNotReceive() external {
        refuses(notOpen(alpen, 3));
        vm.prank(meridian);
        registries.issue(bond, account(alpen, 3), 1);
        _prepare(alpen, 5);
        revokeOn(address(registries), alpen, Privileges.REGISTRY_INVESTOR);
        refuses(notHeld(alpen, Privileges.REGISTRY_INVESTOR));
        _issuePrepared(meridian);
        blacklist(alpen);
        refuses(blacklisted(alpen));
        _issue(meridian, alpen, 1);
    }

    function test_P39_NothingIsIssuedToAnyoneOutsideTheWhitelist() external {
        (RegistryId registryId, InstrumentId id) = privatePlacement();
        vm.prank(meridian);
        refuses(notWhitelisted(id, rhone));
        registries.issue(registryId, account(rhone, 1), 1);
    }

    function test_CON14_NothingTooMuchAndMoreThanEverFitsAreRefused() external {
        refuses(quantityInvalid(0));
        _issue(meridian, alpen, 0);
        refuses(quantityInvalid(1 << 128));
        _issue(meridian, alpen, 1 << 128);
        uint256 most = type(uint128).max;
        refuses(abi.encodeWithSelector(IAccountRegistryManager.SupplyTooLarge.selector, bond, 2_000, most));
        _issue(meridian, alpen, most);
        _issue(meridian, alpen, most - 2_000);
        holds(bond, alpen, 1, most - 1_000, 0);
    }

    function test_M1_P02_RevertWhen_TheAccountWouldTerminateTheIssue() external {
        terminateReceipts(alpen, 1, true);
        refuses(terminatesReceipts(alpen, 1));
        _issue(meridian, alpen, 5);
        supplyIs(bond, 2_000, 0);
    }

    function test_M1_P02_RevertWhen_TheAccountWouldTerminateThePreparedIssue() external {
        _prepare(alpen, 5);
        terminateReceipts(alpen, 1, true);
        refuses(terminatesReceipts(alpen, 1));
        _issuePrepared(meridian);
        terminateReceipts(alpen, 1, false);
        _issuePrepared(meridian);
        holds(bond, alpen, 1, 1_005, 0);
        supplyIs(bond, 2_005, 0);
    }

    function test_RevertWhen_NothingIsPreparedOrItIsIssuedTwice() external {
        bytes memory err =
            abi.encodeWithSelector(IAccountRegistryManager.EntryNotPrepared.selector, bond, REF);
        refuses(err);
        _issuePrepared(meridian);
        _prepare(alpen, 5);
        _issuePrepared(meridian);
        refuses(err);
        _issuePrepared(meridian);
    }

    function testFuzz_P02_AnIssueRaisesBalanceAndSupply(uint256 quantity) external {
        quantity = 1 + (quantity % (type(uint128).max - 2_000));
        vm.expectEmit(address(registries));
        emit IAccountRegistryManager.AssetsIssued(bond, 0, alpen, num(1), quantity);
        vm.expectEmit(address(registries));
        emit IAccountRegistryManager.SupplyChanged(bond, 2_000 + quantity, 0);
        vm.expectEmit(address(registries));
        emit IAccountRegistryManager.AccountChanged(bond, alpen, num(1), 1_000 + quantity, 0);
        _issue(meridian, alpen, quantity);
        supplyIs(bond, 2_000 + quantity, 0);
    }

    function test_WhatWasPreparedIsIssuedToTheAccountItNames() external {
        _prepare(alpen, 5);
        vm.expectEmit(address(registries));
        emit IAccountRegistryManager.AssetsIssued(bond, REF, alpen, num(1), 5);
        _issuePrepared(meridian);
        holds(bond, alpen, 1, 1_005, 0);
        supplyIs(bond, 2_005, 0);
    }
}
