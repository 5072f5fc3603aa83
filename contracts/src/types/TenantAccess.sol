// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// @dev A tenant's own data. `registrationReference` refers to its contract with the platform.
struct TenantData {
    string name;
    string apiUrl;
    string lei;
    bytes32 registrationReference;
    address confirmer;
}

/// @dev The privilege that a function asks for, and the number of users who must sign. Privilege 0 removes the entry.
struct SelectorConfig {
    bytes4 functionSelector;
    bytes32 privilege;
    uint8 signaturesRequired;
}

/// @dev A new controller for a dApp, with its first configuration.
struct ControllerSetup {
    address dapp;
    SelectorConfig[] config;
}

/// @dev One call of a batch that a tenant makes.
struct Call {
    address target;
    bytes data;
}

/// @dev What co-signers agree to beside the calls. `nonce`: random, so that batches do not block each other; each is
/// used once. `deadline`: Unix time in seconds. `sender`: the user who is to send the batch; 0 for any entitled one.
struct BatchTerms {
    uint256 nonce;
    uint256 deadline;
    address sender;
}

/// @dev A co-signer's ECDSA signature: v is 27 or 28, s is in the lower half of the curve's order.
struct Signature {
    uint8 v;
    bytes32 r;
    bytes32 s;
}

/// @dev The specification spells CANCELLED so. Rejected and revoked nominations both end there.
enum NominationStatus {
    NONE,
    NOMINATED,
    COMMITTED,
    CANCELLED
}
