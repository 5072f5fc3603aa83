// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IERC20 } from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import { SafeERC20 } from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import { IERC721 } from "@openzeppelin/contracts/token/ERC721/IERC721.sol";
import { ERC165Checker } from "@openzeppelin/contracts/utils/introspection/ERC165Checker.sol";
import { IEscrowLegManager } from "../../interfaces/delivery/IEscrowLegManager.sol";
import { ILegManager } from "../../interfaces/delivery/ILegManager.sol";
import { Leg } from "../../types/Leg.sol";
import { TokenLegs } from "./Escrow.sol";

/// @title Moves an ERC-20 token into escrow, to the receiver, and back.
/// @dev The balances before and after decide, not the token's return value: a fee, or a transfer without effect,
/// reverts.
library Erc20Legs {
    using SafeERC20 for IERC20;

    function check(Leg calldata leg, address platform) internal view {
        TokenLegs.check(platform, leg);
        // An ERC-721 token has the same transferFrom: it would give item 1 as a quantity of 1, and never take it back.
        if (ERC165Checker.supportsERC165InterfaceUnchecked(leg.assetManager, type(IERC721).interfaceId)) {
            revert ILegManager.LegAssetManagerInvalid(leg.assetManager);
        }
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

    /// @dev The sender's balance is not checked: a token that charges a fee by now may return less, but takes no more
    /// from the escrow than the leg's quantity.
    function giveBack(Leg calldata leg) internal {
        _send(leg, leg.sender);
    }

    function _send(Leg calldata leg, address to) private {
        uint256 before = _balance(leg, address(this));
        IERC20(leg.assetManager).safeTransfer(to, leg.quantity);
        _requireMoved(leg, _balance(leg, address(this)), before);
    }

    function _requireMoved(Leg calldata leg, uint256 less, uint256 more) private pure {
        // Unchecked, since a token may return anything: a difference that wraps around does not match either.
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
