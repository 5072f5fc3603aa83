// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { ERC20 } from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import { Mischief, Trick } from "./Mischief.sol";

/// @title An ERC-20 token that plays tricks.
contract CrookedToken is ERC20("Crooked Euro", "CEUR"), Mischief {
    function mint(address to, uint256 quantity) external {
        _mint(to, quantity);
    }

    /// @dev As a rebasing token does, without a transfer.
    function shrink(address owner, uint256 quantity) external {
        _burn(owner, quantity);
    }

    function transfer(address to, uint256 quantity) public override returns (bool) {
        return _play(msg.sender, to, quantity);
    }

    function transferFrom(address from, address to, uint256 quantity) public override returns (bool) {
        _spendAllowance(from, msg.sender, quantity);
        return _play(from, to, quantity);
    }

    function _play(address from, address to, uint256 quantity) private returns (bool) {
        if (trick == Trick.RETURN_FALSE) return false;
        if (trick == Trick.DO_NOTHING) return true;
        _transfer(from, to, quantity);
        if (trick == Trick.KEEP_FEE) _burn(to, quantity / 10);
        if (trick == Trick.TAKE_MORE) _burn(from, quantity / 10);
        _afterTransfer();
        return true;
    }
}
