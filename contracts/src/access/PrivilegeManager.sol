// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Initializable } from "@openzeppelin/contracts/proxy/utils/Initializable.sol";
import { IPrivilegeManager } from "../interfaces/IPrivilegeManager.sol";
import { NominationStatus } from "../types/TenantAccess.sol";

/// @dev Not a clone: every check would pay for the clone's delegatecall.
contract PrivilegeManager is IPrivilegeManager, Initializable {
    struct Recoverer {
        address account;
        uint64 activeFrom;
    }

    struct Nominated {
        address nominee;
        uint64 committableFrom;
        NominationStatus status;
        address nominator;
    }

    /// @inheritdoc IPrivilegeManager
    uint256 public constant RECOVERER_DELAY = 7 days;
    /// @inheritdoc IPrivilegeManager
    uint256 public constant NOMINATION_DELAY = 1 days;
    /// @inheritdoc IPrivilegeManager
    uint256 public constant NOMINATION_LIFETIME = 30 days;

    address private superUser;
    mapping(address holder => mapping(bytes32 privilege => mapping(address instance => bool))) private
        granted;
    bytes32[] private adminPrivileges_;
    /// @inheritdoc IPrivilegeManager
    Recoverer public recoverer;
    Nominated private nominated;

    modifier onlySuperUser() {
        if (msg.sender != superUser) revert SuperUserRequired(msg.sender);
        _;
    }

    modifier onlyNominee() {
        if (nominated.status != NominationStatus.NOMINATED) revert NominationNotPending();
        if (msg.sender != nominated.nominee) revert NomineeRequired(msg.sender);
        _;
    }

    /// @inheritdoc IPrivilegeManager
    function init(address superUser_, bytes32[] calldata admin, HolderChanges[] calldata batch)
        external
        initializer
    {
        if (superUser_ == address(0)) revert SuperUserMissing();
        adminPrivileges_ = admin;
        _setSuperUser(superUser_);
        _changeBatch(batch);
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
        _changeBatch(batch);
    }

    /// @inheritdoc IPrivilegeManager
    function setRecoverer(address account) external onlySuperUser {
        address previous = recoverer.account;
        uint256 activeFrom = account == address(0) ? 0 : block.timestamp + RECOVERER_DELAY;
        recoverer = Recoverer(account, uint64(activeFrom));
        emit RecovererChanged(previous, account, activeFrom);
        if (nominated.status == NominationStatus.NOMINATED && nominated.nominator == previous) _cancel();
    }

    /// @inheritdoc IPrivilegeManager
    function nominateAdmin(address nominee) external {
        if (msg.sender != superUser) _requireActiveRecoverer();
        if (nominee == address(0)) revert NomineeMissing();
        if (nominated.status == NominationStatus.NOMINATED) {
            if (block.timestamp <= _committableUntil()) revert NominationPending(nominated.nominee);
            _cancel();
        }
        uint256 from = block.timestamp + NOMINATION_DELAY;
        nominated = Nominated(nominee, uint64(from), NominationStatus.NOMINATED, msg.sender);
        emit AdminNominated(nominee, msg.sender, from, from + NOMINATION_LIFETIME);
    }

    /// @inheritdoc IPrivilegeManager
    function commitNomination() external onlyNominee {
        uint256 from = nominated.committableFrom;
        if (block.timestamp < from || block.timestamp > _committableUntil()) {
            revert NominationNotCommittable(from, _committableUntil());
        }
        nominated.status = NominationStatus.COMMITTED;
        emit NominationCommitted(msg.sender);
        bytes32[] memory privileges = adminPrivileges_;
        if (privileges.length == 0) _setSuperUser(msg.sender);
        for (uint256 i; i < privileges.length; ++i) {
            _change(msg.sender, privileges[i], address(0), true);
        }
    }

    /// @inheritdoc IPrivilegeManager
    function rejectNomination() external onlyNominee {
        _cancel();
    }

    /// @inheritdoc IPrivilegeManager
    function revokeNomination() external {
        if (nominated.status != NominationStatus.NOMINATED) revert NominationNotPending();
        // A former recoverer has no nomination left: setRecoverer cancelled it.
        if (msg.sender != superUser && msg.sender != nominated.nominator) {
            revert NominatorRequired(msg.sender);
        }
        _cancel();
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
    function requireAllGranted(Demand[] calldata demands) external view {
        for (uint256 i; i < demands.length; ++i) {
            Demand calldata demand = demands[i];
            if (!granted[demand.holder][demand.privilege][address(0)]) {
                revert PrivilegeNotHeld(demand.holder, demand.privilege);
            }
        }
    }

    /// @inheritdoc IPrivilegeManager
    function firstMissing(address holder, Need[] calldata needs) external view returns (bytes32) {
        for (uint256 i; i < needs.length; ++i) {
            if (!checkGranted(holder, needs[i].privilege, needs[i].instance)) return needs[i].privilege;
        }
        return 0;
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
    function nomination() external view returns (Nomination memory) {
        Nominated memory latest = nominated;
        if (latest.status == NominationStatus.NONE) {
            return Nomination(NominationStatus.NONE, address(0), address(0), 0, 0);
        }
        return Nomination(
            latest.status, latest.nominee, latest.nominator, latest.committableFrom, _committableUntil()
        );
    }

    /// @inheritdoc IPrivilegeManager
    function adminPrivileges() external view returns (bytes32[] memory) {
        return adminPrivileges_;
    }

    /// @inheritdoc IPrivilegeManager
    function getVersion() external pure returns (uint256) {
        return 1;
    }

    function _setSuperUser(address account) private {
        emit SuperUserChanged(superUser, account);
        superUser = account;
    }

    function _requireActiveRecoverer() private view {
        Recoverer memory current = recoverer;
        if (msg.sender != current.account) revert NominatorRequired(msg.sender);
        if (block.timestamp < current.activeFrom) revert RecovererNotActive(current.activeFrom);
    }

    function _committableUntil() private view returns (uint256) {
        return nominated.committableFrom + NOMINATION_LIFETIME;
    }

    function _cancel() private {
        nominated.status = NominationStatus.CANCELLED;
        emit NominationCancelled(nominated.nominee, msg.sender);
    }

    function _changeBatch(HolderChanges[] calldata batch) private {
        for (uint256 i; i < batch.length; ++i) {
            _changeAll(batch[i].holder, batch[i].changes);
        }
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
