// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { NominationStatus } from "../types/TenantAccess.sol";

/// @title Privileges: of users, in a tenant's manager; of tenants and dApps, in a dApp's.
/// @notice A privilege is held everywhere (instance 0) or on one instance, the address of a dApp. Revoking takes
/// effect with the next call. Granting a held privilege, or revoking another, changes and emits nothing.
///
/// Nobody is locked out forever. The super user appoints a recoverer, who may nominate an admin once RECOVERER_DELAY
/// has passed. A nominee commits once NOMINATION_DELAY has passed: until then the super user, who sees the nomination
/// on the ledger, can revoke it.
///
/// Warning: a recoverer whose nominations nobody watches is another administrator.
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

    /// @dev A privilege that the holder must hold everywhere.
    struct Demand {
        address holder;
        bytes32 privilege;
    }

    /// @dev A privilege needed everywhere (instance 0), or everywhere or on one instance.
    struct Need {
        bytes32 privilege;
        address instance;
    }

    /// @dev The latest nomination. `nominator`: the super user or the recoverer of that time. Unix times in seconds:
    /// committable from `committableFrom` up to and including `committableUntil`.
    struct Nomination {
        NominationStatus status;
        address nominee;
        address nominator;
        uint256 committableFrom;
        uint256 committableUntil;
    }

    event PrivilegeGranted(address indexed holder, bytes32 indexed privilege, address indexed instance);
    event PrivilegeRevoked(address indexed holder, bytes32 indexed privilege, address indexed instance);
    /// @notice The super user is a tenant: the owning one of a tenant's manager, the operator of a dApp's.
    event SuperUserChanged(address indexed previousSuperUser, address indexed superUser);
    /// @param activeFrom Unix time in seconds from which the recoverer may act; 0 without a recoverer.
    event RecovererChanged(address indexed previousRecoverer, address indexed recoverer, uint256 activeFrom);
    event AdminNominated(
        address indexed nominee, address indexed nominator, uint256 committableFrom, uint256 committableUntil
    );
    event NominationCommitted(address indexed nominee);
    /// @param canceledBy The nominee, who rejected it, or the account that revoked it.
    event NominationCancelled(address indexed nominee, address indexed canceledBy);

    error PrivilegeNotHeld(address holder, bytes32 privilege);
    error PrivilegeMissing();
    error SuperUserRequired(address caller);
    error SuperUserMissing();
    error PrivilegeHolderMissing();
    /// @notice Neither the super user nor the recoverer.
    error NominatorRequired(address caller);
    error RecovererNotActive(uint256 activeFrom);
    error NomineeMissing();
    error NomineeRequired(address caller);
    error NominationPending(address nominee);
    error NominationNotPending();
    error NominationNotCommittable(uint256 committableFrom, uint256 committableUntil);

    /// @notice Works once; a factory calls it in the transaction that makes the manager.
    /// @param adminPrivileges What a committed nominee is granted. Empty (a dApp's manager): the nominee becomes the
    /// super user instead.
    /// @param batch What is granted from the start.
    function init(address superUser, bytes32[] calldata adminPrivileges, HolderChanges[] calldata batch)
        external;

    /// @notice Super user only. Instance 0: everywhere.
    function grant(address holder, bytes32 privilege, address instance) external;

    /// @notice Super user only. Revoking everywhere (instance 0) leaves what is held on single instances.
    function revoke(address holder, bytes32 privilege, address instance) external;

    /// @notice Super user only. Several privileges of one holder, all or none.
    function grantRevokeMultiple(address holder, PrivilegeChange[] calldata changes) external;

    /// @notice Super user only. Privileges of several holders, all or none.
    function grantRevokeBatch(HolderChanges[] calldata batch) external;

    /// @notice Super user only, at any time. The recoverer may act RECOVERER_DELAY later; 0 takes it back. What the
    /// former recoverer has nominated is cancelled.
    function setRecoverer(address recoverer) external;

    /// @notice The super user, or the recoverer after its time lock. At most one nomination is pending; one that can
    /// no longer be committed makes way.
    function nominateAdmin(address nominee) external;

    /// @notice The nominee only, from NOMINATION_DELAY after the nomination on, for NOMINATION_LIFETIME.
    function commitNomination() external;

    /// @notice The nominee only.
    function rejectNomination() external;

    /// @notice The nominating side only: the super user any, the recoverer its own.
    function revokeNomination() external;

    /// @return Whether the holder has the privilege everywhere or on this instance.
    function checkGranted(address holder, bytes32 privilege, address instance) external view returns (bool);

    /// @notice As checkGranted everywhere, but reverts with PrivilegeNotHeld.
    function requireGranted(address holder, bytes32 privilege) external view;

    /// @notice As requireGranted for several, in one call; reverts for the first that is not held.
    function requireAllGranted(Demand[] calldata demands) external view;

    /// @return The first privilege that the holder lacks; 0 where it has all.
    function firstMissing(address holder, Need[] calldata needs) external view returns (bytes32);

    /// @return Whether the holder has at least one of the privileges, everywhere or on this instance.
    function isInAnyRole(address holder, bytes32[] calldata privileges, address instance)
        external
        view
        returns (bool);

    /// @notice Whether the account is the super user.
    function isSuperUser(address account) external view returns (bool);

    /// @return account 0 where there is none.
    /// @return activeFrom Unix time in seconds from which it may act.
    function recoverer() external view returns (address account, uint64 activeFrom);

    /// @return The latest nomination, pending or not; status NONE where there never was one.
    function nomination() external view returns (Nomination memory);

    /// @return What a committed nominee is granted; empty where the nominee becomes the super user.
    function adminPrivileges() external view returns (bytes32[] memory);

    /// @return 7 days, in seconds.
    function RECOVERER_DELAY() external pure returns (uint256);

    /// @return 1 day, in seconds.
    function NOMINATION_DELAY() external pure returns (uint256);

    /// @return 30 days, in seconds: so that a nomination which nobody commits does not shut out the recoverer.
    function NOMINATION_LIFETIME() external pure returns (uint256);

    /// @notice Version of the code.
    function getVersion() external pure returns (uint256);
}
