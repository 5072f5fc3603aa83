// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Leg } from "../types/Leg.sol";

/// @title The hash of a delivery's legs: keccak256(abi.encode(legs)), computed from calldata.
/// @dev Encoding again would cost 3,000 gas a leg in every call. So the calldata is hashed as it is, and only the
/// encoding of abi.encode is accepted: every part in its place, without gaps, padded with zeros. Then a leg cannot
/// point outside the hashed bytes.
library LegsHash {
    /// @return result 0 for any other encoding.
    function hash(Leg[] calldata legs) internal pure returns (bytes32 result) {
        // solhint-disable-next-line no-inline-assembly
        assembly ("memory-safe") {
            // A leg: eight values, the offsets of senderData and receiverData, then their lengths and bytes.
            let size := shl(5, legs.length)
            let isOdd := 0
            for { let place := 0 } lt(place, shl(5, legs.length)) { place := add(place, 32) } {
                isOdd := or(isOdd, xor(calldataload(add(legs.offset, place)), size))
                let leg := add(legs.offset, size)
                let end := 320
                for { let field := 256 } lt(field, 320) { field := add(field, 32) } {
                    let length := calldataload(add(leg, end))
                    isOdd := or(isOdd, xor(calldataload(add(leg, field)), end))
                    isOdd := or(isOdd, shr(32, length))
                    end := add(end, add(32, and(length, 0xffffffe0)))
                    let rest := and(length, 31)
                    if rest {
                        isOdd := or(isOdd, shl(shl(3, rest), calldataload(add(leg, end))))
                        end := add(end, 32)
                    }
                }
                size := add(size, end)
                if isOdd { break }
            }
            if iszero(isOdd) {
                let free := mload(0x40)
                mstore(free, 32)
                mstore(add(free, 32), legs.length)
                calldatacopy(add(free, 64), legs.offset, size)
                result := keccak256(free, add(size, 64))
            }
        }
    }
}
