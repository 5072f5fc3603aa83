// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { ERC721 } from "@openzeppelin/contracts/token/ERC721/ERC721.sol";

/// @title An ERC-721 token as most are.
contract PlainItems is ERC721("Plain Deeds", "DEED") {
    function mint(address to, uint256 id) external {
        _mint(to, id);
    }
}
