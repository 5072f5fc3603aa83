// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { Eip712 } from "../access/Eip712.sol";
import { RegistryId } from "../types/RegistryId.sol";

/// @title The EIP-712 digest by which one side agrees that a registry ends.
library UnregisterHash {
    bytes32 private constant UNREGISTER_TYPEHASH =
        keccak256("Unregister(bytes32 registryId,address tenant,uint256 nonce,bytes32 reasonFp)");

    /// @param tenant The side that agrees.
    function digest(RegistryId registryId, address tenant, uint256 nonce, bytes32 reasonFp)
        internal
        view
        returns (bytes32)
    {
        return Eip712.digest(keccak256(abi.encode(UNREGISTER_TYPEHASH, registryId, tenant, nonce, reasonFp)));
    }
}
