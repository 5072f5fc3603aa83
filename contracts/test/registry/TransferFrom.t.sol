// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IAccountRegistryManager } from "../../src/interfaces/IAccountRegistryManager.sol";
import { IPlatformManager } from "../../src/interfaces/IPlatformManager.sol";
import { IRegistration } from "../../src/interfaces/IRegistration.sol";
import { RegistryState } from "../../src/types/Registry.sol";
import { AccountFixture } from "./AccountFixture.sol";

/// @title AccountRegistryManager: transferFrom, with and without account numbers. The spender is a tenant without any
/// privilege.
contract TransferFromTest is AccountFixture {
    function setUp() public override {
        super.setUp();
        whitelistSender(alpen);
        _approve(500);
    }

    function _approve(uint256 quantity) private {
        vm.prank(alpen);
        registries.approve(bond, stranger, quantity);
    }

    function _allowed() private view returns (uint256) {
        return registries.allowance(bond, alpen, stranger);
    }

    function _both(bytes memory err, uint256 quantity) private {
        vm.startPrank(stranger);
        refuses(err);
        registries.transferFrom(bond, account(alpen, 1), account(baltic, 1), quantity);
        refuses(err);
        registries.transferFrom(bond, alpen, baltic, quantity);
        vm.stopPrank();
    }

    function test_RevertWhen_TheOwnerIsNotWhitelistedAsSender() external {
        vm.prank(meridian);
        registries.setSenderWhitelisted(bond, alpen, false);
        _both(abi.encodeWithSelector(IRegistration.SenderNotWhitelisted.selector, bond, alpen), 1);
    }

    function test_P08_NoMoreThanTheAllowanceMoves() external {
        _both(
            abi.encodeWithSelector(
                IAccountRegistryManager.AllowanceTooSmall.selector, bond, alpen, stranger, 500, 501
            ),
            501
        );
        vm.prank(baltic);
        refuses(
            abi.encodeWithSelector(
                IAccountRegistryManager.AllowanceTooSmall.selector, bond, alpen, baltic, 0, 1
            )
        );
        registries.transferFrom(bond, alpen, baltic, 1);
    }

    function test_P08_TheEarmarkedPartNeverMovesByIt() external {
        earmarkOfAlpen(600);
        _both(notAvailable(alpen, 1, 400, 401), 401);
        same(_allowed(), 500, "allowance");
    }

    function test_P26_ABlacklistedTenantIsNeitherSenderNorReceiver() external {
        blacklist(baltic);
        _both(blacklisted(baltic), 1);
        blacklist(alpen);
        _both(blacklisted(alpen), 1);
    }

    function test_L2_P26_RevertWhen_TheSpenderIsBlacklisted() external {
        blacklist(stranger);
        _both(blacklisted(stranger), 1);
        same(_allowed(), 500, "allowance");
    }

    function test_L2_P26_RevertWhen_TheSpenderIsNoLongerATenant() external {
        vm.prank(operator);
        platform.unregisterTenant(stranger);
        _both(abi.encodeWithSelector(IPlatformManager.TenantUnknown.selector, stranger), 1);
        same(_allowed(), 500, "allowance");
    }

    function test_Privilege_INVESTOR_TheOwnerHadItUntilTheTransactionBefore() external {
        revokeOn(address(registries), alpen, Privileges.REGISTRY_INVESTOR);
        _both(notHeld(alpen, Privileges.REGISTRY_INVESTOR), 1);
    }

    function test_M1_P02_RevertWhen_TheTargetWouldTerminateIt() external {
        terminateReceipts(baltic, 1, true);
        vm.prank(stranger);
        refuses(terminatesReceipts(baltic, 1));
        registries.transferFrom(bond, account(alpen, 1), account(baltic, 1), 400);
        supplyIs(bond, 2_000, 0);
        same(_allowed(), 500, "allowance");
    }

    function test_CON14_NothingIsNotTransferred() external {
        _both(quantityInvalid(0), 0);
    }

    function test_P36_NothingIsTransferredWhileSuspended() external {
        suspend(bond);
        _both(notRegistered(bond, RegistryState.SUSPENDED), 1);
    }

    function testFuzz_P08_TheAllowanceFallsByWhatMoves(uint256 quantity) external {
        quantity = 1 + (quantity % 500);
        vm.expectEmit(address(registries));
        emit IAccountRegistryManager.AllowanceChanged(bond, alpen, stranger, 500 - quantity);
        vm.expectEmit(address(registries));
        emit IAccountRegistryManager.AssetsTransferred(bond, 0, alpen, num(1), baltic, num(2), quantity);
        vm.prank(stranger);
        check(registries.transferFrom(bond, account(alpen, 1), account(baltic, 2), quantity), "true");
        same(_allowed(), 500 - quantity, "allowance");
        holds(bond, alpen, 1, 1_000 - quantity, 0);
        holds(bond, baltic, 2, quantity, 0);
    }

    function test_P08_AnEndlessAllowanceDoesNotFall() external {
        _approve(type(uint256).max);
        vm.prank(stranger);
        check(registries.transferFrom(bond, alpen, baltic, 400), "true");
        same(_allowed(), type(uint256).max, "allowance");
        holds(bond, baltic, 1, 1_400, 0);
    }
}
