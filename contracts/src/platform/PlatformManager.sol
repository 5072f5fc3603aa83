// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Initializable } from "@openzeppelin/contracts/proxy/utils/Initializable.sol";
import { PrivilegeCheck } from "../access/PrivilegeCheck.sol";
import { Privileges } from "../access/Privileges.sol";
import { IDapp } from "../interfaces/IDapp.sol";
import { IDappFactory } from "../interfaces/IDappFactory.sol";
import { IFactory } from "../interfaces/IFactory.sol";
import { IPlatformManager } from "../interfaces/IPlatformManager.sol";
import { IStandings } from "../interfaces/IStandings.sol";
import { ITenant } from "../interfaces/ITenant.sol";
import { IUpgradable } from "../interfaces/IUpgradable.sol";
import { Upgradable } from "../proxy/Upgradable.sol";
import { DappType } from "../types/Dapp.sol";
import { ControllerSetup, SelectorConfig, TenantData } from "../types/TenantAccess.sol";
import { Permissioning } from "./Permissioning.sol";
import { PlatformGrants } from "./PlatformGrants.sol";
import { RefundStore, Refunds } from "./Refunds.sol";
import { Standings } from "./Standings.sol";

contract PlatformManager is IPlatformManager, Upgradable, Initializable {
    using Refunds for RefundStore;

    /// @custom:storage-location erc7201:connex.PlatformManager
    struct PlatformStore {
        string name;
        address privilegeManager;
        address operatorTenant;
        address defaultFactory;
        bool usePermissioning;
        RefundStore refunds;
        IStandings standings;
        mapping(bytes32 nameHash => address tenant) names;
        mapping(bytes32 globalTypeId => RegisteredType) types;
        mapping(address dapp => RegisteredDapp) dapps;
        mapping(bytes32 globalTypeId => address factory) dappFactory;
        mapping(address privilegeManager => address tenant) tenantByPrivilegeManager;
    }

    /// @inheritdoc IPlatformManager
    uint128 public constant MIN_REFUND_THRESHOLD = Refunds.MIN_THRESHOLD;
    /// @inheritdoc IPlatformManager
    uint128 public constant MAX_THRESHOLD_MULTIPLIER = Refunds.MAX_THRESHOLD_MULTIPLIER;
    /// @inheritdoc IPlatformManager
    uint128 public constant MAX_LIMIT_MULTIPLIER = Refunds.MAX_LIMIT_MULTIPLIER;
    /// @inheritdoc IPlatformManager
    uint256 public constant REFUND_PERIOD = Refunds.PERIOD;
    /// @inheritdoc IPlatformManager
    uint256 public constant MAX_USER_MULTIPLIER = Refunds.MAX_USER_MULTIPLIER;
    /// @inheritdoc IPlatformManager
    uint256 public constant MAX_TENANT_MULTIPLIER = Refunds.MAX_TENANT_MULTIPLIER;

    /// @dev keccak256(abi.encode(uint256(keccak256("connex.PlatformManager")) - 1)) & ~bytes32(uint256(0xff))
    bytes32 private constant STORE = 0x1013e1ed3f27cc17b370f808592b5b35e934f6a626bc8ea937fe4ccddd50ea00;

    modifier only(bytes32 privilege) {
        PrivilegeCheck.require_(_store().privilegeManager, msg.sender, privilege);
        _;
    }

    constructor() {
        _disableInitializers();
    }

    /// @inheritdoc IPlatformManager
    function init(
        address factory,
        TenantData calldata operator,
        address admin,
        SelectorConfig[] calldata config,
        RefundSettings calldata refunds_
    ) external initializer {
        _store().standings = new Standings();
        _store().name = operator.name;
        _setDefaultFactory(factory);
        _store().refunds.setLimits(refunds_.refundThreshold, refunds_.refundLimit);
        ControllerSetup[] memory controllers = new ControllerSetup[](1);
        controllers[0] = ControllerSetup(address(this), config);
        _store().operatorTenant = IFactory(factory).createTenant(operator, address(this), admin, controllers);
        _store().privilegeManager = IFactory(factory)
            .createPrivilegeManager(_store().operatorTenant, PlatformGrants.all(_store().operatorTenant));
        emit PlatformCreated(operator.name, _store().privilegeManager, _store().operatorTenant);
        _register(_store().operatorTenant, operator);
        _registerType(DappType.PLATFORM, _store().operatorTenant, 0);
        _registerDapp(address(this), _store().privilegeManager, DappType.PLATFORM, "PlatformManager", 0);
    }

    /// @inheritdoc IPlatformManager
    function onboard(TenantData calldata data, address admin, ControllerSetup[] calldata controllers)
        external
        only(Privileges.PLATFORM_OPERATOR)
        returns (address tenant)
    {
        if (_store().standings.isBlacklisted(admin)) revert UserBlacklisted(admin);
        tenant = IFactory(_store().defaultFactory).createTenant(data, address(this), admin, controllers);
        _register(tenant, data);
        if (_store().refunds.isNeeded(admin)) _store().refunds.pay(tenant, admin);
    }

    /// @inheritdoc IPlatformManager
    function registerTenant(address tenant) external only(Privileges.PLATFORM_OPERATOR) {
        ITenant candidate = ITenant(tenant);
        if (IFactory(_store().defaultFactory).tenantVersion(tenant) == 0) revert TenantForeign(tenant);
        if (candidate.platform() != address(this)) revert TenantForeign(tenant);
        if (_store().standings.isTenant(tenant)) revert TenantAlreadyRegistered(tenant);
        TenantData memory data = TenantData(
            candidate.name(),
            candidate.apiUrl(),
            candidate.lei(),
            candidate.registrationReference(),
            candidate.confirmer()
        );
        _register(tenant, data);
    }

    /// @inheritdoc IPlatformManager
    function unregisterTenant(address tenant) external only(Privileges.PLATFORM_OPERATOR) {
        if (!_store().standings.isTenant(tenant)) revert TenantUnknown(tenant);
        if (tenant == _store().operatorTenant) revert OperatorTenantProtected(tenant);
        _store().standings.setTenant(tenant, false);
        emit TenantUnregistered(tenant);
    }

    /// @inheritdoc IPlatformManager
    function setTenantName(address tenant, string calldata name_)
        external
        only(Privileges.PLATFORM_OPERATOR)
    {
        if (!_store().standings.isTenant(tenant)) {
            revert TenantUnknown(tenant);
        }
        if (tenant == _store().operatorTenant) revert OperatorTenantProtected(tenant);
        delete _store().names[keccak256(bytes(ITenant(tenant).name()))];
        _takeName(tenant, name_);
        emit TenantRenamed(tenant, name_);
        ITenant(tenant).setName(name_);
    }

    /// @inheritdoc IPlatformManager
    function registerType(bytes32 globalTypeId, bytes32 typeDescriptorFp)
        external
        only(Privileges.PLATFORM_DAPP_OPERATOR)
    {
        if (_store().types[globalTypeId].valid) revert TypeAlreadyRegistered(globalTypeId);
        _registerType(globalTypeId, msg.sender, typeDescriptorFp);
    }

    /// @inheritdoc IPlatformManager
    function registerDAPP(
        address dapp,
        bytes32 globalTypeId,
        string calldata shortName,
        bytes32 dappFingerprint
    ) external only(Privileges.PLATFORM_DAPP_OPERATOR) {
        _requireNewDapp(dapp, globalTypeId);
        _registerDapp(dapp, _privilegeManagerOf(dapp, globalTypeId), globalTypeId, shortName, dappFingerprint);
    }

    /// @inheritdoc IPlatformManager
    function unregisterDAPP(address dapp) external only(Privileges.PLATFORM_DAPP_OPERATOR) {
        if (_store().dapps[dapp].globalTypeId == 0) revert DappUnknown(dapp);
        if (dapp == address(this)) revert DappProtected(dapp);
        delete _store().dapps[dapp];
        _store().standings.setDappType(dapp, 0);
        emit DappUnregistered(dapp);
    }

    /// @inheritdoc IPlatformManager
    function createDAPP(
        bytes32 globalTypeId,
        string calldata shortName,
        bytes32 dappFingerprint,
        bytes calldata initCall
    ) external only(Privileges.PLATFORM_DAPP_DEPLOYER) returns (address dapp) {
        if (_store().dappFactory[globalTypeId] == address(0)) {
            revert DappFactoryMissing(globalTypeId);
        }
        dapp = IDappFactory(_store().dappFactory[globalTypeId]).create(initCall);
        _requireNewDapp(dapp, globalTypeId);
        _registerDapp(dapp, _privilegeManagerOf(dapp, globalTypeId), globalTypeId, shortName, dappFingerprint);
    }

    /// @inheritdoc IPlatformManager
    function setDefaultFactory(address factory) external only(Privileges.PLATFORM_OPERATOR) {
        _setDefaultFactory(factory);
    }

    /// @inheritdoc IPlatformManager
    function setDAPPFactory(bytes32 globalTypeId, address factory)
        external
        only(Privileges.PLATFORM_DAPP_OPERATOR)
    {
        if (!_store().types[globalTypeId].valid) revert TypeUnknown(globalTypeId);
        if (factory.code.length == 0) revert FactoryMissing();
        _store().dappFactory[globalTypeId] = factory;
        emit DappFactoryChanged(globalTypeId, factory);
    }

    /// @inheritdoc IPlatformManager
    function fund() external payable {
        emit PlatformFunded(msg.sender, msg.value, address(this).balance);
    }

    /// @inheritdoc IPlatformManager
    function refund(address tenant, address user) external {
        _store().standings.requireInGoodStanding(tenant, user);
        _requireActiveUser(tenant, user);
        _store().refunds.pay(tenant, user);
    }

    /// @inheritdoc IPlatformManager
    function refundEOA(address user) external {
        _store().standings.requireInGoodStanding(msg.sender, user);
        bool distributes = PrivilegeCheck.isGranted(
            _store().privilegeManager, msg.sender, Privileges.PLATFORM_SETH_DISTRIBUTOR
        );
        if (!distributes) _requireActiveUser(msg.sender, user);
        _store().refunds.pay(msg.sender, user);
    }

    /// @inheritdoc IPlatformManager
    function setRefundLimits(uint128 refundThreshold, uint128 refundLimit)
        external
        only(Privileges.PLATFORM_OPERATOR)
    {
        _store().refunds.setLimits(refundThreshold, refundLimit);
    }

    /// @inheritdoc IPlatformManager
    function withdrawFunds(address payable to, uint256 amount) external only(Privileges.PLATFORM_OPERATOR) {
        if (to == address(0)) revert FundsReceiverMissing();
        uint256 balance = address(this).balance;
        if (balance < amount) revert RefundFundsMissing(amount, balance);
        emit PlatformFundsWithdrawn(to, amount, balance - amount);
        (bool paid,) = to.call{ value: amount }("");
        if (!paid) revert FundsRefused(to);
    }

    /// @inheritdoc IPlatformManager
    function setUsePermissioning(bool isUsed) external only(Privileges.PLATFORM_OPERATOR) {
        _store().usePermissioning = isUsed;
        emit PermissioningChanged(isUsed);
    }

    /// @inheritdoc IPlatformManager
    function blacklist(address[] calldata accounts) external {
        if (!PrivilegeCheck.isGranted(
                _store().privilegeManager, msg.sender, Privileges.PLATFORM_MANAGER_DAPP
            )) {
            PrivilegeCheck.require_(_store().privilegeManager, msg.sender, Privileges.PLATFORM_OPERATOR);
        }
        for (uint256 i; i < accounts.length; ++i) {
            if (accounts[i] == _store().operatorTenant) revert OperatorTenantProtected(accounts[i]);
            _store().standings.setBlacklisted(accounts[i], true);
            emit Blacklisted(accounts[i]);
        }
    }

    /// @inheritdoc IPlatformManager
    function unblacklist(address[] calldata accounts) external only(Privileges.PLATFORM_OPERATOR) {
        for (uint256 i; i < accounts.length; ++i) {
            _store().standings.setBlacklisted(accounts[i], false);
            emit Unblacklisted(accounts[i]);
        }
    }

    /// @inheritdoc IPlatformManager
    function transactionAllowed(
        address sender,
        address target,
        uint256,
        uint256,
        uint256,
        bytes calldata payload
    ) external view returns (bool) {
        if (_store().standings.isBlacklisted(sender)) return false;
        return !_store().usePermissioning || Permissioning.isAllowed(this, sender, target, payload);
    }

    /// @inheritdoc IPlatformManager
    function isTenant(address account) external view returns (bool) {
        return _store().standings.isTenant(account);
    }

    /// @inheritdoc IPlatformManager
    function isBlacklisted(address account) external view returns (bool) {
        return _store().standings.isBlacklisted(account);
    }

    /// @inheritdoc IPlatformManager
    function dappTypeOf(address account) external view returns (bytes32) {
        return _store().standings.dappTypeOf(account);
    }

    /// @inheritdoc IPlatformManager
    function tenantByName(string calldata name_) external view returns (address) {
        return _store().names[keccak256(bytes(name_))];
    }

    /// @inheritdoc IPlatformManager
    function name() external view returns (string memory) {
        return _store().name;
    }

    /// @inheritdoc IDapp
    function privilegeManager() external view returns (address) {
        return _store().privilegeManager;
    }

    /// @inheritdoc IPlatformManager
    function operatorTenant() external view returns (address) {
        return _store().operatorTenant;
    }

    /// @inheritdoc IPlatformManager
    function defaultFactory() external view returns (address) {
        return _store().defaultFactory;
    }

    /// @inheritdoc IPlatformManager
    function usePermissioning() external view returns (bool) {
        return _store().usePermissioning;
    }

    /// @inheritdoc IPlatformManager
    function standings() external view returns (IStandings) {
        return _store().standings;
    }

    /// @inheritdoc IPlatformManager
    function dappFactory(bytes32 globalTypeId) external view returns (address) {
        return _store().dappFactory[globalTypeId];
    }

    /// @inheritdoc IPlatformManager
    function tenantByPrivilegeManager(address manager) external view returns (address) {
        return _store().tenantByPrivilegeManager[manager];
    }

    /// @inheritdoc IPlatformManager
    function registeredTypes(bytes32 globalTypeId) external view returns (RegisteredType memory) {
        return _store().types[globalTypeId];
    }

    /// @inheritdoc IPlatformManager
    function registeredDapps(address dapp) external view returns (RegisteredDapp memory) {
        return _store().dapps[dapp];
    }

    /// @inheritdoc IPlatformManager
    function refundSettings() external view returns (RefundSettings memory) {
        return _store().refunds.settings;
    }

    /// @inheritdoc IPlatformManager
    function refundedToday(address account) external view returns (uint256) {
        return _store().refunds.refundedToday(account);
    }

    /// @inheritdoc IUpgradable
    function kind() external pure returns (bytes32) {
        return "PlatformManager";
    }

    /// @inheritdoc IDapp
    function platform() external view returns (address) {
        return address(this);
    }

    /// @inheritdoc IDapp
    function getVersion() external pure virtual returns (uint256) {
        return 1;
    }

    /// @inheritdoc Upgradable
    function _requireUpgrader() internal view override {
        PrivilegeCheck.require_(_store().privilegeManager, msg.sender, Privileges.PLATFORM_MANAGER_UPGRADE);
    }

    function _register(address tenant, TenantData memory data) private {
        _takeName(tenant, data.name);
        _store().standings.setTenant(tenant, true);
        address tenantPrivilegeManager = ITenant(tenant).privilegeManager();
        _store().tenantByPrivilegeManager[tenantPrivilegeManager] = tenant;
        emit TenantRegistered(tenant, tenantPrivilegeManager, data);
    }

    function _takeName(address tenant, string memory name_) private {
        if (bytes(name_).length == 0) revert TenantNameMissing();
        address holder = _store().names[keccak256(bytes(name_))];
        if (holder != address(0) && holder != tenant) revert TenantNameTaken(name_);
        _store().names[keccak256(bytes(name_))] = tenant;
    }

    function _registerType(bytes32 globalTypeId, address maintainer, bytes32 typeDescriptorFp) private {
        _store().types[globalTypeId] = RegisteredType(true, maintainer, typeDescriptorFp);
        emit TypeRegistered(globalTypeId, maintainer, typeDescriptorFp);
    }

    function _requireNewDapp(address dapp, bytes32 globalTypeId) private view {
        if (!_store().types[globalTypeId].valid) revert TypeUnknown(globalTypeId);
        if (_store().dapps[dapp].globalTypeId != 0) revert DappAlreadyRegistered(dapp);
        if (dapp.code.length == 0) revert DappForeign(dapp);
        if (globalTypeId != DappType.TOKEN && !_servesThisPlatform(dapp)) revert DappForeign(dapp);
    }

    /// @dev A contract that returns nothing, or something else, is not a dApp.
    function _servesThisPlatform(address dapp) private view returns (bool) {
        (bool answered, bytes memory answer) = dapp.staticcall(abi.encodeCall(IDapp.platform, ()));
        return answered && answer.length == 32 && abi.decode(answer, (uint256)) == uint160(address(this));
    }

    /// @return 0 for a token, a plain contract without a privilege manager.
    function _privilegeManagerOf(address dapp, bytes32 globalTypeId) private view returns (address) {
        return globalTypeId == DappType.TOKEN ? address(0) : IDapp(dapp).privilegeManager();
    }

    function _registerDapp(
        address dapp,
        address dappPrivilegeManager,
        bytes32 globalTypeId,
        string memory shortName,
        bytes32 dappFingerprint
    ) private {
        _store().standings.setDappType(dapp, globalTypeId);
        _store().dapps[dapp] = RegisteredDapp(globalTypeId, shortName, dappFingerprint);
        emit DappRegistered(dapp, globalTypeId, dappPrivilegeManager, shortName, dappFingerprint);
    }

    function _setDefaultFactory(address factory) private {
        if (factory.code.length == 0) revert FactoryMissing();
        _store().defaultFactory = factory;
        emit DefaultFactoryChanged(factory);
    }

    function _requireActiveUser(address tenant, address user) private view {
        if (!PrivilegeCheck.isGranted(ITenant(tenant).privilegeManager(), user, Privileges.USER_DAPP_USER)) {
            revert RefundUserNotActive(tenant, user);
        }
    }

    function _store() private pure returns (PlatformStore storage store) {
        bytes32 slot = STORE;
        // solhint-disable-next-line no-inline-assembly
        assembly ("memory-safe") {
            store.slot := slot
        }
    }
}
