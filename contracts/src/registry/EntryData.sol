// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { IEntryRegistryManager } from "../interfaces/IEntryRegistryManager.sol";

/// @title What a leg says of entries: `abi.encode(bytes32[] fingerprints)`, in its one canonical form.
library EntryData {
    /// @dev So that the 32 legs of a delivery, each with as many entries on either side, stay within the gas limit.
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
