// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

/// @dev Which privilege a function asks of a user, and how many users must sign. Privilege 0 removes the entry.
struct SelectorConfig {
    bytes4 functionSelector;
    bytes32 privilege;
    uint8 signaturesRequired;
}

/// @dev A controller to be made for a dApp, with its first configuration.
struct ControllerSetup {
    address dapp;
    SelectorConfig[] config;
}
