// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// @title The functions of every dApp.
/// @notice A token is a dApp without them.
interface IDapp {
    /// @notice The privilege manager that holds the tenants' and dApps' privileges on this dApp.
    function privilegeManager() external view returns (address);

    /// @notice The platform whose tenants use this dApp.
    function platform() external view returns (address);

    /// @notice Version of the code, rising with each upgrade.
    function getVersion() external pure returns (uint256);
}
