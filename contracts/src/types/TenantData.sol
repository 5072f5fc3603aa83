// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

/// @dev What a tenant says of itself. `registrationReference` points to the papers of its admission.
struct TenantData {
    string name;
    string apiUrl;
    string lei;
    bytes32 registrationReference;
    address confirmer;
}
