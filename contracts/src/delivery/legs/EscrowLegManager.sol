// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { ReentrancyGuardTransient } from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import { Privileges } from "../../access/Privileges.sol";
import { IDapp } from "../../interfaces/IDapp.sol";
import { IEscrowLegManager } from "../../interfaces/delivery/IEscrowLegManager.sol";
import { IPrivilegeManager } from "../../interfaces/IPrivilegeManager.sol";
import { ISettlingLegManager } from "../../interfaces/delivery/ISettlingLegManager.sol";
import { Upgradable } from "../../proxy/Upgradable.sol";
import { Leg } from "../../types/Leg.sol";
import { Escrow, Escrows, TokenLegs } from "./Escrow.sol";

/// @title The escrow of a leg manager, behind a proxy. How a token moves, each manager says.
/// @dev Its addresses are part of the code: nothing is initialised, and a call reads no slot for them. New code must have
/// the same.
abstract contract EscrowLegManager is IEscrowLegManager, Upgradable, ReentrancyGuardTransient {
    using Escrows for Escrow;

    /// @dev keccak256(abi.encode(uint256(keccak256("connex.EscrowLegManager")) - 1)) & ~bytes32(uint256(0xff))
    bytes32 private constant ESCROW = 0x05dcf3953589033b76b7096b2227586fa2e69107c067b673899ba8867eb6e600;
    /// @inheritdoc IEscrowLegManager
    uint256 public constant RELEASE_GAS = 300_000;
    /// @inheritdoc IDapp
    address public immutable platform;
    /// @inheritdoc ISettlingLegManager
    address public immutable deliveryManager;

    modifier onlyDeliveryManager() {
        if (msg.sender != deliveryManager) revert LegDeliveryManagerRequired(msg.sender);
        _;
    }

    constructor(address platform_, address deliveryManager_) {
        platform = platform_;
        deliveryManager = deliveryManager_;
    }

    /// @inheritdoc ISettlingLegManager
    function confirmSender(bytes32 legRef, Leg calldata leg, bytes calldata data)
        external
        virtual
        onlyDeliveryManager
        nonReentrant
    {
        TokenLegs.requireNoData(data);
        _take(legRef, leg);
    }

    /// @inheritdoc ISettlingLegManager
    function setReceivingAccount(bytes32, Leg calldata, bytes calldata) external view onlyDeliveryManager {
        revert LegDataUnexpected();
    }

    /// @inheritdoc ISettlingLegManager
    function confirmReceiver(bytes32, Leg calldata, bytes calldata data)
        external
        view
        virtual
        onlyDeliveryManager
    {
        TokenLegs.requireNoData(data);
    }

    /// @inheritdoc ISettlingLegManager
    function settle(bytes32 legRef, Leg calldata leg) external virtual onlyDeliveryManager nonReentrant {
        _settle(legRef, leg);
    }

    /// @inheritdoc ISettlingLegManager
    function release(bytes32 legRef, Leg calldata leg) external virtual onlyDeliveryManager nonReentrant {
        if (isHeld(legRef)) _release(legRef, leg);
    }

    /// @inheritdoc IEscrowLegManager
    function reclaim(bytes32 legRef, Leg calldata leg) external nonReentrant {
        _escrow().repay(legRef, leg);
        emit LegReclaimed(legRef, leg.sender);
        _giveBack(leg);
    }

    /// @inheritdoc IEscrowLegManager
    function giveBack(Leg calldata leg) external {
        if (msg.sender != address(this)) revert LegManagerSelfRequired(msg.sender);
        _giveBack(leg);
    }

    /// @inheritdoc IEscrowLegManager
    function isHeld(bytes32 legRef) public view returns (bool) {
        return _escrow().held[legRef] != 0;
    }

    /// @inheritdoc IEscrowLegManager
    function isOwed(bytes32 legRef) external view returns (bool) {
        return _escrow().owed[legRef] != 0;
    }

    /// @inheritdoc IDapp
    /// @dev The delivery manager's: who holds delivery.PLATFORM_UPGRADE there, everywhere or on this leg manager, may
    /// upgrade it.
    function privilegeManager() public view returns (address) {
        return IDapp(deliveryManager).privilegeManager();
    }

    /// @inheritdoc IDapp
    function getVersion() external pure virtual returns (uint256) {
        return 1;
    }

    /// @inheritdoc Upgradable
    function _requireUpgrader() internal view override {
        bytes32 privilege = Privileges.DELIVERY_PLATFORM_UPGRADE;
        if (!IPrivilegeManager(privilegeManager()).checkGranted(msg.sender, privilege, address(this))) {
            revert IPrivilegeManager.PrivilegeNotHeld(msg.sender, privilege);
        }
    }

    /// @inheritdoc Upgradable
    function _requireSameAddresses(address newImplementation) internal view override {
        IEscrowLegManager next = IEscrowLegManager(newImplementation);
        if (next.platform() != platform || next.deliveryManager() != deliveryManager) {
            revert UpgradeCodeInvalid(newImplementation);
        }
    }

    /// @dev Moves the asset from the leg's sender into escrow.
    function _take(bytes32 legRef, Leg calldata leg) internal {
        _escrow().take(legRef, leg);
        _pull(leg);
    }

    /// @dev Moves the asset from escrow to the leg's receiver.
    function _settle(bytes32 legRef, Leg calldata leg) internal {
        _escrow().end(legRef, leg);
        _pay(leg);
    }

    /// @dev Moves the asset from escrow back to the leg's sender, or records the debt where the token refuses.
    function _release(bytes32 legRef, Leg calldata leg) internal {
        _escrow().end(legRef, leg);
        TokenLegs.requireReleaseGas(RELEASE_GAS);
        // solhint-disable-next-line no-empty-blocks
        try this.giveBack{ gas: RELEASE_GAS }(leg) { }
        catch {
            _escrow().owe(legRef, leg);
            emit LegReleaseOwed(legRef, leg.sender);
        }
    }

    function _pull(Leg calldata leg) internal virtual;

    function _pay(Leg calldata leg) internal virtual;

    function _giveBack(Leg calldata leg) internal virtual;

    function _escrow() private pure returns (Escrow storage store) {
        bytes32 slot = ESCROW;
        // solhint-disable-next-line no-inline-assembly
        assembly ("memory-safe") {
            store.slot := slot
        }
    }
}
