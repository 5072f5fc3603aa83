// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IAccountRegistryManager } from "../../src/interfaces/IAccountRegistryManager.sol";
import { IRegistry } from "../../src/interfaces/IRegistry.sol";
import { AccountDetails } from "../../src/types/Account.sol";
import { InstrumentId } from "../../src/types/Instrument.sol";
import { RegistryId, RegistryState } from "../../src/types/Registry.sol";
import { AccountFixture } from "./AccountFixture.sol";

/// @title AccountRegistryManager: forcedTransfer.
contract ForcedTransferTest is AccountFixture {
    function _force(address by, address from, address to, uint256 quantity, bytes32 reason) private {
        vm.prank(by);
        registries.forcedTransfer(bond, account(from, 1), account(to, 1), quantity, reason);
    }

    function test_RevertWhen_TheCallerIsAnotherRegistrarOrTheOwner() external {
        refuses(notRegistrar(bond, nordhafen));
        _force(nordhafen, alpen, baltic, 1, WHY);
        refuses(notRegistrar(bond, alpen));
        _force(alpen, alpen, baltic, 1, WHY);
    }

    function test_Privilege_REGISTRAR_HadItUntilTheTransactionBefore() external {
        revokeOn(address(registries), meridian, Privileges.REGISTRY_REGISTRAR);
        refuses(notHeld(meridian, Privileges.REGISTRY_REGISTRAR));
        _force(meridian, alpen, baltic, 1, WHY);
    }

    function test_RevertWhen_ItHasNoReason() external {
        refuses(abi.encodeWithSelector(IRegistry.ReasonMissing.selector));
        _force(meridian, alpen, baltic, 1, 0);
    }

    function test_CON05_AForcedTransferTakesNoEarmarkedQuantity() external {
        earmarkOfAlpen(400);
        refuses(notAvailable(alpen, 1, 600, 601));
        _force(meridian, alpen, baltic, 601, WHY);
    }

    function test_CON14_AForcedTransferOfNothingOrTooMuchIsRefused() external {
        refuses(quantityInvalid(0));
        _force(meridian, alpen, baltic, 0, WHY);
        refuses(quantityInvalid(1 << 128));
        _force(meridian, alpen, baltic, 1 << 128, WHY);
    }

    function test_RevertWhen_ItGoesToItself() external {
        refuses(selfMove(alpen));
        _force(meridian, alpen, alpen, 1, WHY);
    }

    function test_RevertWhen_ItGoesToAClosedAccount() external {
        configure(meridian, baltic, 1, AccountDetails(false, false, false));
        refuses(notOpen(baltic, 1));
        _force(meridian, alpen, baltic, 1, WHY);
    }

    function test_RevertWhen_TheReceiverIsBlacklistedOrNoInvestor() external {
        revokeOn(address(registries), baltic, Privileges.REGISTRY_INVESTOR);
        refuses(notHeld(baltic, Privileges.REGISTRY_INVESTOR));
        _force(meridian, alpen, baltic, 1, WHY);
        blacklist(baltic);
        refuses(blacklisted(baltic));
        _force(meridian, alpen, baltic, 1, WHY);
    }

    function test_P39_AForcedTransferGoesToNobodyOutsideTheWhitelist() external {
        (RegistryId registryId, InstrumentId id) = privatePlacement();
        vm.prank(meridian);
        refuses(notWhitelisted(id, rhone));
        registries.forcedTransfer(registryId, account(alpen, 1), account(rhone, 1), 1, WHY);
    }

    function test_P36_ASuspendedRegistryIsNotForced() external {
        suspend(bond);
        refuses(notRegistered(bond, RegistryState.SUSPENDED));
        _force(meridian, alpen, baltic, 1, WHY);
    }

    function test_P37_AnImportingRegistryIsNotForced() external {
        RegistryId registryId = importing();
        vm.prank(meridian);
        refuses(notRegistered(registryId, RegistryState.IMPORTING));
        registries.forcedTransfer(registryId, account(alpen, 1), account(baltic, 1), 1, WHY);
    }

    function test_P37_P43_WhileExportingWhatAnOwnerNeverMarksIsMarkedByAnother() external {
        export(bond);
        _force(meridian, alpen, baltic, 1_000, WHY);
        vm.prank(baltic);
        registries.markAssetsForExport(bond, num(1), 2_000);
        vm.prank(meridian);
        registries.terminate(bond, account(baltic, 1), 2_000);
        supplyIs(bond, 2_000, 2_000);
    }

    function test_P04_AForcedTransferMovesFreeQuantityAndTellsTheReason() external {
        earmarkOfAlpen(400);
        vm.expectEmit(address(registries));
        emit IAccountRegistryManager.AssetsForcedTransferred(bond, WHY, alpen, num(1), baltic, num(1), 600);
        _force(meridian, alpen, baltic, 600, WHY);
        holds(bond, alpen, 1, 400, 400);
        holds(bond, baltic, 1, 1_600, 0);
        supplyIs(bond, 2_000, 0);
    }

    function test_M1_P02_RevertWhen_TheTargetWouldTerminateIt() external {
        terminateReceipts(baltic, 2, true);
        vm.prank(meridian);
        refuses(terminatesReceipts(baltic, 2));
        registries.forcedTransfer(bond, account(alpen, 1), account(baltic, 2), 400, WHY);
        supplyIs(bond, 2_000, 0);
    }

    function test_ItMayTakeFromABlacklistedOwner() external {
        blacklist(alpen);
        _force(meridian, alpen, baltic, 1_000, WHY);
        holds(bond, baltic, 1, 2_000, 0);
    }

    function test_ItMayMoveBetweenAnOwnersAccounts() external {
        vm.prank(meridian);
        registries.forcedTransfer(bond, account(alpen, 1), account(alpen, 2), 1, WHY);
        holds(bond, alpen, 1, 999, 0);
        holds(bond, alpen, 2, 1, 0);
    }
}
