// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { Call } from "../types/Call.sol";

/// @title The EIP-712 digest of a co-signed batch.
/// @dev The domain is worked out on every call: controllers are clones, and a chain may fork.
library BatchHash {
    string internal constant NAME = "ConneX";
    string internal constant VERSION = "1";

    bytes32 private constant DOMAIN_TYPEHASH =
        keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");
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
        return keccak256(abi.encodePacked(hex"1901", _domain(), batch));
    }

    function _domain() private view returns (bytes32) {
        return keccak256(
            abi.encode(
                DOMAIN_TYPEHASH,
                keccak256(bytes(NAME)),
                keccak256(bytes(VERSION)),
                block.chainid,
                address(this)
            )
        );
    }
}
