// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { BatchTerms, Call } from "../types/TenantAccess.sol";

/// @title The EIP-712 domain of the platform's contracts.
/// @dev Computed on every call: the contracts are clones or behind proxies, and a chain may fork.
library Eip712 {
    string internal constant NAME = "ConneX";
    string internal constant VERSION = "1";

    bytes32 private constant DOMAIN_TYPEHASH =
        keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");

    function digest(bytes32 structHash) internal view returns (bytes32) {
        bytes32 domainHash = keccak256(
            abi.encode(
                DOMAIN_TYPEHASH,
                keccak256(bytes(NAME)),
                keccak256(bytes(VERSION)),
                block.chainid,
                address(this)
            )
        );
        return keccak256(abi.encodePacked(hex"1901", domainHash, structHash));
    }

    /// @dev As ERC-5267 returns it. 0x0f: name, version, chain id and verifying contract, no salt.
    function domain()
        internal
        view
        returns (
            bytes1 fields,
            string memory name,
            string memory version,
            uint256 chainId,
            address verifyingContract,
            bytes32 salt,
            uint256[] memory extensions
        )
    {
        return (hex"0f", NAME, VERSION, block.chainid, address(this), 0, new uint256[](0));
    }
}

/// @title The EIP-712 digest of a co-signed batch.
library BatchHash {
    bytes32 private constant CALL_TYPEHASH = keccak256("Call(address target,bytes data)");
    bytes32 private constant BATCH_TYPEHASH = keccak256(
        "Batch(Call[] calls,uint256 nonce,uint256 deadline,address sender)Call(address target,bytes data)"
    );

    function digest(Call[] calldata calls, BatchTerms calldata terms) internal view returns (bytes32) {
        bytes32[] memory hashes = new bytes32[](calls.length);
        for (uint256 i; i < calls.length; ++i) {
            hashes[i] = keccak256(abi.encode(CALL_TYPEHASH, calls[i].target, keccak256(calls[i].data)));
        }
        bytes32 batch = keccak256(
            abi.encode(
                BATCH_TYPEHASH, keccak256(abi.encodePacked(hashes)), terms.nonce, terms.deadline, terms.sender
            )
        );
        return Eip712.digest(batch);
    }
}
