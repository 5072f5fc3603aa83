// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { ERC721 } from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import { Mischief, Trick } from "./Mischief.sol";

/// @title An ERC-721 token that plays tricks.
contract CrookedItems is ERC721("Crooked Deeds", "CDEED"), Mischief {
    function mint(address to, uint256 id) external {
        _mint(to, id);
    }

    function transferFrom(address from, address to, uint256 id) public override {
        if (trick == Trick.DO_NOTHING) return;
        super.transferFrom(from, to, id);
        _afterTransfer();
    }
}
