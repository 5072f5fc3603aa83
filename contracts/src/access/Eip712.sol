// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

/// @title The EIP-712 domain of every contract of the platform that reads signatures.
/// @dev Worked out on every call: the contracts are clones or stand behind proxies, and a chain may fork.
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

    /// @dev What ERC-5267 asks for. 0x0f: name, version, chain id and verifying contract, no salt.
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
