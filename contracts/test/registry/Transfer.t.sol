// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IAccountRegistryManager } from "../../src/interfaces/IAccountRegistryManager.sol";
import { IRegistration } from "../../src/interfaces/IRegistration.sol";
import { AccountDetails } from "../../src/types/Account.sol";
import { InstrumentId } from "../../src/types/Instrument.sol";
import { RegistryId, RegistryState } from "../../src/types/Registry.sol";
import { AccountFixture } from "./AccountFixture.sol";

/// @title AccountRegistryManager: transfer, with and without account numbers.
contract TransferTest is AccountFixture {
    function setUp() public override {
        super.setUp();
        whitelistSender(alpen);
    }

    function _transfer(address by, address to, uint64 number, uint256 quantity) private {
        vm.prank(by);
        check(registries.transfer(bond, num(1), account(to, number), quantity), "true");
    }

    function _plain(address by, address to, uint256 quantity) private {
        vm.prank(by);
        check(registries.transfer(bond, to, quantity), "true");
    }

    function test_RevertWhen_TheSenderIsNotWhitelisted() external {
        bytes memory err = abi.encodeWithSelector(IRegistration.SenderNotWhitelisted.selector, bond, baltic);
        vm.startPrank(baltic);
        refuses(err);
        registries.transfer(bond, num(1), account(alpen, 1), 1);
        refuses(err);
        registries.transfer(bond, alpen, 1);
    }

    function test_Privilege_INVESTOR_HadItUntilTheTransactionBefore() external {
        _transfer(alpen, baltic, 1, 1);
        revokeOn(address(registries), alpen, Privileges.REGISTRY_INVESTOR);
        vm.prank(alpen);
        refuses(notHeld(alpen, Privileges.REGISTRY_INVESTOR));
        registries.transfer(bond, num(1), account(baltic, 1), 1);
    }

    function test_P26_ABlacklistedTenantReceivesNothing() external {
        blacklist(baltic);
        vm.startPrank(alpen);
        refuses(blacklisted(baltic));
        registries.transfer(bond, num(1), account(baltic, 1), 1);
        refuses(blacklisted(baltic));
        registries.transfer(bond, baltic, 1);
    }

    function test_P39_NothingGoesToAnyoneOutsideTheWhitelist() external {
        (RegistryId registryId, InstrumentId id) = privatePlacement();
        vm.prank(meridian);
        registries.setSenderWhitelisted(registryId, alpen, true);
        vm.prank(alpen);
        refuses(notWhitelisted(id, rhone));
        registries.transfer(registryId, num(1), account(rhone, 1), 1);
    }

    function test_CON15_AReducedWhitelistAppliesFromTheNextTransferOn() external {
        (RegistryId registryId, InstrumentId id) = privatePlacement();
        vm.prank(meridian);
        registries.setSenderWhitelisted(registryId, alpen, true);
        vm.prank(alpen);
        registries.transfer(registryId, num(1), account(baltic, 1), 40);
        address[] memory tenants = new address[](1);
        tenants[0] = baltic;
        vm.prank(issuer);
        instruments.updateWhitelist(id, tenants, false);
        vm.prank(alpen);
        refuses(notWhitelisted(id, baltic));
        registries.transfer(registryId, num(1), account(baltic, 1), 40);
    }

    function test_RevertWhen_AnAccountIsClosedOrTheSame() external {
        vm.startPrank(alpen);
        refuses(notOpen(alpen, 3));
        registries.transfer(bond, num(3), account(baltic, 1), 1);
        refuses(notOpen(baltic, 3));
        registries.transfer(bond, num(1), account(baltic, 3), 1);
        refuses(selfMove(alpen));
        registries.transfer(bond, num(1), account(alpen, 1), 1);
        refuses(notOpen(stranger, 0));
        registries.transfer(bond, stranger, 1);
    }

    function test_M1_P02_RevertWhen_TheTargetWouldTerminateIt() external {
        terminateReceipts(baltic, 2, true);
        terminateReceipts(alpen, 2, true);
        vm.startPrank(alpen);
        refuses(terminatesReceipts(baltic, 2));
        registries.transfer(bond, num(1), account(baltic, 2), 400);
        refuses(terminatesReceipts(alpen, 2));
        registries.transfer(bond, num(1), account(alpen, 2), 400);
        supplyIs(bond, 2_000, 0);
    }

    function test_P05_AnEarmarkedQuantityDoesNotMoveByIt() external {
        earmarkOfAlpen(400);
        vm.startPrank(alpen);
        refuses(notAvailable(alpen, 1, 600, 601));
        registries.transfer(bond, num(1), account(baltic, 1), 601);
        refuses(notAvailable(alpen, 1, 600, 601));
        registries.transfer(bond, baltic, 601);
    }

    function test_CON14_NothingAndTooMuchAreNotTransferred() external {
        vm.startPrank(alpen);
        refuses(quantityInvalid(0));
        registries.transfer(bond, baltic, 0);
        refuses(quantityInvalid(1 << 128));
        registries.transfer(bond, baltic, 1 << 128);
    }

    function test_P36_NothingIsTransferredWhileSuspendedAndAllIsThereAfterwards() external {
        suspend(bond);
        vm.prank(alpen);
        refuses(notRegistered(bond, RegistryState.SUSPENDED));
        registries.transfer(bond, num(1), account(baltic, 1), 1);
        vm.prank(meridian);
        registries.unsuspendRegistry(bond, WHY);
        holds(bond, alpen, 1, 1_000, 0);
        _transfer(alpen, baltic, 1, 1_000);
        holds(bond, baltic, 1, 2_000, 0);
    }

    function testFuzz_P04_ATransferConservesTheTotal(uint256 quantity) external {
        quantity = 1 + (quantity % 1_000);
        vm.expectEmit(address(registries));
        emit IAccountRegistryManager.AssetsTransferred(bond, 0, alpen, num(1), baltic, num(2), quantity);
        vm.expectEmit(address(registries));
        emit IAccountRegistryManager.AccountChanged(bond, alpen, num(1), 1_000 - quantity, 0);
        vm.expectEmit(address(registries));
        emit IAccountRegistryManager.AccountChanged(bond, baltic, num(2), quantity, 0);
        _transfer(alpen, baltic, 2, quantity);
        supplyIs(bond, 2_000, 0);
    }

    function test_AnOwnerMovesBetweenItsOwnAccountsWithoutBeingWhitelisted() external {
        _transfer(baltic, baltic, 2, 400);
        holds(bond, baltic, 1, 600, 0);
        holds(bond, baltic, 2, 400, 0);
    }

    function test_WithoutNumbersItGoesBetweenTheFirstAccountsThatAreOpen() external {
        configure(meridian, baltic, 1, AccountDetails(false, false, false));
        _plain(alpen, baltic, 400);
        holds(bond, alpen, 1, 600, 0);
        holds(bond, baltic, 2, 400, 0);
    }

    function test_P02_WithoutNumbersNothingGoesToAnAccountThatTerminates() external {
        configure(meridian, baltic, 1, AccountDetails(true, false, true));
        _plain(alpen, baltic, 400);
        holds(bond, baltic, 2, 400, 0);
        supplyIs(bond, 2_000, 0);
        configure(meridian, baltic, 2, AccountDetails(true, false, true));
        vm.prank(alpen);
        refuses(notOpen(baltic, 0));
        registries.transfer(bond, baltic, 400);
    }
}
