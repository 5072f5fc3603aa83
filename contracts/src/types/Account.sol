// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

/// @dev Number of an owner's account at one registrar. 0 is no account. 64 bits, so that the accounts of both
/// sides of a movement share one storage slot.
type AccountNumber is uint64;

using { isNone } for AccountNumber global;

function isNone(AccountNumber number) pure returns (bool) {
    return AccountNumber.unwrap(number) == 0;
}

/// @dev An account belongs to its owner and is kept by a registrar.
struct Account {
    address owner;
    AccountNumber accountNum;
}

/// @dev `valid`: open. `omnibus`: holds for several beneficial owners. `terminateOnReceive`: what arrives is
/// terminated at once.
struct AccountDetails {
    bool valid;
    bool omnibus;
    bool terminateOnReceive;
}

/// @dev A part of what an owner holds: so much in one of its accounts, in the instrument's smallest unit.
struct AccountQuantity {
    AccountNumber accountNum;
    uint256 quantity;
}
