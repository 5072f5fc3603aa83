// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

/// @dev Number of an owner's account at one registrar. 0 is no account. 64 bits, so that the accounts of both
/// sides of a movement share one storage slot.
type AccountNumber is uint64;

using { isNone } for AccountNumber global;

function isNone(AccountNumber number) pure returns (bool) {
    return AccountNumber.unwrap(number) == 0;
}
