// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IPlatformManager } from "../interfaces/IPlatformManager.sol";
import { IStandings } from "../interfaces/IStandings.sol";

contract Standings is IStandings {
    struct Standing {
        bool registered;
        bool blacklisted;
    }

    address private immutable writer;
    mapping(address account => Standing) private standings;
    /// @inheritdoc IStandings
    mapping(address dapp => bytes32 globalTypeId) public dappTypeOf;

    modifier onlyWriter() {
        if (msg.sender != writer) revert StandingsWriterRequired(msg.sender);
        _;
    }

    constructor() {
        writer = msg.sender;
    }

    /// @inheritdoc IStandings
    function setTenant(address tenant, bool isRegistered) external onlyWriter {
        standings[tenant].registered = isRegistered;
    }

    /// @inheritdoc IStandings
    function setBlacklisted(address account, bool isBlacklisted_) external onlyWriter {
        standings[account].blacklisted = isBlacklisted_;
    }

    /// @inheritdoc IStandings
    function setDappType(address dapp, bytes32 globalTypeId) external onlyWriter {
        dappTypeOf[dapp] = globalTypeId;
    }

    /// @inheritdoc IStandings
    function requireActive(address tenant) external view {
        _requireActive(tenant);
    }

    /// @inheritdoc IStandings
    function requireAllActive(address[] calldata tenants) external view {
        for (uint256 i; i < tenants.length; ++i) {
            _requireActive(tenants[i]);
        }
    }

    /// @inheritdoc IStandings
    function requireInGoodStanding(address tenant, address user) external view {
        _requireActive(tenant);
        _requireNotBlacklisted(user);
    }

    /// @inheritdoc IStandings
    function requireAllInGoodStanding(address tenant, address[] calldata users) external view {
        _requireActive(tenant);
        for (uint256 i; i < users.length; ++i) {
            _requireNotBlacklisted(users[i]);
        }
    }

    /// @inheritdoc IStandings
    function isTenant(address account) external view returns (bool) {
        return standings[account].registered;
    }

    /// @inheritdoc IStandings
    function isBlacklisted(address account) external view returns (bool) {
        return standings[account].blacklisted;
    }

    function _requireActive(address tenant) private view {
        Standing memory standing = standings[tenant];
        if (!standing.registered) revert IPlatformManager.TenantUnknown(tenant);
        if (standing.blacklisted) revert IPlatformManager.TenantBlacklisted(tenant);
    }

    function _requireNotBlacklisted(address user) private view {
        if (standings[user].blacklisted) revert IPlatformManager.UserBlacklisted(user);
    }
}
