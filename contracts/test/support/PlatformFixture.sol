// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { DappController } from "../../src/access/DappController.sol";
import { Privileges } from "../../src/access/Privileges.sol";
import { IDapp } from "../../src/interfaces/IDapp.sol";
import { IEarmarkProtocols } from "../../src/registry/core/IEarmarkProtocols.sol";
import { IPlatformManager } from "../../src/interfaces/IPlatformManager.sol";
import { IPrivilegeManager } from "../../src/interfaces/IPrivilegeManager.sol";
import { IStandings } from "../../src/interfaces/IStandings.sol";
import { ITenant } from "../../src/interfaces/ITenant.sol";
import { IUpgradable } from "../../src/interfaces/IUpgradable.sol";
import { Factory } from "../../src/platform/Factory.sol";
import { PlatformManager } from "../../src/platform/PlatformManager.sol";
import { Tenant } from "../../src/platform/Tenant.sol";
import { ManagerProxy } from "../../src/proxy/ManagerProxy.sol";
import { BatchTerms, ControllerSetup, SelectorConfig, TenantData } from "../../src/types/TenantAccess.sol";
import { Test } from "./Test.sol";

/// @title A platform with its operator, as the deployment leaves it, and words to people it.
abstract contract PlatformFixture is Test {
    uint128 internal constant THRESHOLD = 48_000_000;
    uint128 internal constant LIMIT = 480_000_000;

    Factory internal factory;
    IPlatformManager internal platform;
    IStandings internal standings;
    address internal operator;
    address internal admin = address(0xAD);

    function setUp() public virtual {
        vm.warp(1_700_000_000);
        factory = new Factory(address(new Tenant()), address(new DappController()));
        bytes memory initCall = abi.encodeCall(
            IPlatformManager.init,
            (
                address(factory),
                tenantData("ConneX Platform"),
                admin,
                new SelectorConfig[](0),
                IPlatformManager.RefundSettings(THRESHOLD, LIMIT)
            )
        );
        platform = IPlatformManager(address(new ManagerProxy(address(new PlatformManager()), initCall)));
        (standings, operator) = (platform.standings(), platform.operatorTenant());
        vm.deal(address(this), 100 ether);
        platform.fund{ value: 1 ether }();
    }

    function tenantData(string memory name) internal pure returns (TenantData memory) {
        return TenantData(
            name, "https://tenant.example", "529900T8BM49AURSDO55", bytes32("papers"), address(0xC0)
        );
    }

    function noControllers() internal pure returns (ControllerSetup[] memory) {
        return new ControllerSetup[](0);
    }

    function noGrants() internal pure returns (IPrivilegeManager.HolderChanges[] memory) {
        return new IPrivilegeManager.HolderChanges[](0);
    }

    /// @dev Of a batch that any entitled user may send at any time.
    function openTerms(uint256 nonce) internal pure returns (BatchTerms memory) {
        return BatchTerms(nonce, type(uint256).max, address(0));
    }

    /// @dev A registered tenant whose first user is `admin`.
    function onboard(string memory name) internal returns (address) {
        vm.prank(operator);
        return platform.onboard(tenantData(name), admin, noControllers());
    }

    function makePrivilegeManager() internal returns (IPrivilegeManager) {
        return IPrivilegeManager(factory.createPrivilegeManager(operator, noGrants()));
    }

    /// @dev Grants a tenant or a dApp a privilege on a dApp.
    function grantOn(address dapp, address holder, bytes32 privilege) internal {
        address manager = IDapp(dapp).privilegeManager();
        vm.prank(operator);
        IPrivilegeManager(manager).grant(holder, privilege, address(0));
    }

    function revokeOn(address dapp, address holder, bytes32 privilege) internal {
        address manager = IDapp(dapp).privilegeManager();
        vm.prank(operator);
        IPrivilegeManager(manager).revoke(holder, privilege, address(0));
    }

    /// @dev Grants a user of a tenant a privilege, everywhere.
    function grantUser(address tenant, address user, bytes32 privilege) internal {
        address manager = ITenant(tenant).privilegeManager();
        vm.prank(tenant);
        IPrivilegeManager(manager).grant(user, privilege, address(0));
    }

    function revokeUser(address tenant, address user, bytes32 privilege) internal {
        address manager = ITenant(tenant).privilegeManager();
        vm.prank(tenant);
        IPrivilegeManager(manager).revoke(user, privilege, address(0));
    }

    function blacklist(address account) internal {
        address[] memory accounts = new address[](1);
        accounts[0] = account;
        vm.prank(operator);
        platform.blacklist(accounts);
    }

    function registerDapp(address dapp, bytes32 dappType, string memory shortName) internal {
        if (!platform.registeredTypes(dappType).valid) {
            vm.prank(operator);
            platform.registerType(dappType, 0);
        }
        vm.prank(operator);
        platform.registerDAPP(dapp, dappType, shortName, 0);
    }

    /// @dev A leg manager has nothing to initialise, and its proxy wants some call.
    function behindProxy(address code) internal returns (address) {
        return address(new ManagerProxy(code, abi.encodeCall(IUpgradable.kind, ())));
    }

    /// @dev Announces an upgrade, and waits until it may take effect.
    function announced(address manager, address by, address code, bytes memory migration) internal {
        vm.prank(by);
        IUpgradable(manager).announceUpgrade(code, keccak256(migration));
        vm.warp(IUpgradable(manager).announcedUpgrade().effectiveFrom);
    }

    /// @dev Announces a rollback, and waits until it may take effect.
    function announcedBack(address manager, address by) internal {
        vm.prank(by);
        IUpgradable(manager).announceRollback();
        vm.warp(IUpgradable(manager).announcedUpgrade().effectiveFrom);
    }

    /// @dev Lets a dApp earmark and move the holdings of a registry manager: grants it the privilege, announces it, and
    /// waits until it is active.
    function acceptProtocol(address manager, address protocol) internal {
        grantOn(manager, operator, Privileges.REGISTRY_OPERATOR);
        grantOn(manager, protocol, Privileges.REGISTRY_EARMARK_PROTOCOL_DAPP);
        vm.prank(operator);
        IEarmarkProtocols(manager).announceEarmarkProtocol(protocol);
        IEarmarkProtocols.EarmarkProtocol[] memory all = IEarmarkProtocols(manager).earmarkProtocols();
        vm.warp(all[all.length - 1].activeFrom);
    }

    function notHeld(address holder, bytes32 privilege) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(IPrivilegeManager.PrivilegeNotHeld.selector, holder, privilege);
    }
}
