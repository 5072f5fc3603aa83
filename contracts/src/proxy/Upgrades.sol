// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { ERC1967Utils } from "@openzeppelin/contracts/proxy/ERC1967/ERC1967Utils.sol";
import { IDapp } from "../interfaces/IDapp.sol";
import { IUpgradable } from "../interfaces/IUpgradable.sol";

/// @title Replaces the code behind a manager's proxy, and restores it. Callers check the privilege.
library Upgrades {
    struct Replaced {
        address[] implementations;
    }

    /// @dev keccak256("connex.upgrades.replaced") - 1: outside the storage of any manager.
    bytes32 private constant REPLACED = bytes32(uint256(keccak256("connex.upgrades.replaced")) - 1);

    function to(address newImplementation, bytes calldata migration) internal {
        uint256 version = IDapp(address(this)).getVersion();
        if (newImplementation.code.length == 0 || !_isSameKind(newImplementation)) {
            revert IUpgradable.UpgradeCodeInvalid(newImplementation);
        }
        uint256 newVersion = IDapp(newImplementation).getVersion();
        if (newVersion <= version) revert IUpgradable.UpgradeVersionNotRising(version, newVersion);
        address from = ERC1967Utils.getImplementation();
        _replaced().implementations.push(from);
        emit IUpgradable.ManagerUpgraded(from, newImplementation, newVersion);
        ERC1967Utils.upgradeToAndCall(newImplementation, migration);
    }

    function back() internal {
        address[] storage implementations = _replaced().implementations;
        if (implementations.length == 0) revert IUpgradable.RollbackImpossible();
        address former = implementations[implementations.length - 1];
        implementations.pop();
        emit IUpgradable.ManagerRolledBack(
            ERC1967Utils.getImplementation(), former, IDapp(former).getVersion()
        );
        ERC1967Utils.upgradeToAndCall(former, "");
    }

    function current() internal view returns (address) {
        return ERC1967Utils.getImplementation();
    }

    function _isSameKind(address newImplementation) private view returns (bool) {
        try IUpgradable(newImplementation).kind() returns (bytes32 kind) {
            return kind == IUpgradable(address(this)).kind();
        } catch {
            return false;
        }
    }

    function _replaced() private pure returns (Replaced storage replaced) {
        bytes32 slot = REPLACED;
        // solhint-disable-next-line no-inline-assembly
        assembly ("memory-safe") {
            replaced.slot := slot
        }
    }
}
