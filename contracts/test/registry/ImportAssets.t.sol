// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IAccountRegistryManager } from "../../src/interfaces/IAccountRegistryManager.sol";
import { IRegistration } from "../../src/interfaces/IRegistration.sol";
import { IRegistry } from "../../src/interfaces/IRegistry.sol";
import { InstrumentId } from "../../src/types/Instrument.sol";
import { RegistryId, RegistryState } from "../../src/types/Registry.sol";
import { AccountFixture } from "./AccountFixture.sol";

/// @title AccountRegistryManager: importAssets.
contract ImportAssetsTest is AccountFixture {
    RegistryId private imported;

    function setUp() public override {
        super.setUp();
        imported = importing();
    }

    function _import(address by, address to, uint256 quantity) private {
        vm.prank(by);
        registries.importAssets(imported, account(to, 1), quantity);
    }

    function test_RevertWhen_TheCallerIsNotTheRegistrar() external {
        refuses(notRegistrar(imported, issuer));
        _import(issuer, alpen, 5);
    }

    function test_Privilege_REGISTRAR_HadItUntilTheTransactionBefore() external {
        _import(meridian, alpen, 5);
        revokeOn(address(registries), meridian, Privileges.REGISTRY_REGISTRAR);
        refuses(notHeld(meridian, Privileges.REGISTRY_REGISTRAR));
        _import(meridian, alpen, 5);
    }

    function test_P37_NothingIsImportedOnceTheImportIsFinishedNorWhereThereIsNone() external {
        vm.startPrank(meridian);
        registries.finishImport(imported);
        refuses(
            abi.encodeWithSelector(
                IRegistration.RegistryNotImporting.selector, imported, RegistryState.REGISTERED
            )
        );
        registries.importAssets(imported, account(alpen, 1), 5);
        refuses(
            abi.encodeWithSelector(
                IRegistration.RegistryNotImporting.selector, bond, RegistryState.REGISTERED
            )
        );
        registries.importAssets(bond, account(alpen, 1), 5);
    }

    function test_RevertWhen_TheReceiverMayNotReceive() external {
        refuses(notHeld(stranger, Privileges.REGISTRY_INVESTOR));
        _import(meridian, stranger, 5);
        blacklist(alpen);
        refuses(blacklisted(alpen));
        _import(meridian, alpen, 5);
    }

    function test_CON14_AnImportOfNothingOrTooMuchIsRefused() external {
        refuses(quantityInvalid(0));
        _import(meridian, alpen, 0);
        refuses(quantityInvalid(1 << 128));
        _import(meridian, alpen, 1 << 128);
    }

    function test_P02_NothingIsImportedOfAnExpiredInstrument() external {
        InstrumentId id = InstrumentId.wrap("imported");
        vm.prank(issuer);
        instruments.expireInstrument(id);
        refuses(abi.encodeWithSelector(IRegistry.InstrumentNotIssuable.selector, id));
        _import(meridian, alpen, 5);
    }

    function test_P37_WhileImportingOnlyImportsWork() external {
        _import(meridian, alpen, 5);
        bytes memory err = notRegistered(imported, RegistryState.IMPORTING);
        vm.startPrank(meridian);
        refuses(err);
        registries.issue(imported, account(alpen, 1), 1);
        refuses(err);
        registries.prepareEntry(imported, "ref", account(alpen, 1), 1);
        refuses(err);
        registries.forcedTransfer(imported, account(alpen, 1), account(baltic, 1), 1, WHY);
        refuses(err);
        registries.forcedReorg(imported, alpen, part(1, 1), part(2, 1), WHY);
        refuses(err);
        registries.terminate(imported, account(alpen, 1), 1);
        refuses(err);
        registries.suspendRegistry(imported, WHY);
        refuses(err);
        registries.startExporting(imported, WHY);
        vm.stopPrank();
        vm.startPrank(alpen);
        refuses(err);
        registries.transfer(imported, num(1), account(baltic, 1), 1);
        refuses(err);
        registries.reorg(imported, part(1, 1), part(2, 1));
        refuses(err);
        registries.approve(imported, baltic, 1);
        refuses(err);
        registries.markAsRedeemable(imported, num(1), 1);
        vm.stopPrank();
        refuses(err);
        registries.earmark(IRegistry.Movement(imported, "ref", alpen, baltic, meridian, 1), data(1));
    }

    function test_P02_AnImportCountsAsIssued() external {
        vm.expectEmit(address(registries));
        emit IAccountRegistryManager.AssetsImported(imported, alpen, num(1), 5);
        vm.expectEmit(address(registries));
        emit IAccountRegistryManager.SupplyChanged(imported, 5, 0);
        vm.expectEmit(address(registries));
        emit IAccountRegistryManager.AccountChanged(imported, alpen, num(1), 5, 0);
        _import(meridian, alpen, 5);
        supplyIs(imported, 5, 0);
    }
}
