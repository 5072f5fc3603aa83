// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { IERC721 } from "@openzeppelin/contracts/token/ERC721/IERC721.sol";
import { ILegManager } from "../../interfaces/ILegManager.sol";
import { IEscrowLegManager } from "../../interfaces/IEscrowLegManager.sol";
import { Leg } from "../../types/Leg.sol";
import { TokenLegs } from "./TokenLegs.sol";

/// @title Moves the one item of an ERC-721 token's leg, whose id is the leg's assetId, into escrow, on, and back.
/// @dev By `transferFrom`: tenants are contracts that answer no `onERC721Received`.
library Erc721Legs {
    function check(Leg calldata leg, address platform) internal view {
        TokenLegs.check(platform, leg);
        TokenLegs.demandNoData(leg.senderData);
        if (leg.quantity != 1) revert ILegManager.LegQuantityInvalid(leg.quantity);
    }

    function pull(Leg calldata leg) internal {
        _move(leg, leg.sender, address(this));
    }

    function pay(Leg calldata leg) internal {
        _move(leg, address(this), leg.receiver);
    }

    function giveBack(Leg calldata leg) internal {
        _move(leg, address(this), leg.sender);
    }

    function _move(Leg calldata leg, address from, address to) private {
        _requireOwner(leg, from);
        IERC721(leg.assetManager).transferFrom(from, to, uint256(leg.assetId));
        _requireOwner(leg, to);
    }

    function _requireOwner(Leg calldata leg, address owner) private view {
        if (IERC721(leg.assetManager).ownerOf(uint256(leg.assetId)) != owner) {
            revert IEscrowLegManager.LegTokenMovedOtherwise(leg.assetManager);
        }
    }
}
