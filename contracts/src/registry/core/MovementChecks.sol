// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../access/Privileges.sol";
import { IInstrumentManager } from "../../interfaces/IInstrumentManager.sol";
import { IPrivilegeManager } from "../../interfaces/IPrivilegeManager.sol";
import { IRegistration } from "../../interfaces/IRegistration.sol";
import { IRegistry } from "../../interfaces/IRegistry.sol";
import { EarmarkProtocols } from "./EarmarkProtocols.sol";
import { RegistryRecord, RegistrationStore, Registrations } from "./RegistrationStore.sol";

/// @title The checks of a movement that every registry manager makes.
library MovementChecks {
    using EarmarkProtocols for RegistrationStore;
    using Registrations for RegistrationStore;

    /// @dev The key of a prepared movement. Only the same caller with the same movement finds it.
    function key(address caller, IRegistry.Movement calldata movement) internal pure returns (bytes32) {
        return keccak256(abi.encode(caller, movement));
    }

    /// @dev Reverts unless the movement could be made. The manager checks the quantity.
    function check(RegistrationStore storage self, IRegistry.Movement calldata movement)
        internal
        view
        returns (RegistryRecord storage registry)
    {
        registry = _checkRegistry(self, movement);
        IPrivilegeManager.Demand[] memory demands = new IPrivilegeManager.Demand[](3);
        _demandParties(demands, movement);
        IPrivilegeManager(self.privilegeManager).requireAllGranted(demands);
    }

    /// @dev As check, and the caller is an active protocol. One call to the privilege manager covers all parties.
    function checkPrepare(RegistrationStore storage self, IRegistry.Movement calldata movement)
        internal
        view
        returns (RegistryRecord storage registry)
    {
        registry = _checkRegistry(self, movement);
        address privilegeManager = self.requireActive();
        IPrivilegeManager.Demand[] memory demands = new IPrivilegeManager.Demand[](4);
        _demandParties(demands, movement);
        _fill(demands[3], msg.sender, Privileges.REGISTRY_EARMARK_PROTOCOL_DAPP);
        IPrivilegeManager(privilegeManager).requireAllGranted(demands);
    }

    /// @dev The caller may settle the movement now. The sender agreed when it earmarked; registrar, receiver and
    /// instrument are checked again.
    function checkSettle(RegistrationStore storage self, IRegistry.Movement calldata movement)
        internal
        view
        returns (RegistryRecord storage registry)
    {
        registry = self.requireRegistered(movement.registryId);
        address registrar = registry.registrar;
        address privilegeManager = self.requireActive();
        IPrivilegeManager.Demand[] memory demands = new IPrivilegeManager.Demand[](3);
        _fill(demands[0], msg.sender, Privileges.REGISTRY_EARMARK_PROTOCOL_DAPP);
        _fill(demands[1], registrar, Privileges.REGISTRY_REGISTRAR);
        _fillParty(demands[2], movement.receiver, registrar);
        IPrivilegeManager(privilegeManager).requireAllGranted(demands);
        if (movement.receiver != registrar) Registrations.requireWhitelisted(registry, movement.receiver);
        if (movement.sender == registrar) requireIssuable(registry);
    }

    function requireIssuable(RegistryRecord storage registry) internal view {
        if (!IInstrumentManager(registry.instrumentManager).isValidInstrument(registry.instrumentId)) {
            revert IRegistry.InstrumentNotIssuable(registry.instrumentId);
        }
    }

    function _checkRegistry(RegistrationStore storage self, IRegistry.Movement calldata movement)
        private
        view
        returns (RegistryRecord storage registry)
    {
        registry = self.requireRegistered(movement.registryId);
        address registrar = registry.registrar;
        if (movement.registrar != registrar) {
            revert IRegistration.RegistryRegistrarRequired(movement.registryId, movement.registrar);
        }
        if (movement.sender == movement.receiver) revert IRegistry.MovementSelf(movement.sender);
        if (movement.receiver != registrar) Registrations.requireWhitelisted(registry, movement.receiver);
    }

    function _demandParties(IPrivilegeManager.Demand[] memory demands, IRegistry.Movement calldata movement)
        private
        pure
    {
        address registrar = movement.registrar;
        _fill(demands[0], registrar, Privileges.REGISTRY_REGISTRAR);
        _fillParty(demands[1], movement.sender, registrar);
        _fillParty(demands[2], movement.receiver, registrar);
    }

    /// @dev A party is an investor, unless it is the registrar, which issues or terminates.
    function _fillParty(IPrivilegeManager.Demand memory demand, address party, address registrar)
        private
        pure
    {
        bool isRegistrar = party == registrar;
        _fill(demand, party, isRegistrar ? Privileges.REGISTRY_REGISTRAR : Privileges.REGISTRY_INVESTOR);
    }

    /// @dev In place: a new array already has memory for its structs.
    function _fill(IPrivilegeManager.Demand memory demand, address holder, bytes32 privilege) private pure {
        demand.holder = holder;
        demand.privilege = privilege;
    }
}
