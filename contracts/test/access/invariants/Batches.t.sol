// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { Targets } from "../../support/Targets.sol";
import { BatchHandler } from "./BatchHandler.sol";

/// @title Whatever was signed and sent again: properties 28 and 29.
contract BatchesInvariants is Targets {
    BatchHandler private handler;

    function setUp() external {
        handler = new BatchHandler();
        bytes4[] memory selectors = new bytes4[](3);
        selectors[0] = BatchHandler.cosign.selector;
        selectors[1] = BatchHandler.replay.selector;
        selectors[2] = BatchHandler.toggle.selector;
        aim(address(handler), selectors);
    }

    /// forge-config: default.invariant.runs = 32
    /// forge-config: deep.invariant.runs = 1000
    function invariant_P29_EveryBatchOnceAndTheNonceByOne() external view {
        same(handler.nonce(), handler.ghostNonce(), "nonce");
        same(handler.count(), handler.ghostCount(), "count");
    }
}
