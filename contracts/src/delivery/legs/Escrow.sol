// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { IEscrowLegManager } from "../../interfaces/IEscrowLegManager.sol";
import { Leg } from "../../types/Leg.sol";

/// @dev What a leg manager keeps of the assets of others, as a hash of whose and what; 0 where nothing.
struct Escrow {
    mapping(bytes32 legRef => bytes32) held;
    mapping(bytes32 legRef => bytes32) owed;
}

/// @title Writes down what is in escrow, so that it leaves once only, and as it came.
library Escrows {
    function take(Escrow storage self, bytes32 legRef, Leg calldata leg) internal {
        if (self.held[legRef] != 0) revert IEscrowLegManager.LegAlreadyHeld(legRef);
        self.held[legRef] = _asset(leg);
    }

    function end(Escrow storage self, bytes32 legRef, Leg calldata leg) internal {
        if (self.held[legRef] != _asset(leg)) revert IEscrowLegManager.LegNotHeld(legRef);
        delete self.held[legRef];
    }

    function owe(Escrow storage self, bytes32 legRef, Leg calldata leg) internal {
        self.owed[legRef] = _asset(leg);
    }

    function repay(Escrow storage self, bytes32 legRef, Leg calldata leg) internal {
        if (self.owed[legRef] != _asset(leg)) revert IEscrowLegManager.LegNotOwed(legRef);
        delete self.owed[legRef];
    }

    function _asset(Leg calldata leg) private pure returns (bytes32) {
        return keccak256(abi.encode(leg.sender, leg.receiver, leg.assetManager, leg.assetId, leg.quantity));
    }
}
