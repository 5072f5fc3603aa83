// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IAspects } from "../interfaces/IAspects.sol";
import { Aspect } from "../types/Dapp.sol";

struct AspectStore {
    mapping(bytes32 entityId => mapping(bytes32 aspectId => Aspect)) aspects;
}

/// @title Stores aspects. Callers check the privilege and that the entity exists.
library Aspects {
    function set(AspectStore storage self, bytes32 entityId, bytes32 aspectId, bytes32 aspectRecordId)
        internal
    {
        if (aspectId == 0 || aspectRecordId == 0) revert IAspects.AspectIdMissing();
        Aspect storage aspect = self.aspects[entityId][aspectId];
        if (aspect.owner != address(0)) _requireOwner(aspect, entityId, aspectId);
        self.aspects[entityId][aspectId] = Aspect(entityId, aspectId, aspectRecordId, msg.sender);
        emit IAspects.AspectSet(entityId, aspectId, aspectRecordId, msg.sender);
    }

    function unset(AspectStore storage self, bytes32 entityId, bytes32 aspectId) internal {
        Aspect storage aspect = self.aspects[entityId][aspectId];
        if (aspect.owner == address(0)) revert IAspects.AspectNotSet(entityId, aspectId);
        _requireOwner(aspect, entityId, aspectId);
        delete self.aspects[entityId][aspectId];
        emit IAspects.AspectUnset(entityId, aspectId, msg.sender);
    }

    function _requireOwner(Aspect storage aspect, bytes32 entityId, bytes32 aspectId) private view {
        if (aspect.owner != msg.sender) {
            revert IAspects.AspectOwnedByOther(entityId, aspectId, aspect.owner);
        }
    }
}
