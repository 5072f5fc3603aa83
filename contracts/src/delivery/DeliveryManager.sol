// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { Initializable } from "@openzeppelin/contracts/proxy/utils/Initializable.sol";
import { ReentrancyGuardTransient } from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import { Privileges } from "../access/Privileges.sol";
import { IDapp } from "../interfaces/IDapp.sol";
import { IDeliveryManager } from "../interfaces/IDeliveryManager.sol";
import { ILegManager } from "../interfaces/ILegManager.sol";
import { IPlatformManager } from "../interfaces/IPlatformManager.sol";
import { IPrivilegeManager } from "../interfaces/IPrivilegeManager.sol";
import { ISettlingLegManager } from "../interfaces/ISettlingLegManager.sol";
import { DeliveryId } from "../types/DeliveryId.sol";
import { DeliveryLegState, DeliveryState } from "../types/DeliveryState.sol";
import { Leg, LegRole, LegType } from "../types/Leg.sol";
import { RegistryType } from "../types/RegistryEnums.sol";
import { DeliveryRecord, DeliveryRecords } from "./DeliveryRecords.sol";
import { LegDuties } from "./LegDuties.sol";
import { LegFlags } from "./LegFlags.sol";

contract DeliveryManager is IDeliveryManager, Initializable, ReentrancyGuardTransient {
    using LegDuties for Leg[];
    using LegDuties for Leg;
    using LegFlags for uint256;
    using DeliveryRecords for DeliveryRecord;
    using DeliveryRecords for mapping(DeliveryId => DeliveryRecord);

    uint256 private constant MAX_LEGS = 32;

    /// @inheritdoc IDapp
    address public platform;
    /// @inheritdoc IDapp
    address public privilegeManager;
    mapping(DeliveryId => DeliveryRecord) private records;
    mapping(LegType => LegManager) private managers;

    modifier onlyOperator() {
        IPrivilegeManager(privilegeManager).requireGranted(msg.sender, Privileges.DELIVERY_OPERATOR);
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
        _checkLegs(deliveryId, legs);
        uint256 notOwed = legs.notOwed();
        uint256 given = legs.asInvestor(notOwed, msg.sender);
        record.creator = msg.sender;
        record.valueDate = uint40(valueDate);
        record.state = given == 0 ? DeliveryState.CREATED : DeliveryState.PENDING;
        record.numLegs = uint8(legs.length);
        record.privateDataFp = privateDataFp;
        record.legsHash = keccak256(abi.encode(legs));
        record.setFlags(notOwed | given);
        emit DeliveryCreated(deliveryId, msg.sender, privateDataFp, valueDate, legs);
        for (uint256 i; i < legs.length; ++i) {
            uint256 bits = given.ofLeg(i);
            if (bits.hasAny(LegFlags.SENDER)) _confirmSender(deliveryId, legs[i], i, legs[i].senderData);
            if (bits.hasAny(LegFlags.RECEIVER)) {
                _confirmReceiver(deliveryId, legs[i], i, legs[i].receiverData);
            }
        }
    }

    /// @inheritdoc IDeliveryManager
    function confirm(DeliveryId deliveryId, Leg[] calldata legs, bytes[] calldata data)
        external
        nonReentrant
    {
        DeliveryRecord storage record = records.pending(deliveryId, legs);
        if (data.length != legs.length) revert DeliveryDataMismatch(legs.length, data.length);
        uint256 given = _owedNow(record, legs, LegFlags.LEG.atEach(legs.length));
        if (given == 0) _revertNothingToConfirm(deliveryId, record, legs);
        bool settles = record.give(deliveryId, given);
        for (uint256 i; i < legs.length; ++i) {
            _confirmLeg(deliveryId, legs[i], i, given.ofLeg(i), data[i]);
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
        DeliveryRecord storage record = records.pending(deliveryId, legs);
        Leg calldata leg = _leg(deliveryId, legs, legIdx);
        if (leg.isOutside() && leg.registrar != msg.sender) revert LegIsExternal(deliveryId, legIdx);
        uint256 given = _owedNow(record, legs, LegFlags.LEG.atLeg(legIdx));
        if (given == 0) _revertNothingToConfirm(deliveryId, record, legs);
        bool settles = record.give(deliveryId, given);
        _confirmLeg(deliveryId, leg, legIdx, given.ofLeg(legIdx), data);
        if (settles) _settle(deliveryId, legs);
    }

    /// @inheritdoc IDeliveryManager
    function reportExternalDelivery(DeliveryId deliveryId, Leg[] calldata legs, uint256 legIdx)
        external
        nonReentrant
    {
        DeliveryRecord storage record = records.pending(deliveryId, legs);
        Leg calldata leg = _outsideLeg(deliveryId, legs, legIdx);
        if (leg.sender != msg.sender) revert LegNotParty(deliveryId, legIdx, msg.sender);
        uint256 flags = record.flags();
        if (flags.ofLeg(legIdx).hasAny(LegFlags.SENDER)) {
            revert LegAlreadyConfirmed(deliveryId, legIdx, LegRole.SENDER);
        }
        _requireEarmarked(deliveryId, legs, flags);
        record.give(deliveryId, (LegFlags.SENDER | LegFlags.REPORTED).atLeg(legIdx));
        emit ExternalDeliveryReported(deliveryId, legIdx, msg.sender);
    }

    /// @inheritdoc IDeliveryManager
    function confirmExternalDelivery(DeliveryId deliveryId, Leg[] calldata legs, uint256 legIdx)
        external
        nonReentrant
    {
        DeliveryRecord storage record = records.pending(deliveryId, legs);
        Leg calldata leg = _outsideLeg(deliveryId, legs, legIdx);
        if (leg.receiver != msg.sender) revert LegNotParty(deliveryId, legIdx, msg.sender);
        uint256 bits = record.flags().ofLeg(legIdx);
        if (!bits.hasAny(LegFlags.REPORTED)) revert LegNotReported(deliveryId, legIdx);
        if (bits.hasAny(LegFlags.RECEIVER)) revert LegAlreadyConfirmed(deliveryId, legIdx, LegRole.RECEIVER);
        bool settles = record.give(deliveryId, LegFlags.RECEIVER.atLeg(legIdx));
        emit ExternalDeliveryConfirmed(deliveryId, legIdx, msg.sender);
        if (settles) _settle(deliveryId, legs);
    }

    /// @inheritdoc IDeliveryManager
    function setReceiverAccount(
        DeliveryId deliveryId,
        Leg[] calldata legs,
        uint256 legIdx,
        bytes calldata data
    ) external nonReentrant {
        DeliveryRecord storage record = records.pending(deliveryId, legs);
        Leg calldata leg = _leg(deliveryId, legs, legIdx);
        if (leg.isOutside()) revert LegIsExternal(deliveryId, legIdx);
        if (leg.receiver != msg.sender) revert LegNotParty(deliveryId, legIdx, msg.sender);
        if (record.flags().ofLeg(legIdx).hasAny(LegFlags.RECEIVER)) {
            revert LegAlreadyConfirmed(deliveryId, legIdx, LegRole.RECEIVER);
        }
        emit ReceiverAccountSet(deliveryId, legIdx, msg.sender, data);
        _settlingManager(leg).nameReceipt(legReference(deliveryId, legIdx), leg, data);
    }

    /// @inheritdoc IDeliveryManager
    function cancelDelivery(DeliveryId deliveryId, Leg[] calldata legs, bytes32 reasonFp)
        external
        nonReentrant
    {
        DeliveryRecord storage record = records.pending(deliveryId, legs);
        bool refuses = legs.isRegistrar(msg.sender);
        if (refuses) {
            if (reasonFp == 0) revert DeliveryReasonMissing(deliveryId);
        } else if (!_votesThrough(deliveryId, record, legs)) {
            emit DeliveryCancelRequested(deliveryId, msg.sender, reasonFp);
            return;
        }
        record.state = DeliveryState.CANCELED;
        emit DeliveryCanceled(deliveryId, msg.sender, reasonFp, refuses);
        for (uint256 i; i < legs.length; ++i) {
            Leg calldata leg = legs[i];
            if (!leg.isOutside()) _settlingManager(leg).release(legReference(deliveryId, i), leg);
        }
    }

    /// @inheritdoc IDeliveryManager
    function registerLegManager(LegType legType, address legManager, RegistryType registryType)
        external
        onlyOperator
    {
        LegManager storage known = managers[legType];
        if (legType == LegType.NONE || legManager.code.length == 0) {
            revert LegManagerInvalid(legType, legManager);
        }
        bool isReplacing = known.deliveryLegManager != address(0) && known.deliveryLegManager != legManager;
        if (known.active || isReplacing) {
            revert LegManagerAlreadyRegistered(legType, known.deliveryLegManager);
        }
        managers[legType] = LegManager(registryType, true, legManager);
        emit LegManagerRegistered(legType, legManager, registryType);
    }

    /// @inheritdoc IDeliveryManager
    function unregisterLegManager(LegType legType) external onlyOperator {
        if (!managers[legType].active) revert LegTypeNotAvailable(legType);
        managers[legType].active = false;
        emit LegManagerUnregistered(legType, managers[legType].deliveryLegManager);
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
        records.known(deliveryId, legs);
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
        return legs.states(records.known(deliveryId, legs).flags());
    }

    /// @inheritdoc IDeliveryManager
    function legManagers(LegType legType) external view returns (LegManager memory) {
        return managers[legType];
    }

    /// @inheritdoc IDeliveryManager
    function legReference(DeliveryId deliveryId, uint256 legIdx) public pure returns (bytes32) {
        return keccak256(abi.encode(deliveryId, legIdx));
    }

    /// @inheritdoc IDeliveryManager
    function hashLegs(Leg[] calldata legs) external pure returns (bytes32) {
        return keccak256(abi.encode(legs));
    }

    /// @inheritdoc IDapp
    function getVersion() external pure returns (uint256) {
        return 1;
    }

    function _checkLegs(DeliveryId deliveryId, Leg[] calldata legs) private view {
        if (legs.length == 0) revert DeliveryWithoutLegs(deliveryId);
        if (legs.length > MAX_LEGS) revert DeliveryTooManyLegs(deliveryId, legs.length);
        if (!legs.isParticipant(msg.sender)) revert DeliveryNotParticipant(deliveryId, msg.sender);
        IPlatformManager(platform).requireAllActive(legs.parties(msg.sender));
        for (uint256 i; i < legs.length; ++i) {
            Leg calldata leg = legs[i];
            LegManager memory manager = managers[leg.legType];
            if (!manager.active) revert LegTypeNotAvailable(leg.legType);
            if (leg.senderData.length > 0 && leg.sender != msg.sender) revert LegDataNotOwn(i);
            if (leg.receiverData.length > 0 && leg.receiver != msg.sender) revert LegDataNotOwn(i);
            ILegManager(manager.deliveryLegManager).checkLeg(legReference(deliveryId, i), leg);
        }
    }

    /// @dev What the caller owes now on the legs of the mask: as investor, and as registrar or coordinator where no
    /// investor owes anything any more.
    function _owedNow(DeliveryRecord storage record, Leg[] calldata legs, uint256 mask)
        private
        view
        returns (uint256 owed)
    {
        uint256 flags = record.flags();
        owed = legs.asInvestor(flags, msg.sender) & mask;
        if ((flags | owed).hasAll(LegFlags.INVESTORS.atEach(legs.length))) {
            owed |= legs.asOfficer(flags, msg.sender) & mask;
        }
    }

    function _revertNothingToConfirm(
        DeliveryId deliveryId,
        DeliveryRecord storage record,
        Leg[] calldata legs
    ) private view {
        if (!legs.isParticipant(msg.sender)) {
            revert DeliveryNotParticipant(deliveryId, msg.sender);
        }
        bool isEarly = !record.flags().hasAll(LegFlags.INVESTORS.atEach(legs.length));
        if (isEarly && legs.asOfficer(record.flags(), msg.sender) != 0) {
            revert DeliveryInvestorsFirst(deliveryId);
        }
        revert DeliveryNothingToConfirm(deliveryId, msg.sender);
    }

    function _confirmLeg(
        DeliveryId deliveryId,
        Leg calldata leg,
        uint256 legIdx,
        uint256 given,
        bytes calldata data
    ) private {
        if (given.hasAny(LegFlags.SENDER)) _confirmSender(deliveryId, leg, legIdx, data);
        else if (given.hasAny(LegFlags.RECEIVER)) _confirmReceiver(deliveryId, leg, legIdx, data);
        else if (data.length > 0) revert LegDataNotOwn(legIdx);
        if (given.hasAny(LegFlags.REGISTRAR)) {
            emit LegConfirmed(deliveryId, legIdx, msg.sender, LegRole.REGISTRAR, "");
        }
        if (given.hasAny(LegFlags.COORDINATOR)) {
            emit LegConfirmed(deliveryId, legIdx, msg.sender, LegRole.COORDINATOR, "");
        }
    }

    function _confirmSender(DeliveryId deliveryId, Leg calldata leg, uint256 legIdx, bytes calldata data)
        private
    {
        emit LegConfirmed(deliveryId, legIdx, msg.sender, LegRole.SENDER, data);
        _settlingManager(leg).confirmSender(legReference(deliveryId, legIdx), leg, data);
    }

    function _confirmReceiver(DeliveryId deliveryId, Leg calldata leg, uint256 legIdx, bytes calldata data)
        private
    {
        emit LegConfirmed(deliveryId, legIdx, msg.sender, LegRole.RECEIVER, data);
        _settlingManager(leg).confirmReceiver(legReference(deliveryId, legIdx), leg, data);
    }

    function _settle(DeliveryId deliveryId, Leg[] calldata legs) private {
        IPlatformManager(platform).requireAllActive(legs.parties(msg.sender));
        emit DeliverySettled(deliveryId);
        for (uint256 i; i < legs.length; ++i) {
            Leg calldata leg = legs[i];
            if (!leg.isOutside()) _settlingManager(leg).settle(legReference(deliveryId, i), leg);
        }
    }

    /// @dev Counts the caller's vote, and tells whether the delivery is to be canceled: alone while it is unmatched,
    /// afterwards once every investor has asked.
    function _votesThrough(DeliveryId deliveryId, DeliveryRecord storage record, Leg[] calldata legs)
        private
        returns (bool)
    {
        uint256 votes = legs.votes(msg.sender);
        if (votes == 0) revert DeliveryNotParticipant(deliveryId, msg.sender);
        uint256 flags = record.flags();
        bool isMatched = flags.hasAll(LegFlags.INVESTORS.atEach(legs.length));
        if (!isMatched && !flags.hasAny(LegFlags.REPORTED.atEach(legs.length))) return true;
        if (flags.hasAll(votes)) revert DeliveryCancelAlreadyRequested(deliveryId, msg.sender);
        flags |= votes;
        record.setFlags(flags);
        return flags.hasAll(LegFlags.CANCEL.atEach(legs.length));
    }

    function _requireEarmarked(DeliveryId deliveryId, Leg[] calldata legs, uint256 flags) private pure {
        for (uint256 i; i < legs.length; ++i) {
            if (legs[i].isOutside() || flags.ofLeg(i).hasAny(LegFlags.SENDER)) continue;
            revert LegNotEarmarked(deliveryId, i);
        }
    }

    function _leg(DeliveryId deliveryId, Leg[] calldata legs, uint256 legIdx)
        private
        pure
        returns (Leg calldata)
    {
        if (legIdx >= legs.length) revert LegIndexInvalid(deliveryId, legIdx);
        return legs[legIdx];
    }

    function _outsideLeg(DeliveryId deliveryId, Leg[] calldata legs, uint256 legIdx)
        private
        pure
        returns (Leg calldata leg)
    {
        leg = _leg(deliveryId, legs, legIdx);
        if (!leg.isOutside()) revert LegNotExternal(deliveryId, legIdx);
    }

    function _settlingManager(Leg calldata leg) private view returns (ISettlingLegManager) {
        return ISettlingLegManager(managers[leg.legType].deliveryLegManager);
    }
}
