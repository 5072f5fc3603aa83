// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { Call, TenantData } from "../types/TenantAccess.sol";

/// @title A tenant: the address that dApps deal with. It does only what its dApp controllers make it do.
interface ITenant {
    event TenantControllerRegistered(
        address indexed controller, address indexed dapp, bytes32 indexed dappType
    );
    event TenantControllerUnregistered(address indexed controller);
    /// @param key "name", "api" or "lei" in ASCII.
    event TenantStringChanged(bytes32 indexed key, string value);
    event TenantConfirmerChanged(address indexed confirmer);

    error TenantControllerRequired(address caller);
    error TenantControllerUnknown(address controller);
    /// @notice The last one for the platform: without it the tenant could never make another, nor grant anything.
    error TenantControllerNeeded(address controller);
    error TenantSelfRequired(address caller);
    error TenantFactoryRequired(address caller);
    error TenantPlatformRequired(address caller);
    error TenantStringKeyUnknown(bytes32 key);
    error TenantCallTargetEmpty(address target);
    /// @notice A call reverted without saying why.
    error TenantCallFailed(address target);

    /// @notice Works once; the factory calls it in the transaction that makes the tenant.
    function init(TenantData calldata data, address platform, address privilegeManager) external;

    /// @notice Makes the calls in order, all or none, with the tenant as sender. Registered controllers only.
    /// A revert inside comes out as it is.
    function execute(Call[] calldata calls) external returns (bytes[] memory results);

    /// @notice Consumes and returns the nonce of co-signed batches. Registered controllers only.
    function useNonce() external returns (uint256);

    /// @notice The factory that made the tenant registers the controllers that it makes for it.
    function registerController(address controller, address dapp, bytes32 dappType) external;

    /// @notice The tenant itself only. It keeps at least one controller for the platform.
    function unregisterController(address controller) external;

    /// @notice Changes "api" or "lei". The tenant itself only: a name is changed by the platform's operator.
    function setString(bytes32 key, string calldata value) external;

    /// @notice The platform manager only, which keeps names unique.
    function setName(string calldata name) external;

    /// @notice The account that confirms for the tenant what happens outside the ledger. The tenant itself only.
    function setConfirmer(address confirmer) external;

    /// @notice A name, unique on the platform.
    function name() external view returns (string memory);
    /// @notice Where the tenant's server answers.
    function apiUrl() external view returns (string memory);
    /// @notice Its legal entity identifier; empty where it has none.
    function lei() external view returns (string memory);
    /// @notice Reference of the contract under which it was registered.
    function registrationReference() external view returns (bytes32);
    /// @notice The nonce of the next co-signed batch.
    function nonce() external view returns (uint256);
    /// @notice The account that confirms for the tenant what happens outside the ledger; 0 for none.
    function confirmer() external view returns (address);
    /// @notice Where its users' privileges are kept.
    function privilegeManager() external view returns (address);
    /// @notice The platform that it belongs to.
    function platform() external view returns (address);
    /// @notice The factory that made it.
    function factory() external view returns (address);
    /// @notice Whether the account is one of its controllers.
    function isController(address account) external view returns (bool);

    /// @notice Version of the code, as the factory knows it.
    function getVersion() external pure returns (uint256);
}
