// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// @dev The number of an owner's account at one registrar; 0 for none. 64 bits, so that both accounts of a movement
/// share one storage slot.
type AccountNumber is uint64;

using { isNone } for AccountNumber global;

function isNone(AccountNumber number) pure returns (bool) {
    return AccountNumber.unwrap(number) == 0;
}

/// @dev An owner's account at a registrar.
struct Account {
    address owner;
    AccountNumber accountNum;
}

/// @dev `valid`: open. `omnibus`: for several beneficial owners. `terminateOnReceive`: terminates the receipts of
/// deliveries whose receiver chose the account while this was set, and refuses all others.
struct AccountDetails {
    bool valid;
    bool omnibus;
    bool terminateOnReceive;
}

/// @dev A quantity in one account of an owner, in the instrument's smallest unit.
struct AccountQuantity {
    AccountNumber accountNum;
    uint256 quantity;
}
