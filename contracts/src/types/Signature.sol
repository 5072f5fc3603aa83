// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

/// @dev A co-signer's ECDSA signature: v is 27 or 28, s is in the lower half of the curve's order.
struct Signature {
    uint8 v;
    bytes32 r;
    bytes32 s;
}
