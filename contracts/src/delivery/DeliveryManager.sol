// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { Initializable } from "@openzeppelin/contracts/proxy/utils/Initializable.sol";
import { ReentrancyGuardTransient } from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import { PrivilegeCheck } from "../access/PrivilegeCheck.sol";
import { Privileges } from "../access/Privileges.sol";
import { IDapp } from "../interfaces/IDapp.sol";
import { IDeliveryManager } from "../interfaces/IDeliveryManager.sol";
import { ILockingLegManager } from "../interfaces/ILockingLegManager.sol";
import { IPlatformManager } from "../interfaces/IPlatformManager.sol";
import { IUpgradable } from "../interfaces/IUpgradable.sol";
import { Upgrades } from "../proxy/Upgrades.sol";
import { DeliveryId, DeliveryLegState, DeliveryState } from "../types/Delivery.sol";
import { Leg, LegRole, LegType } from "../types/Leg.sol";
import { RegistryType } from "../types/Registry.sol";
import { DeliveryRecord, DeliveryRecords } from "./DeliveryRecords.sol";
import { LegChecks } from "./LegChecks.sol";
import { LegDuties } from "./LegDuties.sol";
import { LegFlags } from "./LegFlags.sol";
import { LegManagerStore, LegManagers } from "./LegManagers.sol";
import { LegTypes } from "./LegTypes.sol";
import { LegsHash } from "./LegsHash.sol";
import { OffLedgerLegs } from "./OffLedgerLegs.sol";

contract DeliveryManager is IDeliveryManager, Initializable, ReentrancyGuardTransient {
    using LegChecks for Leg[];
    using LegDuties for Leg[];
    using LegFlags for uint256;
    using LegTypes for LegType;
    using LegManagers for LegManagerStore;
    using DeliveryRecords for DeliveryRecord;
    using DeliveryRecords for mapping(DeliveryId => DeliveryRecord);

    uint256 private constant MAX_LEGS = 32;

    /// @inheritdoc IDapp
    address public platform;
    /// @inheritdoc IDapp
    address public privilegeManager;
    mapping(DeliveryId => DeliveryRecord) private records;
    LegManagerStore private managers;

    modifier only(bytes32 privilege) {
        PrivilegeCheck.require_(privilegeManager, msg.sender, privilege);
        _;
    }

    constructor() {
        _disableInitializers();
    }

    /// @inheritdoc IDeliveryManager
    function init(address platform_, address privilegeManager_) external initializer {
        platform = platform_;
        privilegeManager = privilegeManager_;
    }

    /// @inheritdoc IDeliveryManager
    function createDelivery(
        DeliveryId deliveryId,
        bytes32 privateDataFp,
        Leg[] calldata legs,
        uint64 valueDate
    ) external nonReentrant {
        DeliveryRecord storage record = records[deliveryId];
        if (DeliveryId.unwrap(deliveryId) == 0) revert DeliveryIdMissing();
        if (record.state != DeliveryState.NONE) revert DeliveryAlreadyExists(deliveryId);
        if (valueDate % 1 days != 0 || valueDate > type(uint40).max) {
            revert DeliveryValueDateInvalid(valueDate);
        }
        if (legs.length == 0) revert DeliveryWithoutLegs(deliveryId);
        if (legs.length > MAX_LEGS) revert DeliveryTooManyLegs(deliveryId, legs.length);
        bytes32 legsHash = LegsHash.hash(legs);
        if (legsHash == 0) revert DeliveryLegsMalformed(deliveryId);
        (uint256 notOwed, uint256 confirmations) = legs.initialFlags(msg.sender);
        if (confirmations == 0 && !legs.isParticipant(msg.sender)) {
            revert DeliveryNotParticipant(deliveryId, msg.sender);
        }
        legs.requireArbiter(deliveryId);
        _checkLegs(deliveryId, legs, confirmations);
        record.creator = msg.sender;
        record.valueDate = uint40(valueDate);
        record.state = confirmations == 0 ? DeliveryState.CREATED : DeliveryState.PENDING;
        record.numLegs = uint8(legs.length);
        record.privateDataFp = privateDataFp;
        record.legsHash = legsHash;
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
        DeliveryRecord storage record = records.requirePending(deliveryId, legs);
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
        DeliveryRecord storage record = records.requirePending(deliveryId, legs);
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
        DeliveryRecord storage record = records.requirePending(deliveryId, legs);
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
        DeliveryRecord storage record = records.requirePending(deliveryId, legs);
        Leg calldata leg = legs.offLedgerLeg(deliveryId, legIdx);
        uint256 bits = record.flags().ofLeg(legIdx);
        if (leg.receiver != msg.sender) revert LegNotParty(deliveryId, legIdx, msg.sender);
        if (!bits.hasAny(LegFlags.REPORTED)) revert LegNotReported(deliveryId, legIdx);
        if (bits.hasAny(LegFlags.RECEIVER)) revert LegAlreadyConfirmed(deliveryId, legIdx, LegRole.RECEIVER);
        bool settles = record.confirm(deliveryId, LegFlags.RECEIVER.atLeg(legIdx));
        emit ExternalDeliveryConfirmed(deliveryId, legIdx, msg.sender);
        if (settles) _settle(deliveryId, legs);
    }

    /// @inheritdoc IDeliveryManager
    function confirmAndLockLeg(
        DeliveryId deliveryId,
        Leg[] calldata legs,
        uint256 legIdx,
        bytes calldata data,
        bytes32 hash,
        uint64 deadline
    ) external nonReentrant {
        DeliveryRecord storage record = records.requirePending(deliveryId, legs);
        Leg calldata leg = legs.htlcLeg(deliveryId, legIdx);
        legs.requirePayable(deliveryId, record.flags(), legIdx);
        if (deadline <= record.valueDate) revert ILockingLegManager.LockDeadlineInvalid(deadline);
        record.confirm(deliveryId, (LegFlags.SENDER | LegFlags.REPORTED).atLeg(legIdx));
        emit LegLocked(deliveryId, legIdx, msg.sender, hash, deadline, data);
        managers.locking(leg).lock(deliveryId, legReference(deliveryId, legIdx), leg, data, hash, deadline);
    }

    /// @inheritdoc IDeliveryManager
    function unlockAndDeliverLeg(
        DeliveryId deliveryId,
        Leg[] calldata legs,
        uint256 legIdx,
        bytes calldata key
    ) external nonReentrant {
        DeliveryRecord storage record = records.requirePending(deliveryId, legs);
        Leg calldata leg = legs.htlcLeg(deliveryId, legIdx);
        if (leg.receiver != msg.sender) revert LegNotParty(deliveryId, legIdx, msg.sender);
        _requireUnlockable(deliveryId, record, legs, legIdx);
        bool settles = record.confirm(deliveryId, LegFlags.RECEIVER.atLeg(legIdx));
        emit LegUnlocked(deliveryId, legIdx, msg.sender, key);
        managers.locking(leg).unlock(legReference(deliveryId, legIdx), leg, key);
        if (settles) _settle(deliveryId, legs);
    }

    /// @inheritdoc IDeliveryManager
    function unlockAndCancel(DeliveryId deliveryId, Leg[] calldata legs, bytes32 reasonFp)
        external
        nonReentrant
    {
        DeliveryRecord storage record = records.requirePending(deliveryId, legs);
        uint256 flags = record.flags();
        if (!legs.isParticipant(msg.sender)) revert DeliveryNotParticipant(deliveryId, msg.sender);
        if (!legs.isLocked(flags)) revert DeliveryNotLocked(deliveryId);
        for (uint256 i; i < legs.length; ++i) {
            bool isLocked = legs[i].legType.isHtlc() && flags.ofLeg(i).hasAny(LegFlags.REPORTED);
            if (isLocked) _requireExpired(legReference(deliveryId, i), legs[i]);
        }
        _cancel(deliveryId, record, legs, reasonFp, false);
    }

    /// @inheritdoc IDeliveryManager
    function notifyLegDelivery(DeliveryId deliveryId, Leg[] calldata legs, uint256 legIdx)
        external
        nonReentrant
    {
        DeliveryRecord storage record = records.requirePending(deliveryId, legs);
        Leg calldata leg = legs.leg(deliveryId, legIdx);
        if (leg.legType.isBuiltIn() || msg.sender != address(managers.settling(leg))) {
            revert LegManagerRequired(deliveryId, legIdx, msg.sender);
        }
        uint256 bits = record.flags().ofLeg(legIdx);
        if (leg.legType.isHtlc()) _requireUnlockable(deliveryId, record, legs, legIdx);
        if (!bits.hasAny(LegFlags.SENDER)) revert LegNotConfirmed(deliveryId, legIdx, LegRole.SENDER);
        if (bits.hasAny(LegFlags.RECEIVER)) revert LegAlreadyConfirmed(deliveryId, legIdx, LegRole.RECEIVER);
        bool settles = record.confirm(deliveryId, LegFlags.RECEIVER.atLeg(legIdx));
        emit LegDeliveryNotified(deliveryId, legIdx, msg.sender);
        if (settles) _settle(deliveryId, legs);
    }

    /// @inheritdoc IDeliveryManager
    function setReceiverAccount(
        DeliveryId deliveryId,
        Leg[] calldata legs,
        uint256 legIdx,
        bytes calldata data
    ) external nonReentrant {
        DeliveryRecord storage record = records.requirePending(deliveryId, legs);
        Leg calldata leg = legs.leg(deliveryId, legIdx);
        if (leg.legType.isOffLedger()) revert LegIsExternal(deliveryId, legIdx);
        if (leg.receiver != msg.sender) revert LegNotParty(deliveryId, legIdx, msg.sender);
        if (record.flags().ofLeg(legIdx).hasAny(LegFlags.RECEIVER)) {
            revert LegAlreadyConfirmed(deliveryId, legIdx, LegRole.RECEIVER);
        }
        emit ReceiverAccountSet(deliveryId, legIdx, msg.sender, data);
        managers.setReceivingAccount(legReference(deliveryId, legIdx), leg, data);
    }

    /// @inheritdoc IDeliveryManager
    function cancelDelivery(DeliveryId deliveryId, Leg[] calldata legs, bytes32 reasonFp)
        external
        nonReentrant
    {
        DeliveryRecord storage record = records.requirePending(deliveryId, legs);
        bool refuses = legs.isRegistrar(msg.sender);
        uint256 votes = legs.votes(msg.sender);
        if (!refuses && votes == 0) legs.revertWithoutVote(deliveryId);
        if (legs.isLocked(record.flags())) revert DeliveryLocked(deliveryId);
        if (refuses) {
            if (reasonFp == 0) revert DeliveryReasonMissing(deliveryId);
        } else if (!_votesThrough(deliveryId, record, legs, votes)) {
            emit DeliveryCancelRequested(deliveryId, msg.sender, reasonFp);
            return;
        }
        _cancel(deliveryId, record, legs, reasonFp, refuses);
    }

    /// @inheritdoc IDeliveryManager
    function registerLegManager(LegType legType, address legManager, RegistryType registryType)
        external
        only(Privileges.DELIVERY_OPERATOR)
    {
        managers.register(legType, legManager, registryType);
    }

    /// @inheritdoc IDeliveryManager
    function unregisterLegManager(LegType legType) external only(Privileges.DELIVERY_OPERATOR) {
        managers.unregister(legType);
    }

    /// @inheritdoc IUpgradable
    function upgrade(address newImplementation, bytes calldata migration)
        external
        only(Privileges.DELIVERY_PLATFORM_UPGRADE)
    {
        Upgrades.to(newImplementation, migration);
    }

    /// @inheritdoc IUpgradable
    function rollback() external only(Privileges.DELIVERY_PLATFORM_UPGRADE) {
        Upgrades.back();
    }

    /// @inheritdoc IUpgradable
    function implementation() external view returns (address) {
        return Upgrades.current();
    }

    /// @inheritdoc IDeliveryManager
    function deliveries(DeliveryId deliveryId) external view returns (Delivery memory) {
        return records[deliveryId].toView();
    }

    /// @inheritdoc IDeliveryManager
    function isParticipant(DeliveryId deliveryId, Leg[] calldata legs, address account)
        external
        view
        returns (bool)
    {
        records.requireKnown(deliveryId, legs);
        return legs.isParticipant(account);
    }

    /// @inheritdoc IDeliveryManager
    function legFlags(DeliveryId deliveryId) external view returns (uint256) {
        return records[deliveryId].flags();
    }

    /// @inheritdoc IDeliveryManager
    function legStates(DeliveryId deliveryId, Leg[] calldata legs)
        external
        view
        returns (DeliveryLegState[] memory)
    {
        return legs.states(records.requireKnown(deliveryId, legs).flags());
    }

    /// @inheritdoc IDeliveryManager
    function legManagers(LegType legType) external view returns (LegManager memory) {
        return managers.managers[legType];
    }

    /// @inheritdoc IDeliveryManager
    function isLegManager(address account) external view returns (bool) {
        return managers.isKnown(account);
    }

    /// @inheritdoc IDeliveryManager
    function legReference(DeliveryId deliveryId, uint256 legIdx) public pure returns (bytes32) {
        return keccak256(abi.encode(deliveryId, legIdx));
    }

    /// @inheritdoc IDeliveryManager
    function hashLegs(Leg[] calldata legs) external pure returns (bytes32) {
        return LegsHash.hash(legs);
    }

    /// @inheritdoc IUpgradable
    function kind() external pure returns (bytes32) {
        return "DeliveryManager";
    }

    /// @inheritdoc IDapp
    function getVersion() external pure virtual returns (uint256) {
        return 1;
    }

    function _checkLegs(DeliveryId deliveryId, Leg[] calldata legs, uint256 confirmations) private view {
        IPlatformManager platform_ = IPlatformManager(platform);
        platform_.requireAllActive(legs.tenants(false));
        address registry;
        for (uint256 i; i < legs.length; ++i) {
            Leg calldata leg = legs[i];
            registry = managers.check(
                platform_, legReference(deliveryId, i), leg, confirmations.ofLeg(i) != 0, registry
            );
            LegChecks.requireOwnData(leg, i);
        }
    }

    function _confirm(DeliveryId deliveryId, Leg[] calldata legs, bytes[] calldata data, uint256 roles)
        private
    {
        DeliveryRecord storage record = records.requirePending(deliveryId, legs);
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
            managers.confirmSender(legReference(deliveryId, legIdx), leg, data);
        } else if (confirmations.hasAny(LegFlags.RECEIVER)) {
            emit LegConfirmed(deliveryId, legIdx, msg.sender, LegRole.RECEIVER, data);
            managers.confirmReceiver(legReference(deliveryId, legIdx), leg, data);
        } else if (data.length > 0) {
            revert LegDataNotOwn(legIdx);
        }
        if (confirmations.hasAny(LegFlags.REGISTRAR)) {
            emit LegConfirmed(deliveryId, legIdx, msg.sender, LegRole.REGISTRAR, "");
            if (leg.legType.isOffLedger()) OffLedgerLegs.requireTransferAgent(leg);
        }
    }

    function _settle(DeliveryId deliveryId, Leg[] calldata legs) private {
        IPlatformManager(platform).requireAllActive(legs.tenants(true));
        emit DeliverySettled(deliveryId);
        for (uint256 i; i < legs.length; ++i) {
            managers.settle(legReference(deliveryId, i), legs[i]);
        }
    }

    function _cancel(
        DeliveryId deliveryId,
        DeliveryRecord storage record,
        Leg[] calldata legs,
        bytes32 reasonFp,
        bool refused
    ) private {
        record.state = DeliveryState.CANCELED;
        emit DeliveryCanceled(deliveryId, msg.sender, reasonFp, refused);
        for (uint256 i; i < legs.length; ++i) {
            managers.release(legReference(deliveryId, i), legs[i]);
        }
    }

    /// @dev Counts the caller's vote. One vote cancels an unmatched delivery; a matched one needs every investor's.
    function _votesThrough(
        DeliveryId deliveryId,
        DeliveryRecord storage record,
        Leg[] calldata legs,
        uint256 votes
    ) private returns (bool) {
        uint256 flags = record.flags();
        bool isReported = flags.hasAny(LegFlags.REPORTED.atEach(legs.length));
        if (!isReported && !legs.isMatched(flags)) return true;
        if (flags.hasAll(votes)) revert DeliveryCancelAlreadyRequested(deliveryId, msg.sender);
        flags |= votes;
        record.setFlags(flags);
        return flags.hasAll(LegFlags.CANCEL.atEach(legs.length));
    }

    /// @dev The leg is locked, only unlockings are missing, and the value date has come.
    function _requireUnlockable(
        DeliveryId deliveryId,
        DeliveryRecord storage record,
        Leg[] calldata legs,
        uint256 legIdx
    ) private view {
        uint256 flags = record.flags();
        uint256 bits = flags.ofLeg(legIdx);
        if (!bits.hasAny(LegFlags.REPORTED)) revert LegNotLocked(deliveryId, legIdx);
        if (bits.hasAny(LegFlags.RECEIVER)) revert LegAlreadyConfirmed(deliveryId, legIdx, LegRole.RECEIVER);
        if (!legs.isUnlockable(flags)) revert DeliveryUnlockedLast(deliveryId);
        if (block.timestamp < record.valueDate) revert DeliveryBeforeValueDate(deliveryId, record.valueDate);
    }

    function _requireExpired(bytes32 legRef, Leg calldata leg) private view {
        uint64 deadline = managers.locking(leg).locks(legRef).deadline;
        if (block.timestamp < deadline) revert ILockingLegManager.LockNotExpired(legRef, deadline);
    }
}
