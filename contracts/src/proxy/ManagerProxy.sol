// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { ERC1967Proxy } from "@openzeppelin/contracts/proxy/ERC1967/ERC1967Proxy.sol";

/// @title What every manager stands behind from its first day, so that its code can change and its address not.
/// @dev Made and initialised in one transaction: there is no moment in which a stranger could call init.
contract ManagerProxy is ERC1967Proxy {
    constructor(address implementation, bytes memory initCall) ERC1967Proxy(implementation, initCall) { }
}
