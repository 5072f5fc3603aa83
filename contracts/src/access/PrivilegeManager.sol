// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { Initializable } from "@openzeppelin/contracts/proxy/utils/Initializable.sol";
import { IPrivilegeManager } from "../interfaces/IPrivilegeManager.sol";

contract PrivilegeManager is IPrivilegeManager, Initializable {
    address private superUser;
    mapping(address holder => mapping(bytes32 privilege => mapping(address instance => bool))) private
        granted;

    modifier onlySuperUser() {
        if (msg.sender != superUser) revert SuperUserRequired(msg.sender);
        _;
    }

    constructor() {
        _disableInitializers();
    }

    /// @inheritdoc IPrivilegeManager
    function init(address superUser_, HolderChanges[] calldata batch) external initializer {
        if (superUser_ == address(0)) revert SuperUserMissing();
        superUser = superUser_;
        emit SuperUserChanged(address(0), superUser_);
        for (uint256 i; i < batch.length; ++i) {
            _changeAll(batch[i].holder, batch[i].changes);
        }
    }

    /// @inheritdoc IPrivilegeManager
    function grant(address holder, bytes32 privilege, address instance) external onlySuperUser {
        _change(holder, privilege, instance, true);
    }

    /// @inheritdoc IPrivilegeManager
    function revoke(address holder, bytes32 privilege, address instance) external onlySuperUser {
        _change(holder, privilege, instance, false);
    }

    /// @inheritdoc IPrivilegeManager
    function grantRevokeMultiple(address holder, PrivilegeChange[] calldata changes) external onlySuperUser {
        _changeAll(holder, changes);
    }

    /// @inheritdoc IPrivilegeManager
    function grantRevokeBatch(HolderChanges[] calldata batch) external onlySuperUser {
        for (uint256 i; i < batch.length; ++i) {
            _changeAll(batch[i].holder, batch[i].changes);
        }
    }

    /// @inheritdoc IPrivilegeManager
    function checkGranted(address holder, bytes32 privilege, address instance) public view returns (bool) {
        mapping(address => bool) storage instances = granted[holder][privilege];
        return instances[address(0)] || (instance != address(0) && instances[instance]);
    }

    /// @inheritdoc IPrivilegeManager
    function requireGranted(address holder, bytes32 privilege) external view {
        if (!checkGranted(holder, privilege, address(0))) revert PrivilegeNotHeld(holder, privilege);
    }

    /// @inheritdoc IPrivilegeManager
    function isInAnyRole(address holder, bytes32[] calldata privileges, address instance)
        external
        view
        returns (bool)
    {
        for (uint256 i; i < privileges.length; ++i) {
            if (checkGranted(holder, privileges[i], instance)) return true;
        }
        return false;
    }

    /// @inheritdoc IPrivilegeManager
    function isSuperUser(address account) external view returns (bool) {
        return account == superUser;
    }

    /// @inheritdoc IPrivilegeManager
    function getVersion() external pure returns (uint256) {
        return 1;
    }

    function _changeAll(address holder, PrivilegeChange[] calldata changes) private {
        for (uint256 i; i < changes.length; ++i) {
            _change(holder, changes[i].privilege, changes[i].instance, changes[i].granted);
        }
    }

    function _change(address holder, bytes32 privilege, address instance, bool isGranted) private {
        if (holder == address(0)) revert PrivilegeHolderMissing();
        if (privilege == 0) revert PrivilegeMissing();
        if (granted[holder][privilege][instance] == isGranted) return;
        granted[holder][privilege][instance] = isGranted;
        if (isGranted) emit PrivilegeGranted(holder, privilege, instance);
        else emit PrivilegeRevoked(holder, privilege, instance);
    }
}
