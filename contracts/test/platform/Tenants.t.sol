// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { Initializable } from "@openzeppelin/contracts/proxy/utils/Initializable.sol";
import { Privileges } from "../../src/access/Privileges.sol";
import { IPlatformManager } from "../../src/interfaces/IPlatformManager.sol";
import { IPrivilegeManager } from "../../src/interfaces/IPrivilegeManager.sol";
import { ITenant } from "../../src/interfaces/ITenant.sol";
import { Factory } from "../../src/platform/Factory.sol";
import { SelectorConfig } from "../../src/types/SelectorConfig.sol";
import { PlatformWorld } from "../support/PlatformWorld.sol";

/// @title PlatformManager: onboard, registerTenant, unregisterTenant, setTenantName, blacklist.
contract TenantsTest is PlatformWorld {
    bytes32 private constant OPERATOR = Privileges.PLATFORM_OPERATOR;

    function test_RevertWhen_InitialisedTwice() external {
        refuses(abi.encodeWithSelector(Initializable.InvalidInitialization.selector));
        platform.init(
            address(factory),
            tenantData("x"),
            admin,
            new SelectorConfig[](0),
            IPlatformManager.RefundSettings(THRESHOLD, LIMIT)
        );
    }

    function test_RevertWhen_AnybodyButAnOperatorManagesTenants() external {
        address tenant = onboard("Alpenbank");
        address[] memory accounts = new address[](1);
        vm.startPrank(tenant);
        refuses(notHeld(tenant, OPERATOR));
        platform.onboard(tenantData("Mine"), admin, noControllers());
        refuses(notHeld(tenant, OPERATOR));
        platform.registerTenant(tenant);
        refuses(notHeld(tenant, OPERATOR));
        platform.unregisterTenant(tenant);
        refuses(notHeld(tenant, OPERATOR));
        platform.setTenantName(tenant, "Mine");
        refuses(notHeld(tenant, OPERATOR));
        platform.blacklist(accounts);
        refuses(notHeld(tenant, OPERATOR));
        platform.unblacklist(accounts);
        refuses(notHeld(tenant, OPERATOR));
        platform.setDefaultFactory(address(factory));
    }

    function test_RevertWhen_TheOperatorLostTheRightTheTransactionBefore() external {
        address other = onboard("Second Operator");
        grantOn(address(platform), other, OPERATOR);
        vm.prank(other);
        platform.onboard(tenantData("First"), admin, noControllers());
        revokeOn(address(platform), other, OPERATOR);
        vm.prank(other);
        refuses(notHeld(other, OPERATOR));
        platform.onboard(tenantData("Second"), admin, noControllers());
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

    function test_RevertWhen_TheTenantIsRegisteredAlready() external {
        address tenant = onboard("Alpenbank");
        vm.prank(operator);
        refuses(abi.encodeWithSelector(IPlatformManager.TenantAlreadyRegistered.selector, tenant));
        platform.registerTenant(tenant);
    }

    function test_RevertWhen_TheTenantCameFromElsewhere() external {
        address foreign = address(new Factory(factory.tenantCode(1), factory.tenantCode(1)));
        vm.startPrank(operator);
        refuses(abi.encodeWithSelector(IPlatformManager.TenantForeign.selector, foreign));
        platform.registerTenant(foreign);
        address elsewhere =
            factory.createTenant(tenantData("Elsewhere"), address(0xE15E), admin, noControllers());
        refuses(abi.encodeWithSelector(IPlatformManager.TenantForeign.selector, elsewhere));
        platform.registerTenant(elsewhere);
    }

    function test_RevertWhen_TheUnregisteredIsUnknown() external {
        vm.startPrank(operator);
        refuses(abi.encodeWithSelector(IPlatformManager.TenantUnknown.selector, address(this)));
        platform.unregisterTenant(address(this));
        refuses(abi.encodeWithSelector(IPlatformManager.TenantUnknown.selector, address(this)));
        platform.setTenantName(address(this), "Nobody");
    }

    function test_RevertWhen_TheOperatorsOwnTenantIsTouched() external {
        address[] memory accounts = new address[](1);
        accounts[0] = operator;
        bytes memory err = abi.encodeWithSelector(IPlatformManager.OperatorTenantProtected.selector, operator);
        vm.startPrank(operator);
        refuses(err);
        platform.unregisterTenant(operator);
        refuses(err);
        platform.setTenantName(operator, "Other");
        refuses(err);
        platform.blacklist(accounts);
    }

    function test_RevertWhen_TheFactoryIsNoContract() external {
        vm.prank(operator);
        refuses(abi.encodeWithSelector(IPlatformManager.FactoryMissing.selector));
        platform.setDefaultFactory(address(0xFAC));
    }

    function test_ThePlatformBearsItsOperatorsName() external view {
        same(platform.name(), "ConneX Platform", "name");
        same(platform.tenantByName("ConneX Platform"), operator, "operator");
        same(platform.platform(), address(platform), "platform");
        check(platform.isTenant(operator), "registered");
        IPrivilegeManager manager = IPrivilegeManager(platform.privilegeManager());
        check(manager.isSuperUser(operator), "super user");
        check(manager.checkGranted(operator, OPERATOR, address(0)), "operator's right");
    }

    function test_AnOnboardedTenantIsKnownAndItsAdminFunded() external {
        address newcomer = address(0x9E3);
        vm.prank(operator);
        address tenant = platform.onboard(tenantData("Alpenbank"), newcomer, noControllers());
        platform.requireActive(tenant);
        same(newcomer.balance, LIMIT, "funded");
        same(platform.tenantByName("Alpenbank"), tenant, "by name");
        IPrivilegeManager usersOf = IPrivilegeManager(ITenant(tenant).privilegeManager());
        check(usersOf.isSuperUser(tenant), "super user");
        check(usersOf.checkGranted(newcomer, Privileges.USER_DAPP_USER, address(0)), "active");
        check(usersOf.checkGranted(newcomer, Privileges.USER_TENANT_ADMIN, address(0)), "admin");
    }

    function test_ATenantMadeByAnybodyIsRegisteredByTheOperator() external {
        address tenant =
            factory.createTenant(tenantData("Alpenbank"), address(platform), admin, noControllers());
        refuses(abi.encodeWithSelector(IPlatformManager.TenantUnknown.selector, tenant));
        platform.requireActive(tenant);
        vm.expectEmit(address(platform));
        emit IPlatformManager.TenantRegistered(
            tenant, ITenant(tenant).privilegeManager(), tenantData("Alpenbank")
        );
        vm.prank(operator);
        platform.registerTenant(tenant);
        platform.requireActive(tenant);
    }

    function test_AnUnregisteredTenantsNameStaysTakenAndItMayComeBack() external {
        address tenant = onboard("Alpenbank");
        vm.startPrank(operator);
        platform.unregisterTenant(tenant);
        check(!platform.isTenant(tenant), "still a tenant");
        refuses(abi.encodeWithSelector(IPlatformManager.TenantNameTaken.selector, "Alpenbank"));
        platform.onboard(tenantData("Alpenbank"), admin, noControllers());
        platform.registerTenant(tenant);
        check(platform.isTenant(tenant), "not back");
    }

    function test_ARenamedTenantFreesItsOldName() external {
        address tenant = onboard("Alpenbank");
        onboard("Baltic Trust Bank");
        vm.startPrank(operator);
        refuses(abi.encodeWithSelector(IPlatformManager.TenantNameTaken.selector, "Baltic Trust Bank"));
        platform.setTenantName(tenant, "Baltic Trust Bank");
        platform.setTenantName(tenant, "Alpenbank AG");
        same(ITenant(tenant).name(), "Alpenbank AG", "name");
        same(platform.tenantByName("Alpenbank"), address(0), "old name");
        same(platform.tenantByName("Alpenbank AG"), tenant, "new name");
    }

    function test_ABlacklistedAccountIsKnownUntilItIsTakenOff() external {
        address tenant = onboard("Alpenbank");
        address user = address(0x05E4);
        platform.requireInGoodStanding(tenant, user);
        blacklist(user);
        check(platform.isBlacklisted(user), "user");
        refuses(abi.encodeWithSelector(IPlatformManager.UserBlacklisted.selector, user));
        platform.requireInGoodStanding(tenant, user);
        blacklist(tenant);
        refuses(abi.encodeWithSelector(IPlatformManager.TenantBlacklisted.selector, tenant));
        platform.requireActive(tenant);
        address[] memory both = new address[](2);
        both[0] = tenant;
        both[1] = user;
        vm.prank(operator);
        platform.unblacklist(both);
        platform.requireInGoodStanding(tenant, user);
    }
}
