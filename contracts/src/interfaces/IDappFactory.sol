// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

/// @title Makes dApps of one kind for a platform manager's createDAPP.
interface IDappFactory {
    event DappCreated(address indexed dapp, address indexed implementation);

    /// @param initCall The encoded call of the dApp's init.
    function create(bytes calldata initCall) external returns (address dapp);

    function implementation() external view returns (address);
}
