// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { ERC1967Proxy } from "@openzeppelin/contracts/proxy/ERC1967/ERC1967Proxy.sol";

/// @title The proxy of every manager: its code can change, its address does not.
/// @dev Created and initialised in one transaction, so that nobody else can call init.
contract ManagerProxy is ERC1967Proxy {
    constructor(address implementation, bytes memory initCall) ERC1967Proxy(implementation, initCall) { }
}
