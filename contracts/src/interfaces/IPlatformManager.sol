// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { ControllerSetup, SelectorConfig, TenantData } from "../types/TenantAccess.sol";
import { IDapp } from "./IDapp.sol";
import { IStandings } from "./IStandings.sol";
import { IUpgradable } from "./IUpgradable.sol";

/// @title The tenants and dApps of a platform, its refunds and its blacklist.
/// @notice Its privilege manager holds platform.OPERATOR, DAPP_OPERATOR, DAPP_DEPLOYER, SETH_DISTRIBUTOR,
/// MANAGER_DAPP and MANAGER_UPGRADE (upgrade, rollback). The platform's own tenant bears the platform's name; names
/// are unique, so that nobody else can.
///
/// Warning: the operator admits tenants, grants their privileges, and takes both back at once. It cannot act for a
/// tenant, nor move a holding by a privilege alone.
/// Warning: a token is any contract that the operator admits. Its issuer may freeze, seize or inflate it.
interface IPlatformManager is IDapp, IUpgradable {
    struct RefundSettings {
        uint128 refundThreshold;
        uint128 refundLimit;
    }

    struct RegisteredType {
        bool valid;
        address maintainer;
        bytes32 typeDescriptorFp;
    }

    struct RegisteredDapp {
        bytes32 globalTypeId;
        string shortName;
        bytes32 dappFingerprint;
    }

    event PlatformCreated(string name, address indexed privilegeManager, address indexed operatorTenant);
    event TenantRegistered(address indexed tenant, address indexed privilegeManager, TenantData data);
    event TenantUnregistered(address indexed tenant);
    event TenantRenamed(address indexed tenant, string name);
    event TypeRegistered(bytes32 indexed globalTypeId, address indexed maintainer, bytes32 typeDescriptorFp);
    event DappRegistered(
        address indexed dapp,
        bytes32 indexed globalTypeId,
        address indexed privilegeManager,
        string shortName,
        bytes32 dappFingerprint
    );
    event DappUnregistered(address indexed dapp);
    event DefaultFactoryChanged(address indexed factory);
    event DappFactoryChanged(bytes32 indexed globalTypeId, address indexed factory);
    event RefundLimitsChanged(uint128 refundThreshold, uint128 refundLimit);
    /// @param balance The platform manager's new balance in wei; also in PlatformFundsWithdrawn.
    event PlatformFunded(address indexed from, uint256 amount, uint256 balance);
    event PlatformFundsWithdrawn(address indexed to, uint256 amount, uint256 balance);
    event PermissioningChanged(bool isUsed);
    event UserRefunded(address indexed tenant, address indexed user, uint256 amount);
    event Blacklisted(address indexed account);
    event Unblacklisted(address indexed account);

    error TenantUnknown(address tenant);
    error TenantAlreadyRegistered(address tenant);
    error TenantForeign(address tenant);
    error TenantNameTaken(string name);
    error TenantNameMissing();
    error TenantBlacklisted(address tenant);
    error UserBlacklisted(address user);
    error TypeUnknown(bytes32 globalTypeId);
    error TypeAlreadyRegistered(bytes32 globalTypeId);
    error DappAlreadyRegistered(address dapp);
    error DappForeign(address dapp);
    error DappUnknown(address dapp);
    error DappProtected(address dapp);
    error DappFactoryMissing(bytes32 globalTypeId);
    error FactoryMissing();
    error RefundUserNotActive(address tenant, address user);
    error RefundUserIsContract(address user);
    error RefundNotNeeded(address user, uint256 balance, uint256 refundThreshold);
    error RefundFundsMissing(uint256 needed, uint256 balance);
    /// @param againAt Unix time in seconds when the next period starts.
    error RefundUserExhausted(address user, uint256 againAt);
    error RefundTenantExhausted(address tenant, uint256 againAt);
    error RefundFailed(address user);
    error FundsReceiverMissing();
    error FundsRefused(address to);
    error RefundLimitsInvalid(uint128 refundThreshold, uint128 refundLimit);
    error OperatorTenantProtected(address tenant);

    /// @notice Works once, in the transaction that creates the proxy. Creates the operator's tenant, which has the
    /// platform's name, and grants it every platform privilege.
    /// @param operator The operator's tenant's data; its name is the platform's.
    /// @param admin The first user of the operator's tenant.
    /// @param config The workflow configuration of the operator's platform controller.
    function init(
        address factory,
        TenantData calldata operator,
        address admin,
        SelectorConfig[] calldata config,
        RefundSettings calldata refunds
    ) external;

    /// @notice platform.OPERATOR. Creates a tenant with the default factory, registers it, and tops its first user up
    /// to the refund limit if below the refund threshold. Refuses a blacklisted user.
    function onboard(TenantData calldata data, address admin, ControllerSetup[] calldata controllers)
        external
        returns (address tenant);

    /// @notice platform.OPERATOR. Registers a tenant that the default factory created for this platform.
    function registerTenant(address tenant) external;

    /// @notice platform.OPERATOR. All calls of the tenant are refused from now on. Its name stays taken.
    function unregisterTenant(address tenant) external;

    /// @notice platform.OPERATOR. Renames a tenant.
    function setTenantName(address tenant, string calldata name) external;

    /// @notice platform.DAPP_OPERATOR; the calling tenant becomes the type's maintainer.
    function registerType(bytes32 globalTypeId, bytes32 typeDescriptorFp) external;

    /// @notice platform.DAPP_OPERATOR. The dApp serves this platform; a dApp of type "token" is any contract, and has
    /// no privilege manager.
    function registerDAPP(
        address dapp,
        bytes32 globalTypeId,
        string calldata shortName,
        bytes32 dappFingerprint
    ) external;

    /// @notice platform.DAPP_OPERATOR. Takes a dApp or a token off the platform, such as a token that has turned bad:
    /// new legs over it and new controllers for it are refused. Existing deliveries still settle or cancel, existing
    /// controllers still reach it, and it can be registered again. Not the platform manager itself.
    function unregisterDAPP(address dapp) external;

    /// @notice platform.DAPP_DEPLOYER. Creates a dApp with the factory of its type, and registers it.
    function createDAPP(
        bytes32 globalTypeId,
        string calldata shortName,
        bytes32 dappFingerprint,
        bytes calldata initCall
    ) external returns (address dapp);

    /// @notice platform.OPERATOR. The factory of tenants and controllers.
    function setDefaultFactory(address factory) external;

    /// @notice platform.DAPP_OPERATOR. The factory that createDAPP uses for the type.
    function setDAPPFactory(bytes32 globalTypeId, address factory) external;

    /// @notice Anybody may add ether for refunds.
    function fund() external payable;

    /// @notice Tops up an active user of a registered tenant to the refund limit, if below the refund threshold. The
    /// only call that a user makes directly. In each REFUND_PERIOD (a day, from midnight UTC) a user gets at most
    /// MAX_USER_MULTIPLIER refund limits, and the users of a tenant together MAX_TENANT_MULTIPLIER.
    function refund(address tenant, address user) external;

    /// @notice As refund, for a user of the calling tenant; with platform.SETH_DISTRIBUTOR for any user.
    function refundEOA(address user) external;

    /// @notice platform.OPERATOR. MIN_REFUND_THRESHOLD <= threshold <= MIN_REFUND_THRESHOLD *
    /// MAX_THRESHOLD_MULTIPLIER, and threshold <= limit <= threshold * MAX_LIMIT_MULTIPLIER, all in wei.
    function setRefundLimits(uint128 refundThreshold, uint128 refundLimit) external;

    /// @notice platform.OPERATOR. Withdraws ether. Only this call and refunds take ether out.
    function withdrawFunds(address payable to, uint256 amount) external;

    /// @notice platform.OPERATOR. Sets whether transactionAllowed admits only known users.
    function setUsePermissioning(bool isUsed) external;

    /// @notice platform.OPERATOR, or a dApp with platform.MANAGER_DAPP, which cannot unblacklist. Tenants or users; a
    /// blacklisted one can do nothing. Not the operator's tenant.
    function blacklist(address[] calldata accounts) external;

    /// @notice platform.OPERATOR. Takes accounts off the blacklist.
    function unblacklist(address[] calldata accounts) external;

    /// @notice Called by the account permissioning of a Besu network for each transaction; never reverts. Refuses
    /// blacklisted accounts. With permissioning in use it admits only: active users of an active tenant, to one of
    /// their tenant's controllers; such a user's own refund; `fund` by users of the operator's tenant; and the
    /// nominee or recoverer of an active tenant's privilege manager, to that manager. No deployments.
    function transactionAllowed(
        address sender,
        address target,
        uint256 value,
        uint256 gasPrice,
        uint256 gasLimit,
        bytes calldata payload
    ) external view returns (bool);

    /// @notice Whether only users of registered tenants may transact.
    function usePermissioning() external view returns (bool);

    /// @return The registered tenant of a privilege manager; 0 for any other account.
    function tenantByPrivilegeManager(address privilegeManager) external view returns (address);

    /// @notice Whether the account is a registered tenant.
    function isTenant(address account) external view returns (bool);
    /// @notice Whether the address may neither act nor receive.
    function isBlacklisted(address account) external view returns (bool);

    /// @return The type of a registered dApp; 0 for any other account.
    function dappTypeOf(address account) external view returns (bytes32);

    /// @return The contract that has these three, for those that read them often.
    function standings() external view returns (IStandings);

    /// @notice A name, unique on the platform.
    function name() external view returns (string memory);
    /// @notice The tenant that runs the platform.
    function operatorTenant() external view returns (address);
    /// @notice The tenant of a name; 0 for none.
    function tenantByName(string calldata name) external view returns (address);
    /// @notice A type of dApps; not valid for an unknown one.
    function registeredTypes(bytes32 globalTypeId) external view returns (RegisteredType memory);
    /// @notice A registered dApp; its type is 0 for an unknown one.
    function registeredDapps(address dapp) external view returns (RegisteredDapp memory);
    /// @notice The factory of tenants and controllers.
    function defaultFactory() external view returns (address);
    /// @notice The factory that createDAPP uses for a type; 0 for none.
    function dappFactory(bytes32 globalTypeId) external view returns (address);
    /// @notice The balances in wei below which, and up to which, users are topped up.
    function refundSettings() external view returns (RefundSettings memory);

    /// @return The refunds of a user, or of a tenant's users, in the current period, in wei.
    function refundedToday(address account) external view returns (uint256);

    /// @return 48,000,000 wei: three full transactions of 16,000,000 gas at a gas price of 1.
    function MIN_REFUND_THRESHOLD() external pure returns (uint128);

    /// @return 1,000,000,000: gas prices up to 1 gwei.
    function MAX_THRESHOLD_MULTIPLIER() external pure returns (uint128);

    /// @return 100 thresholds.
    function MAX_LIMIT_MULTIPLIER() external pure returns (uint128);

    /// @return 1 day, in seconds.
    function REFUND_PERIOD() external pure returns (uint256);

    /// @return 20 refund limits for a user in a period.
    function MAX_USER_MULTIPLIER() external pure returns (uint256);

    /// @return 1,000 refund limits for all users of a tenant in a period.
    function MAX_TENANT_MULTIPLIER() external pure returns (uint256);
}
