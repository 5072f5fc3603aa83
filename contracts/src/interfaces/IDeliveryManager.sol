// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { DeliveryId, DeliveryLegState, DeliveryState } from "../types/Delivery.sol";
import { Leg, LegRole, LegType } from "../types/Leg.sol";
import { RegistryType } from "../types/Registry.sol";
import { IDapp } from "./IDapp.sol";
import { IUpgradable } from "./IUpgradable.sol";

/// @title Deliveries: legs that settle together, or not at all.
/// @notice Legs are stored as a hash: every call passes them again, exactly as created. A delivery settles in the
/// transaction of its last confirmation. Investors and payments come first, then registrars, transfer agents and
/// coordinators in any order, then the unlocking of HTLC legs.
///
/// The confirmations of a leg, by its type:
/// - DIGITAL: sender and receiver confirm, then the registrar. The assets move within a registry.
/// - DIGITAL_WITH_COORDINATOR, TXC: the same, and the transaction coordinator.
/// - EXTERNAL: the sender reports that it has paid outside, the receiver confirms it.
/// - TRADITIONAL: the same for an instrument outside the ledger's registries, then its transfer agent, in the place of
///   the registrar.
/// - ERC20, ERC721: sender and receiver confirm; the leg's manager holds the tokens in between.
/// - HTLC: the sender locks with a hash and a deadline, within the leg's terms; the receiver unlocks with the key, last
///   of all.
///
/// Tokens (ERC20, ERC721) against a payment off the ledger (EXTERNAL) need a leg with a registrar, who may refuse if
/// one side says "paid" and the other denies it. Otherwise use an HTLC leg, which ends by its deadline.
///
/// A leg whose sender is its registrar issues; a leg whose receiver is its registrar terminates. The registrar then
/// confirms once, as registrar, and its own side of the leg has no data.
///
/// Senders, receivers and coordinators are registered tenants in good standing, at creation and at settlement;
/// registrars at settlement. In between, the controllers check their calls. delivery.OPERATOR registers leg managers,
/// delivery.PLATFORM_UPGRADE replaces the code.
interface IDeliveryManager is IDapp, IUpgradable {
    /// @param valid The delivery exists and is not canceled.
    /// @param used The id was used.
    /// @param valueDate UTC midnight in seconds, before which the delivery does not settle; 0 for none.
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

    /// @param deliveryLegManager The delivery manager itself for the built-in types.
    struct LegManager {
        RegistryType registryType;
        bool active;
        address deliveryLegManager;
    }

    /// @notice The creator's confirmations follow as events of their own, in the same transaction.
    event DeliveryCreated(
        DeliveryId indexed deliveryId,
        address indexed creator,
        bytes32 privateDataFp,
        uint64 valueDate,
        Leg[] legs
    );
    /// @notice A tenant confirmed a leg in a role. `data`: its account data; empty for registrar and coordinator, and
    /// for an account set before.
    event LegConfirmed(
        DeliveryId indexed deliveryId, uint256 indexed legIdx, address indexed by, LegRole role, bytes data
    );
    /// @notice The sender of an HTLC leg locked it. `data`: its account data.
    event LegLocked(
        DeliveryId indexed deliveryId,
        uint256 indexed legIdx,
        address indexed by,
        bytes32 hash,
        uint64 deadline,
        bytes data
    );
    /// @notice The receiver showed the key.
    event LegUnlocked(DeliveryId indexed deliveryId, uint256 indexed legIdx, address indexed by, bytes key);
    /// @notice The leg's manager reported that the receiver's side is fulfilled.
    event LegDeliveryNotified(
        DeliveryId indexed deliveryId, uint256 indexed legIdx, address indexed legManager
    );
    /// @notice The sender of an off-ledger leg reported it as sent.
    event ExternalDeliveryReported(DeliveryId indexed deliveryId, uint256 indexed legIdx, address indexed by);
    /// @notice The receiver of such a leg confirmed it as received.
    event ExternalDeliveryConfirmed(
        DeliveryId indexed deliveryId, uint256 indexed legIdx, address indexed by
    );
    event ReceiverAccountSet(
        DeliveryId indexed deliveryId, uint256 indexed legIdx, address indexed by, bytes data
    );
    event DeliverySettled(DeliveryId indexed deliveryId);
    /// @notice A vote. The delivery's state does not change.
    event DeliveryCancelRequested(DeliveryId indexed deliveryId, address indexed by, bytes32 reasonFp);
    /// @param refused A registrar canceled it.
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
    /// @notice Not in the encoding of abi.encode: see hashLegs.
    error DeliveryLegsMalformed(DeliveryId deliveryId);
    /// @notice ERC20 or ERC721 against EXTERNAL without a registrar: if a payment were reported and denied, nobody
    /// could release the tokens.
    error DeliveryWithoutArbiter(DeliveryId deliveryId);
    error DeliveryDataMismatch(uint256 numLegs, uint256 numData);
    error DeliveryValueDateInvalid(uint64 valueDate);
    error DeliveryBeforeValueDate(DeliveryId deliveryId, uint64 valueDate);
    error DeliveryNotParticipant(DeliveryId deliveryId, address caller);
    error DeliveryNothingToConfirm(DeliveryId deliveryId, address caller);
    error DeliveryInvestorsFirst(DeliveryId deliveryId);
    error DeliveryCancelAlreadyRequested(DeliveryId deliveryId, address caller);
    error DeliveryReasonMissing(DeliveryId deliveryId);
    /// @notice Only senders and receivers vote, and registrars refuse. A coordinator confirms or waits.
    error DeliveryWithoutVote(DeliveryId deliveryId, address caller);
    error DeliveryLocked(DeliveryId deliveryId);
    error DeliveryNotLocked(DeliveryId deliveryId);
    /// @notice The key would become public before everything else is confirmed.
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

    /// @notice Works once, in the transaction that creates the proxy.
    function init(address platform, address privilegeManager) external;

    /// @notice Creates a delivery and makes the creator's own digital confirmations as sender and receiver, which
    /// earmarks the assets it sends. Payments and registrars' confirmations always need a call of their own.
    /// @param legs At most 32. senderData and receiverData are filled on the creator's side only; HTLC legs always
    /// have their terms in senderData (see ILockingLegManager).
    /// @param valueDate A UTC midnight in seconds; 0 for none.
    function createDelivery(
        DeliveryId deliveryId,
        bytes32 privateDataFp,
        Leg[] calldata legs,
        uint64 valueDate
    ) external;

    /// @notice Makes every digital confirmation that the caller owes now: as sender and receiver, and once no
    /// investor owes one, as registrar or transfer agent. The last confirmation settles the delivery.
    /// @param data The caller's account data for each leg, or empty.
    function confirmDelivery(DeliveryId deliveryId, Leg[] calldata legs, bytes[] calldata data) external;

    /// @notice As confirmDelivery, only for the legs that the caller sends.
    function confirmAsSender(DeliveryId deliveryId, Leg[] calldata legs, bytes[] calldata data) external;

    /// @notice As confirmDelivery, only for the legs that the caller receives.
    function confirmAsReceiver(DeliveryId deliveryId, Leg[] calldata legs, bytes[] calldata data) external;

    /// @notice The transaction coordinator confirms its legs, once no investor owes a confirmation.
    function confirmAsCoordinator(DeliveryId deliveryId, Leg[] calldata legs) external;

    /// @notice Makes the confirmations that the caller owes on one leg now, as sender, receiver, registrar or
    /// transfer agent.
    function confirmLegDelivery(
        DeliveryId deliveryId,
        Leg[] calldata legs,
        uint256 legIdx,
        bytes calldata data
    ) external;

    /// @notice The sender of an HTLC leg locks its tokens, once every on-ledger leg is earmarked. The lock counts as
    /// a reported payment, and nobody can cancel before its deadline.
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

    /// @notice The sender of an off-ledger leg reports it as sent, once every on-ledger leg is earmarked.
    function reportExternalDelivery(DeliveryId deliveryId, Leg[] calldata legs, uint256 legIdx) external;

    /// @notice The receiver of such a leg confirms it as received, after the report.
    function confirmExternalDelivery(DeliveryId deliveryId, Leg[] calldata legs, uint256 legIdx) external;

    /// @notice The receiver sets the receiving account of a leg, before it confirms.
    function setReceiverAccount(
        DeliveryId deliveryId,
        Leg[] calldata legs,
        uint256 legIdx,
        bytes calldata data
    ) external;

    /// @notice A registrar cancels, for a reason. An investor cancels while another investor still owes a
    /// confirmation and no payment was reported; after that the call is a vote, and the delivery is canceled once
    /// every investor has voted. An investor whose only counterparty is the registrar cancels alone. Nobody cancels
    /// while a leg is locked; after the deadline see unlockAndCancel.
    /// @param reasonFp Fingerprint of the reason; 0 for none. A registrar needs a reason.
    function cancelDelivery(DeliveryId deliveryId, Leg[] calldata legs, bytes32 reasonFp) external;

    /// @notice delivery.OPERATOR. The manager of a type never changes, so that every delivery finds its earmarks:
    /// after unregistering, only the same manager can be registered. The delivery manager itself is the manager of
    /// DIGITAL, DIGITAL_WITH_COORDINATOR, TXC, EXTERNAL and TRADITIONAL.
    function registerLegManager(LegType legType, address legManager, RegistryType registryType) external;

    /// @notice delivery.OPERATOR. Refuses new legs of the type; existing ones continue.
    function unregisterLegManager(LegType legType) external;

    /// @notice A delivery; its state is NONE for an unknown id.
    function deliveries(DeliveryId deliveryId) external view returns (Delivery memory);

    /// @return Whether the account is sender, receiver, registrar or coordinator of a leg.
    function isParticipant(DeliveryId deliveryId, Leg[] calldata legs, address account)
        external
        view
        returns (bool);

    /// @return Eight bits for each leg, the first leg lowest: 0 sender, 1 receiver, 2 registrar, 3 coordinator
    /// confirmed or owe nothing; 4 sender, 5 receiver voted to cancel or have no vote; 6 reported as sent, or locked;
    /// 7 delivered.
    function legFlags(DeliveryId deliveryId) external view returns (uint256);

    /// @notice The state of each leg.
    function legStates(DeliveryId deliveryId, Leg[] calldata legs)
        external
        view
        returns (DeliveryLegState[] memory);

    /// @notice A leg type's manager; 0 if it never had one.
    function legManagers(LegType legType) external view returns (LegManager memory);

    /// @return Whether the account is or was the manager of a leg type.
    function isLegManager(address account) external view returns (bool);

    /// @return The leg's reference at its manager and in the registry's events.
    function legReference(DeliveryId deliveryId, uint256 legIdx) external pure returns (bytes32);

    /// @return keccak256(abi.encode(legs)); 0 for any other encoding, which every call refuses.
    function hashLegs(Leg[] calldata legs) external pure returns (bytes32);
}
