// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IAccountRegistryManager } from "../../interfaces/IAccountRegistryManager.sol";
import { IChainRegistryManager } from "../../interfaces/IChainRegistryManager.sol";
import { IEntryRegistryManager } from "../../interfaces/IEntryRegistryManager.sol";
import { AccountNumber } from "../../types/Account.sol";
import { CustodyChainId } from "../../types/CustodyChain.sol";

/// @title A leg's account data in an accounts registry: `abi.encode(uint256 accountNumber)`.
library AccountData {
    function decode(bytes calldata data) internal pure returns (AccountNumber) {
        if (data.length != 32) revert IAccountRegistryManager.AccountNumberInvalid(data);
        uint256 number = abi.decode(data, (uint256));
        if (number == 0 || number > type(uint64).max) {
            revert IAccountRegistryManager.AccountNumberInvalid(data);
        }
        return AccountNumber.wrap(uint64(number));
    }
}

/// @title A leg's account data in a registry of entries: `abi.encode(bytes32[] fingerprints)`, canonically encoded.
library EntryData {
    /// @dev 32 legs with this many entries on each side stay within the gas limit.
    uint256 internal constant MAX_ENTRIES = 8;

    function decode(bytes calldata data) internal pure returns (bytes32[] calldata fingerprints) {
        if (data.length < 64) revert IEntryRegistryManager.EntryDataInvalid(data);
        (uint256 offset, uint256 count) = abi.decode(data, (uint256, uint256));
        if (count > MAX_ENTRIES) revert IEntryRegistryManager.EntriesTooMany(count, MAX_ENTRIES);
        if (count == 0 || offset != 32 || data.length != 64 + 32 * count) {
            revert IEntryRegistryManager.EntryDataInvalid(data);
        }
        // solhint-disable-next-line no-inline-assembly
        assembly ("memory-safe") {
            fingerprints.offset := add(data.offset, 64)
            fingerprints.length := count
        }
    }
}

/// @title A leg's account data in a chain registry: `abi.encode(uint256 accountNumber, bytes32 custodyChainId)`.
library CustodyChainData {
    function decode(bytes calldata data) internal pure returns (AccountNumber, CustodyChainId) {
        if (data.length != 64) revert IChainRegistryManager.CustodyChainDataInvalid(data);
        (uint256 number, bytes32 custodyChainId) = abi.decode(data, (uint256, bytes32));
        if (number == 0 || number > type(uint64).max || custodyChainId == 0) {
            revert IChainRegistryManager.CustodyChainDataInvalid(data);
        }
        return (AccountNumber.wrap(uint64(number)), CustodyChainId.wrap(custodyChainId));
    }
}
