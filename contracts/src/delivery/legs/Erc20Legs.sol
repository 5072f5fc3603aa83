// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { IERC20 } from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import { SafeERC20 } from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import { IEscrowLegManager } from "../../interfaces/IEscrowLegManager.sol";
import { ILegManager } from "../../interfaces/ILegManager.sol";
import { Leg } from "../../types/Leg.sol";
import { TokenLegs } from "./TokenLegs.sol";

/// @title Moves the quantity of an ERC-20 token's leg into escrow, on, and back.
/// @dev Whatever a token answers, the balances before and after decide: a fee, or a transfer that does nothing, reverts.
library Erc20Legs {
    using SafeERC20 for IERC20;

    function check(Leg calldata leg, address platform) internal view {
        TokenLegs.check(platform, leg);
        if (leg.assetId != 0) revert ILegManager.LegAssetUnexpected(leg.assetId);
        if (leg.quantity == 0) revert ILegManager.LegQuantityInvalid(leg.quantity);
    }

    function pull(Leg calldata leg) internal {
        uint256 before = _balance(leg, address(this));
        IERC20(leg.assetManager).safeTransferFrom(leg.sender, address(this), leg.quantity);
        _requireMoved(leg, before, _balance(leg, address(this)));
    }

    function pay(Leg calldata leg) internal {
        uint256 before = _balance(leg, leg.receiver);
        _send(leg, leg.receiver);
        _requireMoved(leg, before, _balance(leg, leg.receiver));
    }

    /// @dev What arrives is not asked: a token that has come to take a fee may give back less, but takes no more out of
    /// the escrow than belongs to the leg.
    function giveBack(Leg calldata leg) internal {
        _send(leg, leg.sender);
    }

    function _send(Leg calldata leg, address to) private {
        uint256 before = _balance(leg, address(this));
        IERC20(leg.assetManager).safeTransfer(to, leg.quantity);
        _requireMoved(leg, _balance(leg, address(this)), before);
    }

    function _requireMoved(Leg calldata leg, uint256 less, uint256 more) private pure {
        // Unchecked, since a token may answer anything: what wraps around differs, too.
        unchecked {
            if (more - less != leg.quantity) {
                revert IEscrowLegManager.LegTokenMovedOtherwise(leg.assetManager);
            }
        }
    }

    function _balance(Leg calldata leg, address owner) private view returns (uint256) {
        return IERC20(leg.assetManager).balanceOf(owner);
    }
}
