// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IERC721 } from "@openzeppelin/contracts/token/ERC721/IERC721.sol";
import { IEscrowLegManager } from "../../interfaces/delivery/IEscrowLegManager.sol";
import { ILegManager } from "../../interfaces/delivery/ILegManager.sol";
import { IUpgradable } from "../../interfaces/IUpgradable.sol";
import { Leg } from "../../types/Leg.sol";
import { TokenLegs } from "./Escrow.sol";
import { EscrowLegManager } from "./EscrowLegManager.sol";

/// @title Legs that move one item of an ERC-721 token. Its id is the leg's assetId.
/// @dev By `transferFrom`: tenants are contracts without `onERC721Received`.
contract Erc721LegManager is EscrowLegManager {
    constructor(address platform_, address deliveryManager_) EscrowLegManager(platform_, deliveryManager_) { }

    /// @inheritdoc ILegManager
    function checkLeg(bytes32, Leg calldata leg) external view {
        TokenLegs.check(platform, leg);
        TokenLegs.requireNoData(leg.senderData);
        if (leg.quantity != 1) revert LegQuantityInvalid(leg.quantity);
    }

    /// @inheritdoc IUpgradable
    function kind() external pure returns (bytes32) {
        return "Erc721LegManager";
    }

    function _pull(Leg calldata leg) internal override {
        _move(leg, leg.sender, address(this));
    }

    function _pay(Leg calldata leg) internal override {
        _move(leg, address(this), leg.receiver);
    }

    function _giveBack(Leg calldata leg) internal override {
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
