// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { DeliveryId } from "../types/DeliveryId.sol";
import { DeliveryLegState, DeliveryState } from "../types/DeliveryState.sol";
import { Leg, LegRole, LegType } from "../types/Leg.sol";
import { RegistryType } from "../types/RegistryEnums.sol";
import { IDapp } from "./IDapp.sol";

/// @title Deliveries: legs that settle together, or not at all.
/// @notice Legs are kept as a hash: every call passes them again exactly as they were created. A delivery settles in
/// the transaction that gives the last missing confirmation. Investors and payments come first, then registrars and
/// coordinators in any order.
///
/// A leg whose sender is its registrar issues, one whose receiver is its registrar terminates: the registrar then
/// owes its one confirmation, and no other on that leg.
///
/// Creator, senders and receivers are registered tenants in good standing, when a delivery is created and when it
/// settles; in between, the controllers let nobody else act. delivery.OPERATOR registers leg managers.
interface IDeliveryManager is IDapp {
    /// @param valid It exists and is not canceled.
    /// @param used The id was used.
    /// @param valueDate UTC midnight in seconds before which nothing settles; 0 for none.
    struct Delivery {
        bool valid;
        bool used;
        uint8 numLegs;
        uint8 numLegsDelivered;
        uint8 numLegsConfirmed;
        bytes32 privateDataFp;
        uint64 valueDate;
        address creator;
        DeliveryState state;
        bytes32 legsHash;
    }

    struct LegManager {
        RegistryType registryType;
        bool active;
        address deliveryLegManager;
    }

    /// @notice What the creator confirms by creating comes as events of its own, in the same transaction.
    event DeliveryCreated(
        DeliveryId indexed deliveryId,
        address indexed creator,
        bytes32 privateDataFp,
        uint64 valueDate,
        Leg[] legs
    );
    /// @notice A tenant has confirmed a leg in a role. `data` is what it said of its account; empty for registrar and
    /// coordinator, and where it had been named before.
    event LegConfirmed(
        DeliveryId indexed deliveryId, uint256 indexed legIdx, address indexed by, LegRole role, bytes data
    );
    /// @notice The sender of a leg that moves outside the ledger says that it has sent.
    event ExternalDeliveryReported(DeliveryId indexed deliveryId, uint256 indexed legIdx, address indexed by);
    /// @notice The receiver of such a leg says that it has received.
    event ExternalDeliveryConfirmed(
        DeliveryId indexed deliveryId, uint256 indexed legIdx, address indexed by
    );
    event ReceiverAccountSet(
        DeliveryId indexed deliveryId, uint256 indexed legIdx, address indexed by, bytes data
    );
    event DeliverySettled(DeliveryId indexed deliveryId);
    /// @notice A vote; the delivery's state stays as it is.
    event DeliveryCancelRequested(DeliveryId indexed deliveryId, address indexed by, bytes32 reasonFp);
    /// @param refused By a registrar.
    event DeliveryCanceled(DeliveryId indexed deliveryId, address indexed by, bytes32 reasonFp, bool refused);
    event LegManagerRegistered(
        LegType indexed legType, address indexed legManager, RegistryType registryType
    );
    event LegManagerUnregistered(LegType indexed legType, address indexed legManager);

    error DeliveryAlreadyExists(DeliveryId deliveryId);
    error DeliveryIdMissing();
    error DeliveryUnknown(DeliveryId deliveryId);
    error DeliveryNotPending(DeliveryId deliveryId, DeliveryState state);
    error DeliveryWithoutLegs(DeliveryId deliveryId);
    error DeliveryTooManyLegs(DeliveryId deliveryId, uint256 numLegs);
    error DeliveryLegsMismatch(DeliveryId deliveryId);
    error DeliveryDataMismatch(uint256 numLegs, uint256 numData);
    error DeliveryValueDateInvalid(uint64 valueDate);
    error DeliveryBeforeValueDate(DeliveryId deliveryId, uint64 valueDate);
    error DeliveryNotParticipant(DeliveryId deliveryId, address caller);
    error DeliveryNothingToConfirm(DeliveryId deliveryId, address caller);
    error DeliveryInvestorsFirst(DeliveryId deliveryId);
    error DeliveryCancelAlreadyRequested(DeliveryId deliveryId, address caller);
    error DeliveryReasonMissing(DeliveryId deliveryId);
    error LegTypeNotAvailable(LegType legType);
    error LegIndexInvalid(DeliveryId deliveryId, uint256 legIdx);
    error LegNotParty(DeliveryId deliveryId, uint256 legIdx, address caller);
    error LegAlreadyConfirmed(DeliveryId deliveryId, uint256 legIdx, LegRole role);
    error LegNotExternal(DeliveryId deliveryId, uint256 legIdx);
    error LegIsExternal(DeliveryId deliveryId, uint256 legIdx);
    error LegNotReported(DeliveryId deliveryId, uint256 legIdx);
    error LegNotEarmarked(DeliveryId deliveryId, uint256 legIdx);
    error LegDataNotOwn(uint256 legIdx);
    error LegManagerInvalid(LegType legType, address legManager);
    error LegManagerAlreadyRegistered(LegType legType, address legManager);

    function init(address platform, address privilegeManager) external;

    /// @notice Creates a delivery, and gives the creator's own digital confirmations as sender and receiver: what it
    /// sends is earmarked. Payments and registrars' confirmations are never given by creating.
    /// @param legs The creator's side of senderData and receiverData filled, every other empty. At most 32.
    /// @param valueDate A UTC midnight in seconds; 0 for none.
    function createDelivery(
        DeliveryId deliveryId,
        bytes32 privateDataFp,
        Leg[] calldata legs,
        uint64 valueDate
    ) external;

    /// @notice Gives every digital confirmation that the caller owes now: as sender and receiver, and then, where no
    /// investor owes any more, as registrar and coordinator. Settles where that was the last one.
    /// @param data One for each leg: the caller's account data, empty where it has nothing to say.
    function confirm(DeliveryId deliveryId, Leg[] calldata legs, bytes[] calldata data) external;

    /// @notice Gives what the caller owes on one digital leg now.
    function confirmLegDelivery(
        DeliveryId deliveryId,
        Leg[] calldata legs,
        uint256 legIdx,
        bytes calldata data
    ) external;

    /// @notice The sender of a leg that moves outside the ledger reports it as sent; only after every digital leg is
    /// earmarked.
    function reportExternalDelivery(DeliveryId deliveryId, Leg[] calldata legs, uint256 legIdx) external;

    /// @notice The receiver of such a leg confirms it as received; only after the report.
    function confirmExternalDelivery(DeliveryId deliveryId, Leg[] calldata legs, uint256 legIdx) external;

    /// @notice The receiver says where a digital leg goes to, before it confirms.
    function setReceiverAccount(
        DeliveryId deliveryId,
        Leg[] calldata legs,
        uint256 legIdx,
        bytes calldata data
    ) external;

    /// @notice By a registrar: cancels, for a reason. By an investor: cancels while some investor still owes a
    /// confirmation and no payment was reported; afterwards it is a request, and cancels once every investor has
    /// asked. Where an investor's only counterparty is the registrar, it cancels alone.
    /// @param reasonFp Fingerprint of the reason; 0 for none, which a registrar may not leave out.
    function cancelDelivery(DeliveryId deliveryId, Leg[] calldata legs, bytes32 reasonFp) external;

    /// @notice delivery.OPERATOR. A type keeps its manager for good, so that what a delivery has earmarked is found
    /// again: after unregistering, only the same one can be registered. A manager is replaced behind its proxy.
    function registerLegManager(LegType legType, address legManager, RegistryType registryType) external;

    /// @notice delivery.OPERATOR. New legs of that type are refused; those that exist go on.
    function unregisterLegManager(LegType legType) external;

    function deliveries(DeliveryId deliveryId) external view returns (Delivery memory);

    /// @return Whether the account is sender, receiver, registrar or coordinator of one of the legs.
    function isParticipant(DeliveryId deliveryId, Leg[] calldata legs, address account)
        external
        view
        returns (bool);

    /// @return Eight bits for each leg, the first leg lowest: 0 sender, 1 receiver, 2 registrar, 3 coordinator have
    /// confirmed or owe nothing; 4 sender, 5 receiver have asked for cancelling or have no say; 6 reported as sent;
    /// 7 delivered.
    function legFlags(DeliveryId deliveryId) external view returns (uint256);

    function legStates(DeliveryId deliveryId, Leg[] calldata legs)
        external
        view
        returns (DeliveryLegState[] memory);

    function legManagers(LegType legType) external view returns (LegManager memory);

    /// @return The leg's reference at its manager and in the registry's events.
    function legReference(DeliveryId deliveryId, uint256 legIdx) external pure returns (bytes32);

    function hashLegs(Leg[] calldata legs) external pure returns (bytes32);
}
