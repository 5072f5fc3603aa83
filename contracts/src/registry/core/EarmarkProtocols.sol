// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { PrivilegeCheck } from "../../access/PrivilegeCheck.sol";
import { Privileges } from "../../access/Privileges.sol";
import { IEarmarkProtocols } from "./IEarmarkProtocols.sol";
import { ProtocolRecord, RegistrationStore } from "./RegistrationStore.sol";

/// @title The protocols that a registry manager accepts, and when each becomes active.
/// @dev Deployed once and linked, but for the check, which every movement makes.
library EarmarkProtocols {
    uint256 internal constant DELAY = 7 days;

    function announce(RegistrationStore storage self, address protocol) external {
        _requireOperator(self);
        if (protocol == address(0)) revert IEarmarkProtocols.EarmarkProtocolMissing();
        if (self.protocols[protocol].activeFrom != 0) {
            revert IEarmarkProtocols.EarmarkProtocolAlreadyAnnounced(protocol);
        }
        uint256 activeFrom = self.hasRegistries ? block.timestamp + DELAY : block.timestamp;
        self.protocols[protocol] = ProtocolRecord(self.privilegeManager, uint64(activeFrom), msg.sender);
        self.announcedProtocols.push(protocol);
        emit IEarmarkProtocols.EarmarkProtocolAnnounced(protocol, msg.sender, activeFrom);
    }

    function withdraw(RegistrationStore storage self, address protocol) external {
        _requireOperator(self);
        if (self.protocols[protocol].activeFrom == 0) {
            revert IEarmarkProtocols.EarmarkProtocolNotAnnounced(protocol);
        }
        delete self.protocols[protocol];
        address[] storage announced = self.announcedProtocols;
        uint256 i;
        while (announced[i] != protocol) ++i;
        announced[i] = announced[announced.length - 1];
        announced.pop();
        emit IEarmarkProtocols.EarmarkProtocolWithdrawn(protocol, msg.sender);
    }

    function list(RegistrationStore storage self)
        external
        view
        returns (IEarmarkProtocols.EarmarkProtocol[] memory protocols)
    {
        address[] storage announced = self.announcedProtocols;
        protocols = new IEarmarkProtocols.EarmarkProtocol[](announced.length);
        for (uint256 i; i < protocols.length; ++i) {
            ProtocolRecord storage record = self.protocols[announced[i]];
            protocols[i] =
                IEarmarkProtocols.EarmarkProtocol(announced[i], record.announcedBy, record.activeFrom);
        }
    }

    /// @dev The caller is an active protocol.
    /// @return The manager's privilege manager, from the slot that was read.
    function requireActive(RegistrationStore storage self) internal view returns (address) {
        ProtocolRecord storage record = self.protocols[msg.sender];
        uint256 activeFrom = record.activeFrom;
        if (activeFrom == 0 || block.timestamp < activeFrom) {
            PrivilegeCheck.require_(
                self.privilegeManager, msg.sender, Privileges.REGISTRY_EARMARK_PROTOCOL_DAPP
            );
            revert IEarmarkProtocols.EarmarkProtocolNotActive(msg.sender, activeFrom);
        }
        return record.privilegeManager;
    }

    function _requireOperator(RegistrationStore storage self) private view {
        PrivilegeCheck.require_(self.privilegeManager, msg.sender, Privileges.REGISTRY_OPERATOR);
    }
}
