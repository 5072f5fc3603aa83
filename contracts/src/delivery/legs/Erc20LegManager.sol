// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { ReentrancyGuardTransient } from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import { IEscrowLegManager } from "../../interfaces/IEscrowLegManager.sol";
import { ILegManager } from "../../interfaces/ILegManager.sol";
import { ISettlingLegManager } from "../../interfaces/ISettlingLegManager.sol";
import { Leg } from "../../types/Leg.sol";
import { Erc20Legs } from "./Erc20Legs.sol";
import { Escrow, Escrows } from "./Escrow.sol";
import { TokenLegs } from "./TokenLegs.sol";

/// @title Legs that move a quantity of an ERC-20 token.
contract Erc20LegManager is IEscrowLegManager, ReentrancyGuardTransient {
    using Erc20Legs for Leg;
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
        TokenLegs.requireNoData(leg.senderData);
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
