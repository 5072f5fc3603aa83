// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { ERC1967Proxy } from "@openzeppelin/contracts/proxy/ERC1967/ERC1967Proxy.sol";

/// @title The proxy of every manager: its code can change, its address does not.
/// @notice Callers use the manager's interface at this address, which has its storage and emits its events. The proxy has
/// no administrator of its own: the manager checks the privilege of those who replace its code
/// (`IUpgradable`).
/// @dev Created and initialised in one transaction, so that nobody else can call init.
contract ManagerProxy is ERC1967Proxy {
    /// @param implementation The code of the manager's first version.
    /// @param initCall The encoded call of the manager's init; an empty one is refused.
    constructor(address implementation, bytes memory initCall) ERC1967Proxy(implementation, initCall) { }
}
