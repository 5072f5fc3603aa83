// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { ReentrancyGuardTransient } from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import { IDeliveryManager } from "../../interfaces/IDeliveryManager.sol";
import { IEscrowLegManager } from "../../interfaces/IEscrowLegManager.sol";
import { ILegManager } from "../../interfaces/ILegManager.sol";
import { ILockingLegManager } from "../../interfaces/ILockingLegManager.sol";
import { ISettlingLegManager } from "../../interfaces/ISettlingLegManager.sol";
import { DeliveryId } from "../../types/Delivery.sol";
import { Leg } from "../../types/Leg.sol";
import { Erc20Legs } from "./Erc20Legs.sol";
import { Escrow, Escrows } from "./Escrow.sol";
import { LockStore, Locks } from "./Locks.sol";
import { TokenLegs } from "./TokenLegs.sol";

/// @title Legs that move a quantity of an ERC-20 token once a key is shown.
contract HtlcLegManager is ILockingLegManager, ReentrancyGuardTransient {
    using Erc20Legs for Leg;
    using Escrows for Escrow;
    using Locks for LockStore;

    /// @inheritdoc IEscrowLegManager
    uint256 public constant RELEASE_GAS = 300_000;
    /// @inheritdoc ILockingLegManager
    uint64 public constant LOCK_MARGIN = Locks.MARGIN;
    /// @inheritdoc ILockingLegManager
    uint64 public constant MIN_LOCK_PERIOD = Locks.MIN_PERIOD;
    /// @inheritdoc ILockingLegManager
    uint64 public constant MAX_LOCK_PERIOD = Locks.MAX_PERIOD;
    /// @inheritdoc IEscrowLegManager
    address public immutable platform;
    /// @inheritdoc ISettlingLegManager
    address public immutable deliveryManager;
    Escrow private escrow;
    LockStore private lockStore;

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
        Locks.requireTerms(leg.senderData);
    }

    /// @inheritdoc ISettlingLegManager
    function confirmSender(bytes32 legRef, Leg calldata, bytes calldata) external view onlyDeliveryManager {
        revert LockNotTaken(legRef);
    }

    /// @inheritdoc ILockingLegManager
    function lock(
        DeliveryId deliveryId,
        bytes32 legRef,
        Leg calldata leg,
        bytes calldata data,
        bytes32 hash,
        uint64 deadline
    ) external onlyDeliveryManager nonReentrant {
        TokenLegs.requireNoData(data);
        lockStore.lock(deliveryId, legRef, leg, hash, deadline);
        escrow.take(legRef, leg);
        leg.pull();
    }

    /// @inheritdoc ILockingLegManager
    function unlock(bytes32 legRef, Leg calldata, bytes calldata key) external onlyDeliveryManager {
        lockStore.unlock(legRef, key);
    }

    /// @inheritdoc ILockingLegManager
    function deliver(DeliveryId deliveryId, Leg[] calldata legs, uint256 legIdx, bytes calldata key)
        external
    {
        IDeliveryManager deliveries = IDeliveryManager(deliveryManager);
        lockStore.unlock(deliveries.legReference(deliveryId, legIdx), key);
        deliveries.notifyLegDelivery(deliveryId, legs, legIdx);
    }

    /// @inheritdoc ISettlingLegManager
    function setReceivingAccount(bytes32, Leg calldata, bytes calldata) external view onlyDeliveryManager {
        revert LegDataUnexpected();
    }

    /// @inheritdoc ISettlingLegManager
    function confirmReceiver(bytes32 legRef, Leg calldata, bytes calldata data)
        external
        view
        onlyDeliveryManager
    {
        TokenLegs.requireNoData(data);
        lockStore.requireUnlocked(legRef);
    }

    /// @inheritdoc ISettlingLegManager
    function settle(bytes32 legRef, Leg calldata leg) external onlyDeliveryManager nonReentrant {
        lockStore.settle(legRef);
        escrow.end(legRef, leg);
        leg.pay();
    }

    /// @inheritdoc ISettlingLegManager
    function release(bytes32 legRef, Leg calldata leg) external onlyDeliveryManager nonReentrant {
        if (!isHeld(legRef)) return;
        lockStore.release(legRef);
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

    /// @inheritdoc ILockingLegManager
    function locks(bytes32 legRef) external view returns (Lock memory) {
        return lockStore.locks[legRef];
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
