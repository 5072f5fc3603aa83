// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Call, TenantData } from "../types/TenantAccess.sol";

/// @title A tenant: the caller of dApps. It makes only the calls of its dApp controllers.
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
    /// @notice The last controller for the platform: without it the tenant could neither create another nor grant
    /// anything.
    error TenantControllerNeeded(address controller);
    error TenantSelfRequired(address caller);
    error TenantFactoryRequired(address caller);
    error TenantPlatformRequired(address caller);
    /// @notice The nonce's batch was executed, or the nonce was cancelled.
    error TenantNonceUsed(uint256 nonce);
    error TenantStringKeyUnknown(bytes32 key);
    error TenantCallTargetEmpty(address target);
    /// @notice A call reverted without an error.
    error TenantCallFailed(address target);

    /// @notice Works once; the factory calls it in the transaction that creates the tenant.
    function init(TenantData calldata data, address platform, address privilegeManager) external;

    /// @notice Makes the calls in order, all or none, with the tenant as sender. Registered controllers only. Passes
    /// on the error of a call.
    function execute(Call[] calldata calls) external returns (bytes[] memory results);

    /// @notice Uses up a nonce of co-signed batches, once. Registered controllers only.
    function useNonce(uint256 nonce) external;

    /// @notice The tenant's factory only, for the controllers that it creates.
    function registerController(address controller, address dapp, bytes32 dappType) external;

    /// @notice The tenant itself only. At least one controller for the platform remains.
    function unregisterController(address controller) external;

    /// @notice Changes "api" or "lei". The tenant itself only; the platform's operator changes the name.
    function setString(bytes32 key, string calldata value) external;

    /// @notice The platform manager only, which ensures unique names.
    function setName(string calldata name) external;

    /// @notice Sets the account that confirms off-ledger events for the tenant. The tenant itself only.
    function setConfirmer(address confirmer) external;

    /// @notice A name, unique on the platform.
    function name() external view returns (string memory);
    /// @notice The URL of the tenant's server.
    function apiUrl() external view returns (string memory);
    /// @notice Its legal entity identifier, or empty.
    function lei() external view returns (string memory);
    /// @notice Reference of its contract with the platform.
    function registrationReference() external view returns (bytes32);
    /// @notice Which of the 256 nonces `word << 8` and following are used up: one bit for each, as in Permit2.
    function nonce(uint256 word) external view returns (uint256 bits);
    /// @notice Whether a nonce is used up: by its batch, or cancelled. Nonces are unordered.
    function isNonceUsed(uint256 nonce) external view returns (bool);
    /// @notice The account that confirms off-ledger events for the tenant; 0 for none.
    function confirmer() external view returns (address);
    /// @notice The privilege manager of its users.
    function privilegeManager() external view returns (address);
    /// @notice Its platform.
    function platform() external view returns (address);
    /// @notice The factory that created it.
    function factory() external view returns (address);
    /// @notice Whether the account is one of its controllers.
    function isController(address account) external view returns (bool);

    /// @notice Version of the code, as the factory knows it.
    function getVersion() external pure returns (uint256);
}
