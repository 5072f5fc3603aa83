// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { DeliveryId, DeliveryLegState, DeliveryState } from "../types/Delivery.sol";
import { Leg, LegRole, LegType } from "../types/Leg.sol";
import { RegistryType } from "../types/Registry.sol";
import { IDapp } from "./IDapp.sol";
import { IUpgradable } from "./IUpgradable.sol";

/// @title Deliveries: legs that settle together, or not at all.
/// @notice Legs are kept as a hash: every call passes them again exactly as they were created. A delivery settles in
/// the transaction that gives the last missing confirmation. Investors and payments come first, then registrars,
/// transfer agents and coordinators in any order, then the unlocking of HTLC legs.
///
/// What a leg needs, by its type:
/// - DIGITAL: sender and receiver confirm, then the registrar. The assets move within a registry.
/// - DIGITAL_WITH_COORDINATOR, TXC: the same, and the transaction coordinator.
/// - EXTERNAL: the sender reports that it has paid outside, the receiver confirms it.
/// - TRADITIONAL: the same for an instrument kept outside the ledger's registries, then its transfer agent, who stands
///   in the place of the registrar.
/// - ERC20, ERC721: sender and receiver confirm; the leg's manager keeps the tokens in between.
/// - HTLC: the sender locks with a hash and a deadline, within what the leg says of both; last of all the receiver
///   unlocks with the key.
///
/// Tokens (ERC20, ERC721) against a payment outside (EXTERNAL) need a leg with a registrar, who may refuse where one
/// side says "paid" and the other denies it. Without one, an HTLC leg does it: it ends by its deadline.
///
/// A leg whose sender is its registrar issues, one whose receiver is its registrar terminates: the registrar then
/// owes its one confirmation, and no other on that leg.
///
/// Senders, receivers and coordinators are registered tenants in good standing, when a delivery is created and when
/// it settles; in between, the controllers let nobody else act. delivery.OPERATOR registers leg managers,
/// delivery.PLATFORM_UPGRADE replaces the code.
interface IDeliveryManager is IDapp, IUpgradable {
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

    /// @param deliveryLegManager The delivery manager itself for the types that it keeps.
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
    /// @notice The sender of an HTLC leg has locked it. `data` is what it said of its account.
    event LegLocked(
        DeliveryId indexed deliveryId,
        uint256 indexed legIdx,
        address indexed by,
        bytes32 hash,
        uint64 deadline,
        bytes data
    );
    /// @notice Its receiver has shown the key.
    event LegUnlocked(DeliveryId indexed deliveryId, uint256 indexed legIdx, address indexed by, bytes key);
    /// @notice The manager of a leg's type says that the receiver's side is fulfilled there.
    event LegDeliveryNotified(
        DeliveryId indexed deliveryId, uint256 indexed legIdx, address indexed legManager
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
    /// @notice Not encoded as abi.encode does: see hashLegs.
    error DeliveryLegsMalformed(DeliveryId deliveryId);
    /// @notice ERC20 or ERC721 against EXTERNAL, and no registrar: once a payment is reported and denied, nobody could
    /// let the tokens go.
    error DeliveryWithoutArbiter(DeliveryId deliveryId);
    error DeliveryDataMismatch(uint256 numLegs, uint256 numData);
    error DeliveryValueDateInvalid(uint64 valueDate);
    error DeliveryBeforeValueDate(DeliveryId deliveryId, uint64 valueDate);
    error DeliveryNotParticipant(DeliveryId deliveryId, address caller);
    error DeliveryNothingToConfirm(DeliveryId deliveryId, address caller);
    error DeliveryInvestorsFirst(DeliveryId deliveryId);
    error DeliveryCancelAlreadyRequested(DeliveryId deliveryId, address caller);
    error DeliveryReasonMissing(DeliveryId deliveryId);
    /// @notice A coordinator confirms or waits; only senders and receivers vote, and registrars refuse.
    error DeliveryWithoutVote(DeliveryId deliveryId, address caller);
    error DeliveryLocked(DeliveryId deliveryId);
    error DeliveryNotLocked(DeliveryId deliveryId);
    /// @notice The key would be given away before everything else is confirmed.
    error DeliveryUnlockedLast(DeliveryId deliveryId);
    error LegTypeNotAvailable(LegType legType);
    error LegIndexInvalid(DeliveryId deliveryId, uint256 legIdx);
    error LegNotParty(DeliveryId deliveryId, uint256 legIdx, address caller);
    error LegAlreadyConfirmed(DeliveryId deliveryId, uint256 legIdx, LegRole role);
    error LegNotExternal(DeliveryId deliveryId, uint256 legIdx);
    error LegIsExternal(DeliveryId deliveryId, uint256 legIdx);
    error LegNotReported(DeliveryId deliveryId, uint256 legIdx);
    error LegNotEarmarked(DeliveryId deliveryId, uint256 legIdx);
    error LegNotHtlc(DeliveryId deliveryId, uint256 legIdx);
    error LegIsHtlc(DeliveryId deliveryId, uint256 legIdx);
    error LegNotLocked(DeliveryId deliveryId, uint256 legIdx);
    error LegNotConfirmed(DeliveryId deliveryId, uint256 legIdx, LegRole role);
    error LegManagerRequired(DeliveryId deliveryId, uint256 legIdx, address caller);
    error LegDataNotOwn(uint256 legIdx);
    error LegManagerInvalid(LegType legType, address legManager);
    error LegManagerAlreadyRegistered(LegType legType, address legManager);

    /// @notice Works once, in the transaction that makes the proxy.
    function init(address platform, address privilegeManager) external;

    /// @notice Creates a delivery, and gives the creator's own digital confirmations as sender and receiver: what it
    /// sends is earmarked. Payments and registrars' confirmations are never given by creating.
    /// @param legs The creator's side of senderData and receiverData filled, every other empty; but HTLC legs have their
    /// terms in senderData, whoever creates (see ILockingLegManager). At most 32.
    /// @param valueDate A UTC midnight in seconds; 0 for none.
    function createDelivery(
        DeliveryId deliveryId,
        bytes32 privateDataFp,
        Leg[] calldata legs,
        uint64 valueDate
    ) external;

    /// @notice Gives every digital confirmation that the caller owes now: as sender and receiver, and then, where no
    /// investor owes any more, as registrar or transfer agent. Settles where that was the last one.
    /// @param data One for each leg: the caller's account data, empty where it has nothing to say.
    function confirmDelivery(DeliveryId deliveryId, Leg[] calldata legs, bytes[] calldata data) external;

    /// @notice The same, on the legs that the caller sends alone.
    function confirmAsSender(DeliveryId deliveryId, Leg[] calldata legs, bytes[] calldata data) external;

    /// @notice The same, on the legs that the caller receives alone.
    function confirmAsReceiver(DeliveryId deliveryId, Leg[] calldata legs, bytes[] calldata data) external;

    /// @notice The transaction coordinator confirms the legs that name it, once no investor owes anything any more.
    function confirmAsCoordinator(DeliveryId deliveryId, Leg[] calldata legs) external;

    /// @notice Gives what the caller owes on one leg now, as sender, receiver, registrar or transfer agent.
    function confirmLegDelivery(
        DeliveryId deliveryId,
        Leg[] calldata legs,
        uint256 legIdx,
        bytes calldata data
    ) external;

    /// @notice The sender of an HTLC leg locks what it sends; only after every leg that moves on the ledger is
    /// earmarked. It counts as a reported payment, and until the deadline nobody cancels.
    /// @param data Read by the leg's manager.
    /// @param hash sha256 of a key of 32 bytes.
    /// @param deadline Unix time in seconds, after the value date: from then on the leg cannot be unlocked.
    function confirmAndLockLeg(
        DeliveryId deliveryId,
        Leg[] calldata legs,
        uint256 legIdx,
        bytes calldata data,
        bytes32 hash,
        uint64 deadline
    ) external;

    /// @notice The receiver of an HTLC leg unlocks it, last of all: everything but unlockings is confirmed, and the
    /// value date has come. The last unlocking settles.
    function unlockAndDeliverLeg(
        DeliveryId deliveryId,
        Leg[] calldata legs,
        uint256 legIdx,
        bytes calldata key
    ) external;

    /// @notice Any participant, once the deadline of every lock of the delivery has passed: cancels, and gives back
    /// what was locked and earmarked.
    /// @param reasonFp Fingerprint of the reason; 0 for none.
    function unlockAndCancel(DeliveryId deliveryId, Leg[] calldata legs, bytes32 reasonFp) external;

    /// @notice The manager of the leg's type only, where it is a contract of its own: the receiver's side is fulfilled
    /// there, as if the receiver had confirmed or, for HTLC, unlocked. Settles where that was the last one.
    function notifyLegDelivery(DeliveryId deliveryId, Leg[] calldata legs, uint256 legIdx) external;

    /// @notice The sender of a leg that moves outside the ledger reports it as sent; only after every leg that moves
    /// on the ledger is earmarked.
    function reportExternalDelivery(DeliveryId deliveryId, Leg[] calldata legs, uint256 legIdx) external;

    /// @notice The receiver of such a leg confirms it as received; only after the report.
    function confirmExternalDelivery(DeliveryId deliveryId, Leg[] calldata legs, uint256 legIdx) external;

    /// @notice The receiver says where a leg goes to, before it confirms.
    function setReceiverAccount(
        DeliveryId deliveryId,
        Leg[] calldata legs,
        uint256 legIdx,
        bytes calldata data
    ) external;

    /// @notice By a registrar: cancels, for a reason. By an investor: cancels while some investor still owes a
    /// confirmation and no payment was reported; afterwards it is a request, and cancels once every investor has
    /// asked. Where an investor's only counterparty is the registrar, it cancels alone. While a leg is locked nobody
    /// cancels; after the deadline see unlockAndCancel.
    /// @param reasonFp Fingerprint of the reason; 0 for none, which a registrar may not leave out.
    function cancelDelivery(DeliveryId deliveryId, Leg[] calldata legs, bytes32 reasonFp) external;

    /// @notice delivery.OPERATOR. A type keeps its manager for good, so that what a delivery has earmarked is found
    /// again: after unregistering, only the same one can be registered. DIGITAL, DIGITAL_WITH_COORDINATOR, TXC, EXTERNAL
    /// and TRADITIONAL are kept by the delivery manager itself, and by nobody else.
    function registerLegManager(LegType legType, address legManager, RegistryType registryType) external;

    /// @notice delivery.OPERATOR. New legs of that type are refused; those that exist go on.
    function unregisterLegManager(LegType legType) external;

    /// @notice A delivery; its state is NONE where the id was never used.
    function deliveries(DeliveryId deliveryId) external view returns (Delivery memory);

    /// @return Whether the account is sender, receiver, registrar or coordinator of one of the legs.
    function isParticipant(DeliveryId deliveryId, Leg[] calldata legs, address account)
        external
        view
        returns (bool);

    /// @return Eight bits for each leg, the first leg lowest: 0 sender, 1 receiver, 2 registrar, 3 coordinator have
    /// confirmed or owe nothing; 4 sender, 5 receiver have asked for cancelling or have no say; 6 reported as sent,
    /// or locked; 7 delivered.
    function legFlags(DeliveryId deliveryId) external view returns (uint256);

    /// @notice How far each leg is.
    function legStates(DeliveryId deliveryId, Leg[] calldata legs)
        external
        view
        returns (DeliveryLegState[] memory);

    /// @notice A leg type's manager; 0 where it never had one.
    function legManagers(LegType legType) external view returns (LegManager memory);

    /// @return Whether the account keeps a leg type, or has kept one.
    function isLegManager(address account) external view returns (bool);

    /// @return The leg's reference at its manager and in the registry's events.
    function legReference(DeliveryId deliveryId, uint256 legIdx) external pure returns (bytes32);

    /// @return keccak256(abi.encode(legs)); 0 where the call encodes them in another way, which is refused everywhere.
    function hashLegs(Leg[] calldata legs) external pure returns (bytes32);
}
