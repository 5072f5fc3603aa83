// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Address } from "@openzeppelin/contracts/utils/Address.sol";
import { PrivilegeCheck } from "../access/PrivilegeCheck.sol";
import { Privileges } from "../access/Privileges.sol";
import { IDapp } from "../interfaces/IDapp.sol";
import { IDeliveryCancellations } from "../interfaces/delivery/IDeliveryCancellations.sol";
import { IDeliveryLocks } from "../interfaces/delivery/IDeliveryLocks.sol";
import { IDeliveryManager } from "../interfaces/delivery/IDeliveryManager.sol";
import { IUpgradable } from "../interfaces/IUpgradable.sol";
import { Upgradable } from "../proxy/Upgradable.sol";
import { DeliveryId, DeliveryLegState, DeliveryState } from "../types/Delivery.sol";
import { Leg, LegRole, LegType } from "../types/Leg.sol";
import { RegistryType } from "../types/Registry.sol";
import { DeliveryCancellations } from "./DeliveryCancellations.sol";
import { DeliveryLocks } from "./DeliveryLocks.sol";
import { DeliveryRecord, DeliveryRecords } from "./DeliveryRecords.sol";
import { DeliveryStorage } from "./DeliveryStorage.sol";
import { LegChecks } from "./LegChecks.sol";
import { LegDuties } from "./LegDuties.sol";
import { LegFlags } from "./LegFlags.sol";
import { LegManagerStore, LegManagers } from "./LegManagers.sol";
import { LegTypes } from "./LegTypes.sol";
import { LegsHash } from "./LegsHash.sol";
import { OffLedgerLegs } from "./OffLedgerLegs.sol";

contract DeliveryManager is IDeliveryManager, Upgradable, DeliveryStorage {
    using LegChecks for Leg[];
    using LegDuties for Leg[];
    using LegFlags for uint256;
    using LegTypes for LegType;
    using LegManagers for LegManagerStore;
    using DeliveryRecords for DeliveryRecord;
    using DeliveryRecords for mapping(DeliveryId => DeliveryRecord);

    uint256 private constant MAX_LEGS = 32;

    /// @inheritdoc IDeliveryManager
    uint64 public constant EXPIRY_PERIOD = DeliveryRecords.EXPIRY_PERIOD;
    /// @dev Parts of this code in contracts of their own, for their size. An upgrade replaces all three.
    address private immutable cancellations;
    address private immutable locks;

    constructor(address platform_, address privilegeManager_) DeliveryStorage(platform_, privilegeManager_) {
        cancellations = address(new DeliveryCancellations(platform_, privilegeManager_));
        locks = address(new DeliveryLocks(platform_, privilegeManager_));
    }

    /// @inheritdoc IDeliveryManager
    function createDelivery(
        DeliveryId deliveryId,
        bytes32 privateDataFp,
        Leg[] calldata legs,
        uint64 valueDate
    ) external nonReentrant {
        DeliveryRecord storage record = _store().records[deliveryId];
        if (record.state != DeliveryState.NONE) revert DeliveryAlreadyExists(deliveryId);
        if (valueDate % 1 days != 0 || valueDate > type(uint32).max) {
            revert DeliveryValueDateInvalid(valueDate);
        }
        if (legs.length == 0) revert DeliveryWithoutLegs(deliveryId);
        if (legs.length > MAX_LEGS) revert DeliveryTooManyLegs(deliveryId, legs.length);
        bytes32 legsHash = LegsHash.hash(legs);
        if (legsHash == 0) revert DeliveryLegsMalformed(deliveryId);
        DeliveryId id = DeliveryRecords.idOf(msg.sender, privateDataFp, valueDate, legsHash);
        if (deliveryId != id) revert DeliveryIdInvalid(deliveryId, id);
        (uint256 notOwed, uint256 confirmations) = legs.initialFlags(msg.sender);
        if (confirmations == 0 && !legs.isParticipant(msg.sender)) {
            revert DeliveryNotParticipant(deliveryId, msg.sender);
        }
        legs.requireArbiter(deliveryId);
        _checkLegs(deliveryId, legs, confirmations);
        record.creator = msg.sender;
        record.startsAt = uint32(valueDate == 0 ? block.timestamp : valueDate);
        record.hasValueDate = valueDate != 0;
        record.state = confirmations == 0 ? DeliveryState.CREATED : DeliveryState.PENDING;
        record.numLegs = uint8(legs.length);
        record.privateDataFp = privateDataFp;
        record.setFlags(notOwed | confirmations);
        emit DeliveryCreated(deliveryId, msg.sender, privateDataFp, valueDate, legs);
        for (uint256 i; i < legs.length; ++i) {
            uint256 bits = confirmations.ofLeg(i);
            Leg calldata leg = legs[i];
            bytes calldata data = bits.hasAny(LegFlags.SENDER) ? leg.senderData : leg.receiverData;
            if (bits != 0) _confirmLeg(deliveryId, leg, i, bits, data);
        }
    }

    /// @inheritdoc IDeliveryManager
    function confirmDelivery(DeliveryId deliveryId, Leg[] calldata legs, bytes[] calldata data)
        external
        nonReentrant
    {
        _confirm(deliveryId, legs, data, LegFlags.INVESTORS | LegFlags.REGISTRAR);
    }

    /// @inheritdoc IDeliveryManager
    function confirmAsSender(DeliveryId deliveryId, Leg[] calldata legs, bytes[] calldata data)
        external
        nonReentrant
    {
        _confirm(deliveryId, legs, data, LegFlags.SENDER);
    }

    /// @inheritdoc IDeliveryManager
    function confirmAsReceiver(DeliveryId deliveryId, Leg[] calldata legs, bytes[] calldata data)
        external
        nonReentrant
    {
        _confirm(deliveryId, legs, data, LegFlags.RECEIVER);
    }

    /// @inheritdoc IDeliveryManager
    function confirmAsCoordinator(DeliveryId deliveryId, Leg[] calldata legs) external nonReentrant {
        DeliveryRecord storage record = _store().records.requirePending(deliveryId, legs);
        uint256 confirmations = _owedNow(deliveryId, record, legs, LegFlags.COORDINATOR.atEach(legs.length));
        bool settles = record.confirm(deliveryId, confirmations);
        for (uint256 i; i < legs.length; ++i) {
            if (confirmations.ofLeg(i) == 0) continue;
            emit LegConfirmed(deliveryId, i, msg.sender, LegRole.COORDINATOR, "");
        }
        if (settles) _settle(deliveryId, legs);
    }

    /// @inheritdoc IDeliveryManager
    function confirmLegDelivery(
        DeliveryId deliveryId,
        Leg[] calldata legs,
        uint256 legIdx,
        bytes calldata data
    ) external nonReentrant {
        DeliveryRecord storage record = _store().records.requirePending(deliveryId, legs);
        Leg calldata leg = legs.leg(deliveryId, legIdx);
        if (leg.legType.isHtlc()) revert LegIsHtlc(deliveryId, legIdx);
        if (leg.legType.isOffLedger() && leg.registrar != msg.sender) {
            revert LegIsExternal(deliveryId, legIdx);
        }
        uint256 mask = (LegFlags.INVESTORS | LegFlags.REGISTRAR).atLeg(legIdx);
        uint256 confirmations = _owedNow(deliveryId, record, legs, mask);
        bool settles = record.confirm(deliveryId, confirmations);
        _confirmLeg(deliveryId, leg, legIdx, confirmations.ofLeg(legIdx), data);
        if (settles) _settle(deliveryId, legs);
    }

    /// @inheritdoc IDeliveryManager
    function reportExternalDelivery(DeliveryId deliveryId, Leg[] calldata legs, uint256 legIdx)
        external
        nonReentrant
    {
        DeliveryRecord storage record = _store().records.requirePending(deliveryId, legs);
        legs.offLedgerLeg(deliveryId, legIdx);
        legs.requirePayable(deliveryId, record.flags(), legIdx);
        record.confirm(deliveryId, (LegFlags.SENDER | LegFlags.REPORTED).atLeg(legIdx));
        emit ExternalDeliveryReported(deliveryId, legIdx, msg.sender);
    }

    /// @inheritdoc IDeliveryManager
    function confirmExternalDelivery(DeliveryId deliveryId, Leg[] calldata legs, uint256 legIdx)
        external
        nonReentrant
    {
        DeliveryRecord storage record = _store().records.requirePending(deliveryId, legs);
        Leg calldata leg = legs.offLedgerLeg(deliveryId, legIdx);
        uint256 bits = record.flags().ofLeg(legIdx);
        if (leg.receiver != msg.sender) revert LegNotParty(deliveryId, legIdx, msg.sender);
        if (!bits.hasAny(LegFlags.REPORTED)) revert LegNotReported(deliveryId, legIdx);
        if (bits.hasAny(LegFlags.RECEIVER)) revert LegAlreadyConfirmed(deliveryId, legIdx, LegRole.RECEIVER);
        bool settles = record.confirm(deliveryId, LegFlags.RECEIVER.atLeg(legIdx));
        emit ExternalDeliveryConfirmed(deliveryId, legIdx, msg.sender);
        if (settles) _settle(deliveryId, legs);
    }

    /// @inheritdoc IDeliveryLocks
    function confirmAndLockLeg(DeliveryId, Leg[] calldata, uint256, bytes calldata, bytes32, uint64)
        external
    {
        Address.functionDelegateCall(locks, msg.data);
    }

    /// @inheritdoc IDeliveryLocks
    function unlockAndDeliverLeg(DeliveryId, Leg[] calldata, uint256, bytes calldata) external {
        Address.functionDelegateCall(locks, msg.data);
    }

    /// @inheritdoc IDeliveryLocks
    function notifyLegDelivery(DeliveryId, Leg[] calldata, uint256) external {
        Address.functionDelegateCall(locks, msg.data);
    }

    /// @inheritdoc IDeliveryManager
    function setReceiverAccount(
        DeliveryId deliveryId,
        Leg[] calldata legs,
        uint256 legIdx,
        bytes calldata data
    ) external nonReentrant {
        DeliveryRecord storage record = _store().records.requirePending(deliveryId, legs);
        Leg calldata leg = legs.leg(deliveryId, legIdx);
        if (leg.legType.isOffLedger()) revert LegIsExternal(deliveryId, legIdx);
        if (leg.receiver != msg.sender) revert LegNotParty(deliveryId, legIdx, msg.sender);
        if (record.flags().ofLeg(legIdx).hasAny(LegFlags.RECEIVER)) {
            revert LegAlreadyConfirmed(deliveryId, legIdx, LegRole.RECEIVER);
        }
        emit ReceiverAccountSet(deliveryId, legIdx, msg.sender, data);
        _store().managers.setReceivingAccount(_reference(deliveryId, legIdx), leg, data);
    }

    /// @inheritdoc IDeliveryCancellations
    function cancelDelivery(DeliveryId, Leg[] calldata, bytes32) external {
        Address.functionDelegateCall(cancellations, msg.data);
    }

    /// @inheritdoc IDeliveryCancellations
    function cancelExpired(DeliveryId, Leg[] calldata, bytes32) external {
        Address.functionDelegateCall(cancellations, msg.data);
    }

    /// @inheritdoc IDeliveryCancellations
    function unlockAndCancel(DeliveryId, Leg[] calldata, bytes32) external {
        Address.functionDelegateCall(cancellations, msg.data);
    }

    /// @inheritdoc IDeliveryCancellations
    function releaseLeg(DeliveryId, Leg[] calldata, uint256) external {
        Address.functionDelegateCall(cancellations, msg.data);
    }

    /// @inheritdoc IDeliveryManager
    function registerLegManager(LegType legType, address legManager, RegistryType registryType)
        external
        only(Privileges.DELIVERY_OPERATOR)
    {
        _store().managers.register(legType, legManager, registryType);
    }

    /// @inheritdoc IDeliveryManager
    function unregisterLegManager(LegType legType) external only(Privileges.DELIVERY_OPERATOR) {
        _store().managers.unregister(legType);
    }

    /// @inheritdoc IDapp
    function platform() external view returns (address) {
        return platformAddr;
    }

    /// @inheritdoc IDapp
    function privilegeManager() external view returns (address) {
        return privilegeManagerAddr;
    }

    /// @inheritdoc IDeliveryManager
    function deliveries(DeliveryId deliveryId) external view returns (Delivery memory) {
        return _store().records[deliveryId].toView();
    }

    /// @inheritdoc IDeliveryManager
    function isParticipant(DeliveryId deliveryId, Leg[] calldata legs, address account)
        external
        view
        returns (bool)
    {
        _store().records.requireKnown(deliveryId, legs);
        return legs.isParticipant(account);
    }

    /// @inheritdoc IDeliveryManager
    function legFlags(DeliveryId deliveryId) external view returns (uint256) {
        return _store().records[deliveryId].flags();
    }

    /// @inheritdoc IDeliveryManager
    function legStates(DeliveryId deliveryId, Leg[] calldata legs)
        external
        view
        returns (DeliveryLegState[] memory)
    {
        return legs.states(_store().records.requireKnown(deliveryId, legs).flags());
    }

    /// @inheritdoc IDeliveryManager
    function legManagers(LegType legType) external view returns (LegManager memory) {
        return _store().managers.managers[legType];
    }

    /// @inheritdoc IDeliveryManager
    function isLegManager(address account) external view returns (bool) {
        return _store().managers.isKnown(account);
    }

    /// @inheritdoc IDeliveryManager
    function legReference(DeliveryId deliveryId, uint256 legIdx) external pure returns (bytes32) {
        return _reference(deliveryId, legIdx);
    }

    /// @inheritdoc IDeliveryManager
    function deliveryIdOf(address creator, bytes32 privateDataFp, Leg[] calldata legs, uint64 valueDate)
        external
        pure
        returns (DeliveryId)
    {
        bytes32 legsHash = LegsHash.hash(legs);
        if (legsHash == 0) return DeliveryId.wrap(0);
        return DeliveryRecords.idOf(creator, privateDataFp, valueDate, legsHash);
    }

    /// @inheritdoc IUpgradable
    function kind() external pure returns (bytes32) {
        return "DeliveryManager";
    }

    /// @inheritdoc IDapp
    function getVersion() external pure virtual returns (uint256) {
        return 1;
    }

    /// @inheritdoc Upgradable
    function _requireUpgrader() internal view override {
        PrivilegeCheck.require_(privilegeManagerAddr, msg.sender, Privileges.DELIVERY_PLATFORM_UPGRADE);
    }

    /// @inheritdoc Upgradable
    function _requireSameAddresses(address newImplementation) internal view override {
        IDapp next = IDapp(newImplementation);
        if (next.platform() != platformAddr || next.privilegeManager() != privilegeManagerAddr) {
            revert UpgradeCodeInvalid(newImplementation);
        }
    }

    function _checkLegs(DeliveryId deliveryId, Leg[] calldata legs, uint256 confirmations) private view {
        standings.requireActive(msg.sender);
        address registry;
        for (uint256 i; i < legs.length; ++i) {
            Leg calldata leg = legs[i];
            registry = _store().managers
                .check(standings, _reference(deliveryId, i), leg, confirmations.ofLeg(i) != 0, registry);
            LegChecks.requireOwnData(leg, i);
        }
    }

    function _confirm(DeliveryId deliveryId, Leg[] calldata legs, bytes[] calldata data, uint256 roles)
        private
    {
        DeliveryRecord storage record = _store().records.requirePending(deliveryId, legs);
        if (data.length != legs.length) revert DeliveryDataMismatch(legs.length, data.length);
        uint256 confirmations = _owedNow(deliveryId, record, legs, roles.atEach(legs.length));
        bool settles = record.confirm(deliveryId, confirmations);
        for (uint256 i; i < legs.length; ++i) {
            _confirmLeg(deliveryId, legs[i], i, confirmations.ofLeg(i), data[i]);
        }
        if (settles) _settle(deliveryId, legs);
    }

    /// @dev The caller's confirmations within the mask that are due now: investors come before all others.
    function _owedNow(DeliveryId deliveryId, DeliveryRecord storage record, Leg[] calldata legs, uint256 mask)
        private
        view
        returns (uint256 owed)
    {
        uint256 flags = record.flags();
        uint256 duties = legs.dutiesOf(msg.sender) & mask & ~flags;
        owed = duties & LegFlags.INVESTORS.atEach(legs.length);
        if (owed != duties && legs.isMatched(flags | owed)) return duties;
        if (owed != 0) return owed;
        if (duties != 0) revert DeliveryInvestorsFirst(deliveryId);
        if (legs.isParticipant(msg.sender)) revert DeliveryNothingToConfirm(deliveryId, msg.sender);
        revert DeliveryNotParticipant(deliveryId, msg.sender);
    }

    function _confirmLeg(
        DeliveryId deliveryId,
        Leg calldata leg,
        uint256 legIdx,
        uint256 confirmations,
        bytes calldata data
    ) private {
        if (confirmations.hasAny(LegFlags.SENDER)) {
            emit LegConfirmed(deliveryId, legIdx, msg.sender, LegRole.SENDER, data);
            _store().managers.confirmSender(_reference(deliveryId, legIdx), leg, data);
        } else if (confirmations.hasAny(LegFlags.RECEIVER)) {
            emit LegConfirmed(deliveryId, legIdx, msg.sender, LegRole.RECEIVER, data);
            _store().managers.confirmReceiver(_reference(deliveryId, legIdx), leg, data);
        } else if (data.length > 0) {
            revert LegDataNotOwn(legIdx);
        }
        if (confirmations.hasAny(LegFlags.REGISTRAR)) {
            emit LegConfirmed(deliveryId, legIdx, msg.sender, LegRole.REGISTRAR, "");
            if (leg.legType.isOffLedger()) OffLedgerLegs.requireTransferAgent(leg);
        }
    }
}
