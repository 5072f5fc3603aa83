// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

/// @title Who holds which privilege: of users, where it belongs to a tenant; of tenants and dApps, where it belongs
/// to a dApp.
/// @notice A privilege is held everywhere (instance 0) or on one instance, the address of a dApp. A revoked one is
/// gone in the very next call. Granting what is held, or revoking what is not, changes nothing and emits nothing.
interface IPrivilegeManager {
    struct PrivilegeChange {
        bytes32 privilege;
        address instance;
        bool granted;
    }

    struct HolderChanges {
        address holder;
        PrivilegeChange[] changes;
    }

    event PrivilegeGranted(address indexed holder, bytes32 indexed privilege, address indexed instance);
    event PrivilegeRevoked(address indexed holder, bytes32 indexed privilege, address indexed instance);
    /// @notice The super user is a tenant: the owning one of a tenant's manager, the operator of a dApp's.
    event SuperUserChanged(address indexed previousSuperUser, address indexed superUser);

    error PrivilegeNotHeld(address holder, bytes32 privilege);
    error PrivilegeMissing();
    error SuperUserRequired(address caller);
    error SuperUserMissing();
    error PrivilegeHolderMissing();

    /// @notice Works once; a factory calls it in the transaction that makes the manager.
    /// @param batch What is granted from the start.
    function init(address superUser, HolderChanges[] calldata batch) external;

    /// @notice Super user only. Instance 0: everywhere.
    function grant(address holder, bytes32 privilege, address instance) external;

    /// @notice Super user only. Revoking everywhere (instance 0) leaves what is held on single instances.
    function revoke(address holder, bytes32 privilege, address instance) external;

    /// @notice Super user only. Several privileges of one holder, all or none.
    function grantRevokeMultiple(address holder, PrivilegeChange[] calldata changes) external;

    /// @notice Super user only. Privileges of several holders, all or none.
    function grantRevokeBatch(HolderChanges[] calldata batch) external;

    /// @return Whether the holder has the privilege everywhere or on this instance.
    function checkGranted(address holder, bytes32 privilege, address instance) external view returns (bool);

    /// @notice As checkGranted everywhere, but reverts with PrivilegeNotHeld.
    function requireGranted(address holder, bytes32 privilege) external view;

    /// @return Whether the holder has at least one of the privileges, everywhere or on this instance.
    function isInAnyRole(address holder, bytes32[] calldata privileges, address instance)
        external
        view
        returns (bool);

    function isSuperUser(address account) external view returns (bool);

    function getVersion() external pure returns (uint256);
}
