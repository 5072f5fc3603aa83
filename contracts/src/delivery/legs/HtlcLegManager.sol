// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IDeliveryManager } from "../../interfaces/delivery/IDeliveryManager.sol";
import { ILegManager } from "../../interfaces/delivery/ILegManager.sol";
import { ILockingLegManager } from "../../interfaces/delivery/ILockingLegManager.sol";
import { ISettlingLegManager } from "../../interfaces/delivery/ISettlingLegManager.sol";
import { DeliveryId } from "../../types/Delivery.sol";
import { IUpgradable } from "../../interfaces/IUpgradable.sol";
import { Leg } from "../../types/Leg.sol";
import { Erc20Legs } from "./Erc20Legs.sol";
import { TokenLegs } from "./Escrow.sol";
import { EscrowLegManager } from "./EscrowLegManager.sol";
import { LockStore, Locks } from "./Locks.sol";

/// @title Legs that move a quantity of an ERC-20 token once its receiver shows a key.
contract HtlcLegManager is EscrowLegManager, ILockingLegManager {
    using Erc20Legs for Leg;
    using Locks for LockStore;

    /// @inheritdoc ILockingLegManager
    uint64 public constant LOCK_MARGIN = Locks.MARGIN;
    /// @inheritdoc ILockingLegManager
    uint64 public constant MIN_LOCK_PERIOD = Locks.MIN_PERIOD;
    /// @inheritdoc ILockingLegManager
    uint64 public constant MAX_LOCK_PERIOD = Locks.MAX_PERIOD;
    /// @dev keccak256(abi.encode(uint256(keccak256("connex.HtlcLegManager")) - 1)) & ~bytes32(uint256(0xff))
    bytes32 private constant LOCKS = 0x93aeb7b009c540c378dc87a329dda1ff86bbf3d32558825a8cad1e92aa216600;

    constructor(address platform_, address deliveryManager_) EscrowLegManager(platform_, deliveryManager_) { }

    /// @inheritdoc ILegManager
    function checkLeg(bytes32, Leg calldata leg) external view {
        leg.check(platform);
        Locks.requireTerms(leg.senderData);
    }

    /// @inheritdoc ISettlingLegManager
    /// @dev The sender of such a leg calls `lock`.
    function confirmSender(bytes32 legRef, Leg calldata, bytes calldata)
        external
        view
        override(EscrowLegManager, ISettlingLegManager)
        onlyDeliveryManager
    {
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
        _locks().lock(deliveryId, legRef, leg, hash, deadline);
        _take(legRef, leg);
    }

    /// @inheritdoc ILockingLegManager
    function unlock(bytes32 legRef, Leg calldata, bytes calldata key) external onlyDeliveryManager {
        _locks().unlock(legRef, key);
    }

    /// @inheritdoc ILockingLegManager
    function deliver(DeliveryId deliveryId, Leg[] calldata legs, uint256 legIdx, bytes calldata key)
        external
    {
        IDeliveryManager deliveries = IDeliveryManager(deliveryManager);
        _locks().unlock(deliveries.legReference(deliveryId, legIdx), key);
        deliveries.notifyLegDelivery(deliveryId, legs, legIdx);
    }

    /// @inheritdoc ISettlingLegManager
    function confirmReceiver(bytes32 legRef, Leg calldata, bytes calldata data)
        external
        view
        override(EscrowLegManager, ISettlingLegManager)
        onlyDeliveryManager
    {
        TokenLegs.requireNoData(data);
        _locks().requireUnlocked(legRef);
    }

    /// @inheritdoc ISettlingLegManager
    function settle(bytes32 legRef, Leg calldata leg)
        external
        override(EscrowLegManager, ISettlingLegManager)
        onlyDeliveryManager
        nonReentrant
    {
        _locks().settle(legRef);
        _settle(legRef, leg);
    }

    /// @inheritdoc ISettlingLegManager
    function release(bytes32 legRef, Leg calldata leg)
        external
        override(EscrowLegManager, ISettlingLegManager)
        onlyDeliveryManager
        nonReentrant
    {
        if (!isHeld(legRef)) return;
        _locks().release(legRef);
        _release(legRef, leg);
    }

    /// @inheritdoc ILockingLegManager
    function locks(bytes32 legRef) external view returns (Lock memory) {
        return _locks().locks[legRef];
    }

    /// @inheritdoc IUpgradable
    function kind() external pure returns (bytes32) {
        return "HtlcLegManager";
    }

    function _pull(Leg calldata leg) internal override {
        leg.pull();
    }

    function _pay(Leg calldata leg) internal override {
        leg.pay();
    }

    function _giveBack(Leg calldata leg) internal override {
        leg.giveBack();
    }

    function _locks() private pure returns (LockStore storage store) {
        bytes32 slot = LOCKS;
        // solhint-disable-next-line no-inline-assembly
        assembly ("memory-safe") {
            store.slot := slot
        }
    }
}
