// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { IERC721 } from "@openzeppelin/contracts/token/ERC721/IERC721.sol";
import { ReentrancyGuardTransient } from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import { IEscrowLegManager } from "../../interfaces/IEscrowLegManager.sol";
import { ILegManager } from "../../interfaces/ILegManager.sol";
import { ISettlingLegManager } from "../../interfaces/ISettlingLegManager.sol";
import { Leg } from "../../types/Leg.sol";
import { Escrow, Escrows } from "./Escrow.sol";
import { TokenLegs } from "./TokenLegs.sol";

/// @title Moves the one item of an ERC-721 token's leg, whose id is the leg's assetId, into escrow, on, and back.
/// @dev By `transferFrom`: tenants are contracts that answer no `onERC721Received`.
library Erc721Legs {
    function check(Leg calldata leg, address platform) internal view {
        TokenLegs.check(platform, leg);
        TokenLegs.requireNoData(leg.senderData);
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

/// @title Legs that move one item of an ERC-721 token.
contract Erc721LegManager is IEscrowLegManager, ReentrancyGuardTransient {
    using Erc721Legs for Leg;
    using Escrows for Escrow;

    /// @inheritdoc IEscrowLegManager
    uint256 public constant RELEASE_GAS = 300_000;
    /// @inheritdoc IEscrowLegManager
    address public immutable platform;
    /// @inheritdoc ISettlingLegManager
    address public immutable deliveryManager;
    Escrow private escrow;

    modifier onlyDeliveryManager() {
        if (msg.sender != deliveryManager) revert LegDeliveryManagerRequired(msg.sender);
        _;
    }

    constructor(address platform_, address deliveryManager_) {
        platform = platform_;
        deliveryManager = deliveryManager_;
    }

    /// @inheritdoc ILegManager
    function checkLeg(bytes32, Leg calldata leg) external view {
        leg.check(platform);
    }

    /// @inheritdoc ISettlingLegManager
    function confirmSender(bytes32 legRef, Leg calldata leg, bytes calldata data)
        external
        onlyDeliveryManager
        nonReentrant
    {
        TokenLegs.requireNoData(data);
        escrow.take(legRef, leg);
        leg.pull();
    }

    /// @inheritdoc ISettlingLegManager
    function setReceivingAccount(bytes32, Leg calldata, bytes calldata) external view onlyDeliveryManager {
        revert LegDataUnexpected();
    }

    /// @inheritdoc ISettlingLegManager
    function confirmReceiver(bytes32, Leg calldata, bytes calldata data) external view onlyDeliveryManager {
        TokenLegs.requireNoData(data);
    }

    /// @inheritdoc ISettlingLegManager
    function settle(bytes32 legRef, Leg calldata leg) external onlyDeliveryManager nonReentrant {
        escrow.end(legRef, leg);
        leg.pay();
    }

    /// @inheritdoc ISettlingLegManager
    function release(bytes32 legRef, Leg calldata leg) external onlyDeliveryManager nonReentrant {
        if (!isHeld(legRef)) return;
        escrow.end(legRef, leg);
        TokenLegs.requireReleaseGas(RELEASE_GAS);
        // solhint-disable-next-line no-empty-blocks
        try this.giveBack{ gas: RELEASE_GAS }(leg) { }
        catch {
            escrow.owe(legRef, leg);
            emit LegReleaseOwed(legRef, leg.sender);
        }
    }

    /// @inheritdoc IEscrowLegManager
    function reclaim(bytes32 legRef, Leg calldata leg) external nonReentrant {
        escrow.repay(legRef, leg);
        emit LegReclaimed(legRef, leg.sender);
        leg.giveBack();
    }

    /// @inheritdoc IEscrowLegManager
    function giveBack(Leg calldata leg) external {
        if (msg.sender != address(this)) revert LegManagerSelfRequired(msg.sender);
        leg.giveBack();
    }

    /// @inheritdoc IEscrowLegManager
    function isHeld(bytes32 legRef) public view returns (bool) {
        return escrow.held[legRef] != 0;
    }

    /// @inheritdoc IEscrowLegManager
    function isOwed(bytes32 legRef) external view returns (bool) {
        return escrow.owed[legRef] != 0;
    }
}
