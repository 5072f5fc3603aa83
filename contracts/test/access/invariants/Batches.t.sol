// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Targets } from "../../support/Targets.sol";
import { BatchHandler } from "./BatchHandler.sol";

/// @title Whatever was signed, sent again and cancelled: properties 28 and 29.
contract BatchesInvariants is Targets {
    BatchHandler private handler;

    function setUp() external {
        handler = new BatchHandler();
        bytes4[] memory selectors = new bytes4[](4);
        selectors[0] = BatchHandler.cosign.selector;
        selectors[1] = BatchHandler.replay.selector;
        selectors[2] = BatchHandler.cancel.selector;
        selectors[3] = BatchHandler.toggle.selector;
        aim(address(handler), selectors);
    }

    /// forge-config: default.invariant.runs = 32
    /// forge-config: deep.invariant.runs = 1000
    function invariant_P29_EveryBatchAndEveryNonceAtMostOnce() external view {
        check(handler.mostExecutions() <= 1, "a batch was executed twice");
        check(handler.usedAsTheGhostHasThem(), "used nonces differ from the ghost's");
        same(handler.count(), handler.ghostCount(), "count");
    }
}
