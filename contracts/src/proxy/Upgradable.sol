// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IUpgradable } from "../interfaces/IUpgradable.sol";
import { Upgrades } from "./Upgrades.sol";

/// @title The upgrades of every manager behind a proxy. Who may make them, each manager says.
abstract contract Upgradable is IUpgradable {
    /// @inheritdoc IUpgradable
    uint256 public constant UPGRADE_DELAY = Upgrades.DELAY;
    /// @inheritdoc IUpgradable
    uint256 public constant UPGRADE_LIFETIME = Upgrades.LIFETIME;

    /// @inheritdoc IUpgradable
    function announceUpgrade(address newImplementation, bytes32 migrationHash) external {
        _requireUpgrader();
        Upgrades.announce(newImplementation, migrationHash);
        _requireSameAddresses(newImplementation);
    }

    /// @inheritdoc IUpgradable
    function announceRollback() external {
        _requireUpgrader();
        Upgrades.announceBack();
    }

    /// @inheritdoc IUpgradable
    function withdrawUpgrade() external {
        _requireUpgrader();
        Upgrades.withdraw();
    }

    /// @inheritdoc IUpgradable
    function upgrade(address newImplementation, bytes calldata migration) external {
        _requireUpgrader();
        Upgrades.to(newImplementation, migration);
        _requireSameAddresses(newImplementation);
    }

    /// @inheritdoc IUpgradable
    function rollback() external {
        _requireUpgrader();
        Upgrades.back();
    }

    /// @inheritdoc IUpgradable
    function announcedUpgrade() external view returns (AnnouncedUpgrade memory) {
        return Upgrades.announced();
    }

    /// @inheritdoc IUpgradable
    function implementation() external view returns (address) {
        return Upgrades.current();
    }

    /// @dev Reverts unless the caller holds the dApp's upgrade privilege.
    function _requireUpgrader() internal view virtual;

    /// @dev Reverts unless the new code has the same addresses in it, where this manager's code has any.
    // solhint-disable-next-line no-empty-blocks
    function _requireSameAddresses(address newImplementation) internal view virtual { }
}
