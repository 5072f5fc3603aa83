// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// @title Creates dApps of one kind, for a platform manager's createDAPP.
/// @notice The platform registers one for each dApp type: see setDAPPFactory.
interface IDappFactory {
    event DappCreated(address indexed dapp, address indexed implementation);

    /// @notice Creates a dApp behind a proxy of its own.
    /// @param initCall The encoded call of the dApp's init.
    function create(bytes calldata initCall) external returns (address dapp);

    /// @notice The code of new dApps.
    function implementation() external view returns (address);
}
