// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

/// @title A manager behind a proxy whose code can be replaced, and put back.
/// @notice Its state stays where it is, both ways: code may only add to the end of the storage layout, which a check
/// compares. Only a tenant with the dApp's upgrade privilege may do either.
interface IUpgradable {
    event ManagerUpgraded(address indexed from, address indexed to, uint256 version);
    event ManagerRolledBack(address indexed from, address indexed to, uint256 version);

    error UpgradeCodeInvalid(address implementation);
    error UpgradeVersionNotRising(uint256 version, uint256 newVersion);
    error RollbackImpossible();

    /// @notice Replaces the code. The new one is of the same kind, and of a higher version.
    /// @param migration A call that the new code makes on itself in the same transaction; empty for none.
    function upgrade(address newImplementation, bytes calldata migration) external;

    /// @notice Puts back the code that the last upgrade replaced; again for the one before it.
    function rollback() external;

    /// @notice The code that stands behind it now.
    function implementation() external view returns (address);

    /// @return The manager's name in ASCII: code of another kind is refused.
    function kind() external pure returns (bytes32);
}
