// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IAccountRegistryManager } from "../../src/interfaces/IAccountRegistryManager.sol";
import { IRegistry } from "../../src/interfaces/IRegistry.sol";
import { AccountQuantity } from "../../src/types/Account.sol";
import { RegistryState } from "../../src/types/Registry.sol";
import { AccountFixture } from "./AccountFixture.sol";

/// @title AccountRegistryManager: forcedReorg.
contract ForcedReorgTest is AccountFixture {
    function _reorg(address by, AccountQuantity[] memory from, AccountQuantity[] memory to) private {
        vm.prank(by);
        registries.forcedReorg(bond, alpen, from, to, WHY);
    }

    function test_RevertWhen_TheCallerIsNotTheRegistrar() external {
        refuses(notRegistrar(bond, alpen));
        _reorg(alpen, part(1, 1), part(2, 1));
    }

    function test_Privilege_REGISTRAR_HadItUntilTheTransactionBefore() external {
        _reorg(meridian, part(1, 1), part(2, 1));
        revokeOn(address(registries), meridian, Privileges.REGISTRY_REGISTRAR);
        refuses(notHeld(meridian, Privileges.REGISTRY_REGISTRAR));
        _reorg(meridian, part(1, 1), part(2, 1));
    }

    function test_RevertWhen_ItHasNoReason() external {
        vm.prank(meridian);
        refuses(abi.encodeWithSelector(IRegistry.ReasonMissing.selector));
        registries.forcedReorg(bond, alpen, part(1, 1), part(2, 1), 0);
    }

    function test_P04_AReorgThatGivesMoreOrLessThanItTakesIsRefused() external {
        refuses(abi.encodeWithSelector(IAccountRegistryManager.ReorgNotBalanced.selector, 400, 401));
        _reorg(meridian, part(1, 400), parts(200, 201));
        refuses(abi.encodeWithSelector(IAccountRegistryManager.ReorgNotBalanced.selector, 400, 399));
        _reorg(meridian, part(1, 400), parts(200, 199));
    }

    function test_CON14_PartsOfNothingOrTooMuchAreRefused() external {
        refuses(quantityInvalid(0));
        _reorg(meridian, parts(400, 0), part(2, 400));
        refuses(quantityInvalid(0));
        _reorg(meridian, new AccountQuantity[](0), new AccountQuantity[](0));
        refuses(quantityInvalid(1 << 128));
        _reorg(meridian, part(1, 1 << 128), part(2, 1 << 128));
    }

    function test_M1_P02_RevertWhen_ATargetWouldTerminateIt() external {
        terminateReceipts(alpen, 2, true);
        refuses(terminatesReceipts(alpen, 2));
        _reorg(meridian, part(1, 400), part(2, 400));
        supplyIs(bond, 2_000, 0);
    }

    function test_P05_AReorgTakesNothingThatIsEarmarked() external {
        earmarkOfAlpen(400);
        refuses(notAvailable(alpen, 1, 600, 601));
        _reorg(meridian, part(1, 601), part(2, 601));
    }

    function test_RevertWhen_ATargetIsClosed() external {
        refuses(notOpen(alpen, 3));
        _reorg(meridian, part(1, 400), part(3, 400));
    }

    function test_P36_NothingIsReorganisedWhileSuspended() external {
        suspend(bond);
        refuses(notRegistered(bond, RegistryState.SUSPENDED));
        _reorg(meridian, part(1, 400), part(2, 400));
    }

    /// @dev Split and merge is identity.
    function testFuzz_P06_SplitAndMergeIsIdentity(uint256 quantity) external {
        quantity = 1 + (quantity % 999);
        _reorg(meridian, part(1, 1_000), parts(quantity, 1_000 - quantity));
        holds(bond, alpen, 1, quantity, 0);
        holds(bond, alpen, 2, 1_000 - quantity, 0);
        _reorg(meridian, parts(quantity, 1_000 - quantity), part(1, 1_000));
        holds(bond, alpen, 1, 1_000, 0);
        holds(bond, alpen, 2, 0, 0);
        supplyIs(bond, 2_000, 0);
    }

    function test_ItEmitsBothSides() external {
        vm.expectEmit(address(registries));
        emit IAccountRegistryManager.AssetsReorganised(bond, WHY, alpen, part(1, 400), parts(300, 100));
        vm.expectEmit(address(registries));
        emit IAccountRegistryManager.AccountChanged(bond, alpen, num(1), 600, 0);
        vm.expectEmit(address(registries));
        emit IAccountRegistryManager.AccountChanged(bond, alpen, num(1), 900, 0);
        vm.expectEmit(address(registries));
        emit IAccountRegistryManager.AccountChanged(bond, alpen, num(2), 100, 0);
        _reorg(meridian, part(1, 400), parts(300, 100));
    }
}
