// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { ERC1967Utils } from "@openzeppelin/contracts/proxy/ERC1967/ERC1967Utils.sol";
import { IDapp } from "../interfaces/IDapp.sol";
import { IUpgradable } from "../interfaces/IUpgradable.sol";

/// @custom:storage-location erc7201:connex.upgrades
struct UpgradeStore {
    address[] replaced;
    IUpgradable.AnnouncedUpgrade announced;
}

/// @title Replaces the code behind a manager's proxy, and restores it. Callers check the privilege.
/// @dev Deployed once and linked: every manager has these calls, and they are rare.
library Upgrades {
    uint256 internal constant DELAY = 7 days;
    uint256 internal constant LIFETIME = 30 days;

    /// @dev keccak256(abi.encode(uint256(keccak256("connex.upgrades")) - 1)) & ~bytes32(uint256(0xff))
    bytes32 private constant STORE = 0x5abadf60958abebcfabe0069e36234d830a040b6209a81fbcf705d906e61eb00;

    function announce(address newImplementation, bytes32 migrationHash) external {
        _requireNewer(newImplementation);
        _announce(newImplementation, false, migrationHash);
    }

    function announceBack() external {
        _announce(_lastReplaced(), true, 0);
    }

    function withdraw() external {
        address announced_ = _store().announced.implementation;
        if (announced_ == address(0)) revert IUpgradable.UpgradeNotAnnounced(announced_);
        delete _store().announced;
        emit IUpgradable.UpgradeWithdrawn(announced_, msg.sender);
    }

    function to(address newImplementation, bytes calldata migration) external {
        _take(newImplementation, false, keccak256(migration));
        uint256 newVersion = _requireNewer(newImplementation);
        address from = ERC1967Utils.getImplementation();
        _store().replaced.push(from);
        emit IUpgradable.ManagerUpgraded(from, newImplementation, newVersion);
        ERC1967Utils.upgradeToAndCall(newImplementation, migration);
    }

    function back() external {
        address former = _lastReplaced();
        _take(former, true, 0);
        _store().replaced.pop();
        emit IUpgradable.ManagerRolledBack(
            ERC1967Utils.getImplementation(), former, IDapp(former).getVersion()
        );
        ERC1967Utils.upgradeToAndCall(former, "");
    }

    /// @return What is announced.
    function announced() external view returns (IUpgradable.AnnouncedUpgrade memory) {
        return _store().announced;
    }

    function current() internal view returns (address) {
        return ERC1967Utils.getImplementation();
    }

    function _announce(address implementation, bool isRollback, bytes32 migrationHash) private {
        IUpgradable.AnnouncedUpgrade memory former = _store().announced;
        if (former.implementation != address(0) && block.timestamp <= former.effectiveFrom + LIFETIME) {
            revert IUpgradable.UpgradeAlreadyAnnounced(former.implementation);
        }
        uint64 from = uint64(block.timestamp + DELAY);
        bytes32 codeHash = implementation.codehash;
        _store().announced = IUpgradable.AnnouncedUpgrade(
            implementation, from, isRollback, msg.sender, codeHash, migrationHash
        );
        emit IUpgradable.UpgradeAnnounced(
            implementation, msg.sender, isRollback, codeHash, migrationHash, from, from + LIFETIME
        );
    }

    /// @dev The code's hash is compared again: an account with an EIP-7702 delegation may by now run other code.
    function _take(address implementation, bool isRollback, bytes32 migrationHash) private {
        IUpgradable.AnnouncedUpgrade memory change = _store().announced;
        if (
            change.implementation != implementation || change.isRollback != isRollback
                || change.migrationHash != migrationHash || change.codeHash != implementation.codehash
        ) revert IUpgradable.UpgradeNotAnnounced(implementation);
        uint256 until = change.effectiveFrom + LIFETIME;
        if (block.timestamp < change.effectiveFrom || block.timestamp > until) {
            revert IUpgradable.UpgradeNotEffective(change.effectiveFrom, until);
        }
        delete _store().announced;
    }

    function _requireNewer(address newImplementation) private view returns (uint256 newVersion) {
        uint256 version = IDapp(address(this)).getVersion();
        if (newImplementation.code.length == 0 || !_isSameKind(newImplementation)) {
            revert IUpgradable.UpgradeCodeInvalid(newImplementation);
        }
        newVersion = IDapp(newImplementation).getVersion();
        if (newVersion <= version) revert IUpgradable.UpgradeVersionNotRising(version, newVersion);
    }

    function _isSameKind(address newImplementation) private view returns (bool) {
        try IUpgradable(newImplementation).kind() returns (bytes32 kind) {
            return kind == IUpgradable(address(this)).kind();
        } catch {
            return false;
        }
    }

    function _lastReplaced() private view returns (address) {
        address[] storage replaced = _store().replaced;
        if (replaced.length == 0) revert IUpgradable.RollbackImpossible();
        return replaced[replaced.length - 1];
    }

    function _store() private pure returns (UpgradeStore storage store) {
        bytes32 slot = STORE;
        // solhint-disable-next-line no-inline-assembly
        assembly ("memory-safe") {
            store.slot := slot
        }
    }
}
