// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// @title Who is a tenant of the platform, who is blacklisted, and which contract is a dApp of which type.
/// @notice The platform manager creates it, and alone writes it. Every transaction reads it at least once, so it lies behind
/// no proxy: its address and its code never change.
interface IStandings {
    /// @notice Only the platform manager writes.
    error StandingsWriterRequired(address caller);

    /// @notice Registers a tenant, or unregisters it.
    function setTenant(address tenant, bool isRegistered) external;

    /// @notice Blacklists a tenant or a user, or takes it off the blacklist.
    function setBlacklisted(address account, bool isBlacklisted_) external;

    /// @notice Sets a dApp's type.
    /// @param globalTypeId 0 where the contract has left the platform.
    function setDappType(address dapp, bytes32 globalTypeId) external;

    /// @notice Reverts unless the tenant is registered and not blacklisted.
    function requireActive(address tenant) external view;

    /// @notice As requireActive, for several.
    function requireAllActive(address[] calldata tenants) external view;

    /// @notice Reverts unless the tenant is registered and neither it nor the user is blacklisted.
    function requireInGoodStanding(address tenant, address user) external view;

    /// @notice As requireInGoodStanding, for several users of a tenant.
    function requireAllInGoodStanding(address tenant, address[] calldata users) external view;

    /// @notice Whether the account is a registered tenant.
    function isTenant(address account) external view returns (bool);

    /// @notice Whether the address may neither act nor receive.
    function isBlacklisted(address account) external view returns (bool);

    /// @return The type of a registered dApp; 0 for any other account.
    function dappTypeOf(address account) external view returns (bytes32);
}
