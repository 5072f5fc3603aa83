// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { Initializable } from "@openzeppelin/contracts/proxy/utils/Initializable.sol";
import { ILegManager } from "../../interfaces/ILegManager.sol";
import { IPlatformManager } from "../../interfaces/IPlatformManager.sol";
import { IRegistry } from "../../interfaces/IRegistry.sol";
import { ISettlingLegManager } from "../../interfaces/ISettlingLegManager.sol";
import { DappType } from "../../types/DappType.sol";
import { Leg } from "../../types/Leg.sol";
import { RegistryId } from "../../types/RegistryId.sol";

/// @title Legs that move a quantity within a registry, whichever registry manager keeps it.
contract DigitalLegManager is ISettlingLegManager, Initializable {
    /// @inheritdoc ISettlingLegManager
    address public deliveryManager;
    IPlatformManager private platform;

    modifier onlyDeliveryManager() {
        if (msg.sender != deliveryManager) revert LegDeliveryManagerRequired(msg.sender);
        _;
    }

    constructor() {
        _disableInitializers();
    }

    /// @notice Works once, in the transaction that makes the proxy.
    function init(address platform_, address deliveryManager_) external initializer {
        platform = IPlatformManager(platform_);
        deliveryManager = deliveryManager_;
    }

    /// @inheritdoc ILegManager
    function checkLeg(bytes32 legRef, Leg calldata leg) external view {
        if (leg.sender == leg.receiver) revert LegSenderIsReceiver(leg.sender);
        if (leg.registrar == address(0)) revert LegRegistrarInvalid(leg.registrar);
        if (leg.txCoordinator != address(0)) revert LegCoordinatorInvalid(leg.txCoordinator);
        if (platform.dappTypeOf(leg.assetManager) != DappType.REGISTRY) {
            revert LegAssetManagerInvalid(leg.assetManager);
        }
        IRegistry(leg.assetManager).checkMovement(_movement(legRef, leg));
    }

    /// @inheritdoc ISettlingLegManager
    function confirmSender(bytes32 legRef, Leg calldata leg, bytes calldata data)
        external
        onlyDeliveryManager
    {
        IRegistry(leg.assetManager).earmark(_movement(legRef, leg), data);
    }

    /// @inheritdoc ISettlingLegManager
    function nameReceipt(bytes32 legRef, Leg calldata leg, bytes calldata data) external onlyDeliveryManager {
        IRegistry(leg.assetManager).nameReceipt(_movement(legRef, leg), data);
    }

    /// @inheritdoc ISettlingLegManager
    function confirmReceiver(bytes32 legRef, Leg calldata leg, bytes calldata data)
        external
        onlyDeliveryManager
    {
        if (data.length > 0) {
            return IRegistry(leg.assetManager).nameReceipt(_movement(legRef, leg), data);
        }
        (, bool isReceiptNamed) = _preparedSides(legRef, leg);
        if (!isReceiptNamed) revert LegReceiptNotNamed(legRef);
    }

    /// @inheritdoc ISettlingLegManager
    function settle(bytes32 legRef, Leg calldata leg) external onlyDeliveryManager {
        IRegistry(leg.assetManager).transferAndUnearmark(_movement(legRef, leg));
    }

    /// @inheritdoc ISettlingLegManager
    function release(bytes32 legRef, Leg calldata leg) external onlyDeliveryManager {
        (bool isEarmarked, bool isReceiptNamed) = _preparedSides(legRef, leg);
        if (isEarmarked || isReceiptNamed) IRegistry(leg.assetManager).unearmark(_movement(legRef, leg));
    }

    function _preparedSides(bytes32 legRef, Leg calldata leg) private view returns (bool, bool) {
        return IRegistry(leg.assetManager).preparedSides(address(this), _movement(legRef, leg));
    }

    function _movement(bytes32 legRef, Leg calldata leg) private pure returns (IRegistry.Movement memory) {
        return IRegistry.Movement(
            RegistryId.wrap(leg.assetId), legRef, leg.sender, leg.receiver, leg.registrar, leg.quantity
        );
    }
}
