// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { ControllerSetup, SelectorConfig, TenantData } from "../types/TenantAccess.sol";
import { IPrivilegeManager } from "./IPrivilegeManager.sol";

/// @title Creates tenants, privilege managers and dApp controllers. Tenants and controllers are clones, privilege
/// managers are not.
/// @notice Anybody may create a tenant; it has no rights until a platform registers it.
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

    /// @notice Creates a tenant of the latest version, with its privilege manager (the tenant is its super user), its
    /// controllers, and a first user with user.DAPP_USER and user.TENANT_ADMIN.
    function createTenant(
        TenantData calldata data,
        address platform,
        address admin,
        ControllerSetup[] calldata controllers
    ) external returns (address tenant);

    /// @notice As createTenant, with a given version.
    function createTenant(
        TenantData calldata data,
        address platform,
        address admin,
        ControllerSetup[] calldata controllers,
        uint256 version
    ) external returns (address tenant);

    /// @notice Creates a privilege manager with this super user.
    /// @param batch The first grants.
    function createPrivilegeManager(address superUser, IPrivilegeManager.HolderChanges[] calldata batch)
        external
        returns (address privilegeManager);

    /// @notice Creates a controller of the calling tenant for a registered dApp of its platform. Tenants of this
    /// factory only.
    function createGenericDAPPController(address dapp, SelectorConfig[] calldata config)
        external
        returns (address controller);

    /// @notice As createGenericDAPPController, at a predictable address (CREATE2): a call sent twice never creates
    /// two controllers, and co-signers can sign a batch for a controller before it exists.
    /// @param salt Chosen by the tenant, once for each of its controllers of a dApp.
    function createGenericDAPPControllerV2(address dapp, SelectorConfig[] calldata config, bytes32 salt)
        external
        returns (address controller);

    /// @notice Owner only. Registers the code of a version, once.
    function registerTenantCodeContract(uint256 version, address implementation) external;

    /// @notice Owner only. Sets the next owner.
    function changeOwner(address newOwner) external;

    /// @return The address of the tenant's controller from createGenericDAPPControllerV2, existing or not.
    function controllerAddress(address tenant, address dapp, bytes32 salt) external view returns (address);

    /// @notice The tenant that registers code.
    function owner() external view returns (address);
    /// @notice The highest registered version of tenant code; new tenants get it.
    function latestTenantVersion() external view returns (uint256);
    /// @notice The code of a version; 0 for an unknown one.
    function tenantCode(uint256 version) external view returns (address);

    /// @return The tenant's version; 0 if this factory did not create it.
    function tenantVersion(address tenant) external view returns (uint256);
}
