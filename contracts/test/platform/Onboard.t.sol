// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IFactory } from "../../src/interfaces/IFactory.sol";
import { IPlatformManager } from "../../src/interfaces/IPlatformManager.sol";
import { IPrivilegeManager } from "../../src/interfaces/IPrivilegeManager.sol";
import { ITenant } from "../../src/interfaces/ITenant.sol";
import { ControllerSetup } from "../../src/types/TenantAccess.sol";
import { PlatformFixture } from "../support/PlatformFixture.sol";
import { Log } from "../support/Vm.sol";

/// @title PlatformManager: onboard.
contract OnboardTest is PlatformFixture {
    function test_Privilege_PLATFORM_OPERATOR_IsRequiredByOnboard() external {
        address other = onboard("Second Operator");
        bytes memory err = notHeld(other, Privileges.PLATFORM_OPERATOR);
        refuses(err);
        vm.prank(other);
        platform.onboard(tenantData("Newcomer 1"), admin, noControllers());
        grantOn(address(platform), other, Privileges.PLATFORM_OPERATOR);
        vm.prank(other);
        platform.onboard(tenantData("Newcomer 1"), admin, noControllers());
        revokeOn(address(platform), other, Privileges.PLATFORM_OPERATOR);
        refuses(err);
        vm.prank(other);
        platform.onboard(tenantData("Newcomer 2"), admin, noControllers());
    }

    function test_RevertWhen_TheNameIsTaken() external {
        onboard("Alpenbank");
        vm.startPrank(operator);
        refuses(abi.encodeWithSelector(IPlatformManager.TenantNameTaken.selector, "Alpenbank"));
        platform.onboard(tenantData("Alpenbank"), admin, noControllers());
        refuses(abi.encodeWithSelector(IPlatformManager.TenantNameTaken.selector, "ConneX Platform"));
        platform.onboard(tenantData("ConneX Platform"), admin, noControllers());
    }

    function test_RevertWhen_TheNameIsMissing() external {
        vm.prank(operator);
        refuses(abi.encodeWithSelector(IPlatformManager.TenantNameMissing.selector));
        platform.onboard(tenantData(""), admin, noControllers());
    }

    function test_RevertWhen_TheAdminIsNobodyOrAContract() external {
        vm.startPrank(operator);
        refuses(abi.encodeWithSelector(IPrivilegeManager.PrivilegeHolderMissing.selector));
        platform.onboard(tenantData("Alpenbank"), address(0), noControllers());
        refuses(abi.encodeWithSelector(IPlatformManager.RefundUserIsContract.selector, address(factory)));
        platform.onboard(tenantData("Alpenbank"), address(factory), noControllers());
        check(platform.tenantByName("Alpenbank") == address(0), "half a tenant was registered");
    }

    function test_P26_ABlacklistedAdminGetsNeitherATenantNorFunds() external {
        address wanted = address(0x9E3);
        address[] memory accounts = new address[](1);
        accounts[0] = wanted;
        vm.startPrank(operator);
        platform.blacklist(accounts);
        refuses(abi.encodeWithSelector(IPlatformManager.UserBlacklisted.selector, wanted));
        platform.onboard(tenantData("Alpenbank"), wanted, noControllers());
        same(wanted.balance, 0, "funds");
        check(platform.tenantByName("Alpenbank") == address(0), "registered");
    }

    function test_RevertWhen_TheFundsDoNotSuffice() external {
        vm.deal(address(platform), LIMIT - 1);
        refuses(abi.encodeWithSelector(IPlatformManager.RefundFundsMissing.selector, LIMIT, LIMIT - 1));
        vm.prank(operator);
        platform.onboard(tenantData("Alpenbank"), address(0x9E3), noControllers());
    }

    function test_AnOnboardedTenantIsKnownAndItsAdminFunded() external {
        address newcomer = address(0x9E3);
        vm.prank(operator);
        address tenant = platform.onboard(tenantData("Alpenbank"), newcomer, noControllers());
        standings.requireActive(tenant);
        same(newcomer.balance, LIMIT, "funded");
        same(platform.tenantByName("Alpenbank"), tenant, "by name");
        IPrivilegeManager usersOf = IPrivilegeManager(ITenant(tenant).privilegeManager());
        check(usersOf.isSuperUser(tenant), "super user");
        check(usersOf.checkGranted(newcomer, Privileges.USER_DAPP_USER, address(0)), "active");
        check(usersOf.checkGranted(newcomer, Privileges.USER_TENANT_ADMIN, address(0)), "admin");
    }

    /// @dev So that whoever was just onboarded can pay for the first refund.
    function test_P40_WhoeverHasEnoughIsNotFundedAndWhoeverHasNotIsFundedWhole() external {
        vm.deal(address(0x9E3), THRESHOLD);
        vm.deal(address(0x9E4), THRESHOLD - 1);
        vm.startPrank(operator);
        platform.onboard(tenantData("Alpenbank"), address(0x9E3), noControllers());
        same(address(0x9E3).balance, THRESHOLD, "enough");
        platform.onboard(tenantData("Baltic Trust Bank"), address(0x9E4), noControllers());
        same(address(0x9E4).balance, LIMIT, "not enough");
        check(THRESHOLD >= 3 * 16_000_000, "less than three whole transactions");
    }

    function test_AnOnboardedTenantHasItsControllers() external {
        ControllerSetup[] memory setups = new ControllerSetup[](1);
        setups[0].dapp = address(platform);
        vm.prank(operator);
        vm.recordLogs();
        address tenant = platform.onboard(tenantData("Alpenbank"), admin, setups);
        Log[] memory logs = vm.getRecordedLogs();
        for (uint256 i; i < logs.length; ++i) {
            if (logs[i].topics[0] != IFactory.ControllerCreated.selector) continue;
            check(ITenant(tenant).isController(address(uint160(uint256(logs[i].topics[1])))), "no controller");
            return;
        }
        revert AssertionFailed("no controller was made");
    }
}
