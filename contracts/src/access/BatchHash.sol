// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { Call } from "../types/Call.sol";
import { Eip712 } from "./Eip712.sol";

/// @title The EIP-712 digest of a co-signed batch.
library BatchHash {
    bytes32 private constant CALL_TYPEHASH = keccak256("Call(address target,bytes data)");
    bytes32 private constant BATCH_TYPEHASH =
        keccak256("Batch(Call[] calls,uint256 nonce,uint256 deadline)Call(address target,bytes data)");

    function digest(Call[] calldata calls, uint256 nonce, uint256 deadline) internal view returns (bytes32) {
        bytes32[] memory hashes = new bytes32[](calls.length);
        for (uint256 i; i < calls.length; ++i) {
            hashes[i] = keccak256(abi.encode(CALL_TYPEHASH, calls[i].target, keccak256(calls[i].data)));
        }
        bytes32 batch =
            keccak256(abi.encode(BATCH_TYPEHASH, keccak256(abi.encodePacked(hashes)), nonce, deadline));
        return Eip712.digest(batch);
    }
}
