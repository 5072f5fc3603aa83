// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { ERC20 } from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// @title An ERC-20 token as most are.
contract PlainToken is ERC20("Plain Euro", "PEUR") {
    function mint(address to, uint256 quantity) external {
        _mint(to, quantity);
    }
}
