// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Clones } from "@openzeppelin/contracts/proxy/Clones.sol";
import { PrivilegeManager } from "../access/PrivilegeManager.sol";
import { Privileges } from "../access/Privileges.sol";
import { IDappController } from "../interfaces/IDappController.sol";
import { IFactory } from "../interfaces/IFactory.sol";
import { IPlatformManager } from "../interfaces/IPlatformManager.sol";
import { IPrivilegeManager } from "../interfaces/IPrivilegeManager.sol";
import { IStandings } from "../interfaces/IStandings.sol";
import { ITenant } from "../interfaces/ITenant.sol";
import { DappType } from "../types/Dapp.sol";
import { ControllerSetup, SelectorConfig, TenantData } from "../types/TenantAccess.sol";

/// @dev Every `…Created` event precedes the events of the new contract, so that an indexer knows the address first.
contract Factory is IFactory {
    address private immutable CONTROLLER_CODE;

    /// @inheritdoc IFactory
    address public owner;
    /// @inheritdoc IFactory
    uint256 public latestTenantVersion;
    /// @inheritdoc IFactory
    mapping(uint256 version => address) public tenantCode;
    /// @inheritdoc IFactory
    mapping(address tenant => uint256) public tenantVersion;

    modifier onlyOwner() {
        if (msg.sender != owner) revert FactoryOwnerRequired(msg.sender);
        _;
    }

    constructor(address tenantCode_, address controllerCode) {
        _requireCode(controllerCode);
        CONTROLLER_CODE = controllerCode;
        owner = msg.sender;
        emit FactoryOwnerChanged(address(0), msg.sender);
        _registerTenantCode(1, tenantCode_);
    }

    /// @inheritdoc IFactory
    function createTenant(
        TenantData calldata data,
        address platform,
        address admin,
        ControllerSetup[] calldata controllers
    ) external returns (address) {
        return _createTenant(data, platform, admin, controllers, latestTenantVersion);
    }

    /// @inheritdoc IFactory
    function createTenant(
        TenantData calldata data,
        address platform,
        address admin,
        ControllerSetup[] calldata controllers,
        uint256 version
    ) external returns (address) {
        return _createTenant(data, platform, admin, controllers, version);
    }

    /// @inheritdoc IFactory
    function createPrivilegeManager(address superUser, IPrivilegeManager.HolderChanges[] calldata batch)
        external
        returns (address privilegeManager)
    {
        privilegeManager = address(new PrivilegeManager());
        emit PrivilegeManagerCreated(privilegeManager, superUser);
        IPrivilegeManager(privilegeManager).init(superUser, new bytes32[](0), batch);
    }

    /// @inheritdoc IFactory
    function createGenericDAPPController(address dapp, SelectorConfig[] calldata config)
        external
        returns (address controller)
    {
        _requireTenant(msg.sender);
        (bytes memory args, bytes32 dappType) = _cloneArgs(msg.sender, dapp);
        controller = Clones.cloneWithImmutableArgs(CONTROLLER_CODE, args);
        _setUpController(controller, msg.sender, dapp, dappType, config);
    }

    /// @inheritdoc IFactory
    function createGenericDAPPControllerV2(address dapp, SelectorConfig[] calldata config, bytes32 salt)
        external
        returns (address controller)
    {
        _requireTenant(msg.sender);
        (bytes memory args, bytes32 dappType) = _cloneArgs(msg.sender, dapp);
        controller = Clones.predictDeterministicAddressWithImmutableArgs(CONTROLLER_CODE, args, salt);
        if (controller.code.length != 0) revert ControllerAlreadyCreated(controller);
        Clones.cloneDeterministicWithImmutableArgs(CONTROLLER_CODE, args, salt);
        _setUpController(controller, msg.sender, dapp, dappType, config);
    }

    /// @inheritdoc IFactory
    function controllerAddress(address tenant, address dapp, bytes32 salt) external view returns (address) {
        _requireTenant(tenant);
        (bytes memory args,) = _cloneArgs(tenant, dapp);
        return Clones.predictDeterministicAddressWithImmutableArgs(CONTROLLER_CODE, args, salt);
    }

    /// @inheritdoc IFactory
    function registerTenantCodeContract(uint256 version, address implementation) external onlyOwner {
        _registerTenantCode(version, implementation);
    }

    /// @inheritdoc IFactory
    function changeOwner(address newOwner) external onlyOwner {
        if (newOwner == address(0)) revert FactoryOwnerMissing();
        emit FactoryOwnerChanged(owner, newOwner);
        owner = newOwner;
    }

    function _createTenant(
        TenantData calldata data,
        address platform,
        address admin,
        ControllerSetup[] calldata controllers,
        uint256 version
    ) private returns (address tenant) {
        if (tenantCode[version] == address(0)) revert TenantVersionUnknown(version);
        tenant = Clones.clone(tenantCode[version]);
        tenantVersion[tenant] = version;
        address privilegeManager = address(new PrivilegeManager());
        emit PrivilegeManagerCreated(privilegeManager, tenant);
        emit TenantCreated(tenant, platform, privilegeManager, version, data);
        ITenant(tenant).init(data, platform, privilegeManager);
        _initPrivilegeManager(privilegeManager, tenant, admin);
        for (uint256 i; i < controllers.length; ++i) {
            (bytes memory args, bytes32 dappType) = _cloneArgs(tenant, controllers[i].dapp);
            address controller = Clones.cloneWithImmutableArgs(CONTROLLER_CODE, args);
            _setUpController(controller, tenant, controllers[i].dapp, dappType, controllers[i].config);
        }
    }

    /// @dev The controller's clone arguments.
    function _cloneArgs(address tenant, address dapp)
        private
        view
        returns (bytes memory args, bytes32 dappType)
    {
        address platform = ITenant(tenant).platform();
        IStandings standings = _standingsOf(platform);
        // The platform creates its operator's tenant during its own initialisation, before it is a dApp.
        dappType = dapp == platform ? DappType.PLATFORM : standings.dappTypeOf(dapp);
        if (dappType == 0) revert FactoryDappUnknown(dapp);
        args = abi.encode(tenant, dapp, dappType, platform, ITenant(tenant).privilegeManager(), standings);
    }

    /// @dev A platform manager that is still being created cannot answer. Its standings are the first contract that it
    /// creates, whose address follows from its own.
    function _standingsOf(address platform) private view returns (IStandings) {
        if (platform.code.length > 0) return IPlatformManager(platform).standings();
        bytes32 hash = keccak256(abi.encodePacked(hex"d694", platform, hex"01"));
        return IStandings(address(uint160(uint256(hash))));
    }

    function _setUpController(
        address controller,
        address tenant,
        address dapp,
        bytes32 dappType,
        SelectorConfig[] calldata config
    ) private {
        emit ControllerCreated(controller, tenant, dapp, dappType);
        IDappController(controller).init(config);
        ITenant(tenant).registerController(controller, dapp, dappType);
    }

    function _requireTenant(address account) private view {
        if (tenantVersion[account] == 0) revert FactoryTenantRequired(account);
    }

    /// @dev A nominated admin is granted the privileges of the first one.
    function _initPrivilegeManager(address privilegeManager, address tenant, address admin) private {
        bytes32[] memory privileges = new bytes32[](2);
        privileges[0] = Privileges.USER_DAPP_USER;
        privileges[1] = Privileges.USER_TENANT_ADMIN;
        IPrivilegeManager.HolderChanges[] memory batch = new IPrivilegeManager.HolderChanges[](1);
        batch[0].holder = admin;
        batch[0].changes = new IPrivilegeManager.PrivilegeChange[](2);
        for (uint256 i; i < 2; ++i) {
            batch[0].changes[i] = IPrivilegeManager.PrivilegeChange(privileges[i], address(0), true);
        }
        IPrivilegeManager(privilegeManager).init(tenant, privileges, batch);
    }

    function _registerTenantCode(uint256 version, address implementation) private {
        if (version == 0) revert TenantVersionUnknown(version);
        if (tenantCode[version] != address(0)) revert TenantVersionTaken(version);
        _requireCode(implementation);
        tenantCode[version] = implementation;
        if (version > latestTenantVersion) latestTenantVersion = version;
        emit TenantCodeRegistered(version, implementation);
    }

    function _requireCode(address implementation) private view {
        if (implementation.code.length == 0) revert CodeMissing(implementation);
    }
}
