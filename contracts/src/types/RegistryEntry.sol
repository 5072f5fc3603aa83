// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { EntryType } from "./EntryType.sol";

/// @dev What the ledger says of an entry in the open; quantity and account are private to its parties. `earmarkedBy`
/// is the dApp whose movement holds it, 0 where it is free. `issuer` is the instrument's. `owner` is the last one
/// where it is TERMINATED.
struct RegistryEntry {
    EntryType entryType;
    address earmarkedBy;
    address issuer;
    address owner;
}
