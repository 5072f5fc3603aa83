// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// @title The earmark protocols that a registry manager accepts: the dApps, such as a delivery manager, that earmark
/// holdings and move them.
/// @notice Warning: a protocol needs no owner's consent. It can earmark every available holding of every registry of the
/// manager, name any open account as receiver, and move the holding there. So a protocol is announced on the ledger
/// seven days before it can do anything, and it needs registry.EARMARK_PROTOCOL_DAPP besides. Without either it moves
/// nothing from the next transaction on, and can still release what it earmarked.
/// Warning: protocols announced before the manager has its first registry are active at once.
/// Warning: the code of a protocol behind a proxy of its own changes by that proxy's rules.
interface IEarmarkProtocols {
    /// @param activeFrom In seconds.
    struct EarmarkProtocol {
        address protocol;
        address announcedBy;
        uint64 activeFrom;
    }

    event EarmarkProtocolAnnounced(address indexed protocol, address indexed by, uint256 activeFrom);
    event EarmarkProtocolWithdrawn(address indexed protocol, address indexed by);

    error EarmarkProtocolMissing();
    error EarmarkProtocolAlreadyAnnounced(address protocol);
    error EarmarkProtocolNotAnnounced(address protocol);
    /// @param activeFrom 0 if it is not announced.
    error EarmarkProtocolNotActive(address protocol, uint256 activeFrom);

    /// @notice registry.OPERATOR announces a protocol, which is active EARMARK_PROTOCOL_DELAY later; at once before the
    /// manager has its first registry.
    function announceEarmarkProtocol(address protocol) external;

    /// @notice registry.OPERATOR takes a protocol back, at any time, active or not.
    function withdrawEarmarkProtocol(address protocol) external;

    /// @return Every protocol that is announced or active.
    function earmarkProtocols() external view returns (EarmarkProtocol[] memory);

    /// @return Seven days.
    function EARMARK_PROTOCOL_DELAY() external pure returns (uint256);
}
