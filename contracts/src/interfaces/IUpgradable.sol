// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// @title A manager behind a proxy, whose code can be replaced and restored.
/// @notice Every change of the code is announced first: anybody can read the new code and its migration for seven days
/// before it takes effect, and whoever does not trust it can move its holdings away. Within the 30 days after that the
/// operator may make the change; then the announcement has lapsed. All of it needs the dApp's upgrade privilege.
///
/// Warning: new code can do anything with the manager's state and with what the manager holds. The checks of kind and
/// version prevent mistakes, not malice.
/// Warning: code that calls other contracts changes with them. Read what an announced implementation calls.
///
/// The state keeps its layout both ways: new code may only add to the end of a namespace, which a check compares. A
/// rollback runs no migration back, and an initializer of the code it takes away does not run again.
interface IUpgradable {
    /// @param implementation The code; 0 if nothing is announced.
    /// @param effectiveFrom The change is refused before this time, in seconds.
    /// @param codeHash The code's hash at the announcement. Other code at the same address is refused.
    /// @param migrationHash keccak256 of the migration, also of an empty one; 0 for a rollback.
    struct AnnouncedUpgrade {
        address implementation;
        uint64 effectiveFrom;
        bool isRollback;
        address announcedBy;
        bytes32 codeHash;
        bytes32 migrationHash;
    }

    event UpgradeAnnounced(
        address indexed implementation,
        address indexed by,
        bool isRollback,
        bytes32 codeHash,
        bytes32 migrationHash,
        uint256 effectiveFrom,
        uint256 effectiveUntil
    );
    event UpgradeWithdrawn(address indexed implementation, address indexed by);
    event ManagerUpgraded(address indexed from, address indexed to, uint256 version);
    event ManagerRolledBack(address indexed from, address indexed to, uint256 version);

    error UpgradeCodeInvalid(address implementation);
    error UpgradeVersionNotRising(uint256 version, uint256 newVersion);
    error UpgradeAlreadyAnnounced(address implementation);
    /// @notice Exactly this change, with this code and this migration, is not announced.
    error UpgradeNotAnnounced(address implementation);
    error UpgradeNotEffective(uint256 effectiveFrom, uint256 effectiveUntil);
    error RollbackImpossible();

    /// @notice Announces code of the same kind and a higher version. At most one change is announced; a lapsed one makes
    /// way.
    /// @param migrationHash keccak256 of the migration, also of an empty one.
    function announceUpgrade(address newImplementation, bytes32 migrationHash) external;

    /// @notice Announces that the code that the last upgrade replaced comes back.
    function announceRollback() external;

    /// @notice Takes back what is announced, at any time.
    function withdrawUpgrade() external;

    /// @notice Replaces the code by the announced code.
    /// @param migration A call to the new code in the same transaction; empty for none.
    function upgrade(address newImplementation, bytes calldata migration) external;

    /// @notice Restores, as announced, the code that the last upgrade replaced; after that, the code before it.
    function rollback() external;

    /// @return What is announced, by whom, and from when on it may take effect.
    function announcedUpgrade() external view returns (AnnouncedUpgrade memory);

    /// @notice The current code.
    function implementation() external view returns (address);

    /// @return The manager's name in ASCII. Code of another kind is refused.
    function kind() external pure returns (bytes32);

    /// @return Seven days: from an announcement until the change may take effect.
    function UPGRADE_DELAY() external pure returns (uint256);

    /// @return 30 days: how long the change may then be made.
    function UPGRADE_LIFETIME() external pure returns (uint256);
}
