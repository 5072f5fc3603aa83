// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

/// @title A manager behind a proxy, whose code can be replaced and restored.
/// @notice The state keeps its layout both ways: new code may only add at the end of the storage layout, which a
/// check compares. Both calls need the dApp's upgrade privilege.
interface IUpgradable {
    event ManagerUpgraded(address indexed from, address indexed to, uint256 version);
    event ManagerRolledBack(address indexed from, address indexed to, uint256 version);

    error UpgradeCodeInvalid(address implementation);
    error UpgradeVersionNotRising(uint256 version, uint256 newVersion);
    error RollbackImpossible();

    /// @notice Replaces the code with code of the same kind and a higher version.
    /// @param migration A call to the new code in the same transaction; empty for none.
    function upgrade(address newImplementation, bytes calldata migration) external;

    /// @notice Restores the code that the last upgrade replaced; called again, the code before it.
    function rollback() external;

    /// @notice The current code.
    function implementation() external view returns (address);

    /// @return The manager's name in ASCII. Code of another kind is refused.
    function kind() external pure returns (bytes32);
}
