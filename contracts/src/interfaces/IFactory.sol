// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { ControllerSetup, SelectorConfig, TenantData } from "../types/TenantAccess.sol";
import { IPrivilegeManager } from "./IPrivilegeManager.sol";

/// @title Makes tenants, privilege managers and dApp controllers: whole privilege managers, and small clones of the
/// others.
/// @notice Anybody may make a tenant; it is nobody until a platform registers it.
interface IFactory {
    event TenantCreated(
        address indexed tenant,
        address indexed platform,
        address privilegeManager,
        uint256 version,
        TenantData data
    );
    event PrivilegeManagerCreated(address indexed privilegeManager, address indexed superUser);
    event ControllerCreated(
        address indexed controller, address indexed tenant, address indexed dapp, bytes32 dappType
    );
    event TenantCodeRegistered(uint256 indexed version, address indexed implementation);
    event FactoryOwnerChanged(address indexed previousOwner, address indexed owner);

    error FactoryOwnerRequired(address caller);
    error FactoryOwnerMissing();
    error TenantVersionUnknown(uint256 version);
    error TenantVersionTaken(uint256 version);
    error CodeMissing(address implementation);
    error FactoryTenantRequired(address caller);
    error FactoryDappUnknown(address dapp);
    error ControllerAlreadyCreated(address controller);

    /// @notice Makes a tenant of the latest version, with its privilege manager (the tenant is its super user), its
    /// controllers, and a first user who holds user.DAPP_USER and user.TENANT_ADMIN.
    function createTenant(
        TenantData calldata data,
        address platform,
        address admin,
        ControllerSetup[] calldata controllers
    ) external returns (address tenant);

    /// @notice As above, of a given version.
    function createTenant(
        TenantData calldata data,
        address platform,
        address admin,
        ControllerSetup[] calldata controllers,
        uint256 version
    ) external returns (address tenant);

    /// @notice Makes a privilege manager with this super user.
    /// @param batch What is granted from the start.
    function createPrivilegeManager(address superUser, IPrivilegeManager.HolderChanges[] calldata batch)
        external
        returns (address privilegeManager);

    /// @notice Makes a controller of the calling tenant for a registered dApp of its platform. Tenants of this
    /// factory only.
    function createGenericDAPPController(address dapp, SelectorConfig[] calldata config)
        external
        returns (address controller);

    /// @notice As above, at an address that is known beforehand (CREATE2): a tenant that sends the call again, not
    /// knowing whether the first one arrived, never gets two controllers, and co-signers may sign a batch for a
    /// controller that is still to be made.
    /// @param salt Chosen by the tenant, once for each of its controllers of a dApp.
    function createGenericDAPPControllerV2(address dapp, SelectorConfig[] calldata config, bytes32 salt)
        external
        returns (address controller);

    /// @notice Owner only. A version is registered once.
    function registerTenantCodeContract(uint256 version, address implementation) external;

    /// @notice Owner only.
    function changeOwner(address newOwner) external;

    /// @return Where createGenericDAPPControllerV2 makes, or has made, the tenant's controller.
    function controllerAddress(address tenant, address dapp, bytes32 salt) external view returns (address);

    /// @notice The tenant that registers code.
    function owner() external view returns (address);
    /// @notice The highest version of tenant code that is registered; new tenants get it.
    function latestTenantVersion() external view returns (uint256);
    /// @notice The code of a version; 0 for an unknown one.
    function tenantCode(uint256 version) external view returns (address);

    /// @return 0 where this factory has not made the tenant.
    function tenantVersion(address tenant) external view returns (uint256);
}
