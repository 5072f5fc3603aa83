// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { DeliveryId, DeliveryLegState, DeliveryState } from "../../types/Delivery.sol";
import { Leg, LegRole, LegType } from "../../types/Leg.sol";
import { RegistryType } from "../../types/Registry.sol";
import { IDapp } from "../IDapp.sol";
import { IUpgradable } from "../IUpgradable.sol";
import { IDeliveryCancellations } from "./IDeliveryCancellations.sol";
import { IDeliveryLocks } from "./IDeliveryLocks.sol";

/// @title Deliveries: legs that settle together, or not at all.
/// @notice A delivery's id is the hash of its terms: the legs are not stored, and every call passes them again, exactly
/// as created. A delivery settles in the transaction of its last confirmation. Investors and payments come first, then registrars, transfer agents and
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
/// A payment off the ledger (EXTERNAL, TRADITIONAL) against anything on the ledger needs an arbiter: a registrar that is
/// neither sender nor receiver of any leg, who may refuse if one side says "paid" and the other denies it.
///
/// Warning: the ledger sees no payment outside. It settles on the sender's report and the receiver's confirmation.
///
/// A delivery ends for certain: IDeliveryCancellations says who may cancel when.
///
/// A leg whose sender is its registrar issues; a leg whose receiver is its registrar terminates. The registrar then
/// confirms once, as registrar, and its own side of the leg has no data.
///
/// The creator is a registered tenant in good standing at creation, and every party is one at settlement. In between, the
/// controllers check their calls. delivery.OPERATOR registers leg managers, delivery.PLATFORM_UPGRADE replaces the code.
interface IDeliveryManager is IDapp, IUpgradable, IDeliveryCancellations, IDeliveryLocks {
    /// @param valid The delivery exists and is not canceled.
    /// @param used The id was used.
    /// @param valueDate UTC midnight in seconds, before which the delivery does not settle; 0 for none.
    /// @param expiresAt In seconds: EXPIRY_PERIOD after the value date or, without one, after the creation. See
    /// IDeliveryCancellations.
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
        uint64 expiresAt;
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
    /// @notice The deadline of a leg's lock has passed, and the lock is gone. The delivery continues, because a payment
    /// was reported: the sender may lock again.
    event LegLockReleased(DeliveryId indexed deliveryId, uint256 indexed legIdx, address indexed by);
    /// @notice The leg's manager failed to release the leg of a canceled delivery: see releaseLeg.
    event LegReleaseFailed(DeliveryId indexed deliveryId, uint256 indexed legIdx);
    /// @param refused A registrar canceled it, or the operator in the place of one that is gone.
    event DeliveryCanceled(DeliveryId indexed deliveryId, address indexed by, bytes32 reasonFp, bool refused);
    event LegManagerRegistered(
        LegType indexed legType, address indexed legManager, RegistryType registryType
    );
    event LegManagerUnregistered(LegType indexed legType, address indexed legManager);

    error DeliveryAlreadyExists(DeliveryId deliveryId);
    error DeliveryIdInvalid(DeliveryId deliveryId, DeliveryId required);
    error DeliveryUnknown(DeliveryId deliveryId);
    error DeliveryNotPending(DeliveryId deliveryId, DeliveryState state);
    error DeliveryWithoutLegs(DeliveryId deliveryId);
    error DeliveryTooManyLegs(DeliveryId deliveryId, uint256 numLegs);
    error DeliveryLegsMismatch(DeliveryId deliveryId);
    /// @notice Not in the encoding of abi.encode: see deliveryIdOf.
    error DeliveryLegsMalformed(DeliveryId deliveryId);
    /// @notice A payment against something on the ledger, without a registrar that is neither sender nor receiver of any
    /// leg: if the payment were reported and denied, nobody could release the rest.
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
    error DeliveryNotExpired(DeliveryId deliveryId, uint64 expiresAt);
    /// @notice No payment was reported: any investor cancels.
    error DeliveryNotPaid(DeliveryId deliveryId);
    /// @notice The registrar can still refuse.
    error DeliveryRegistrarInGoodStanding(DeliveryId deliveryId, address registrar);
    error DeliveryNotCanceled(DeliveryId deliveryId, DeliveryState state);
    /// @notice Too little gas left for the leg's manager to release its leg.
    error DeliveryReleaseGasMissing(uint256 gas);
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
    error LegNotReleased(DeliveryId deliveryId, uint256 legIdx);
    error LegManagerRequired(DeliveryId deliveryId, uint256 legIdx, address caller);
    error LegDataNotOwn(uint256 legIdx);
    error LegManagerInvalid(LegType legType, address legManager);
    error LegManagerAlreadyRegistered(LegType legType, address legManager);

    /// @notice Creates a delivery and makes the creator's own digital confirmations as sender and receiver, which
    /// earmarks the assets it sends. Payments and registrars' confirmations always need a call of their own.
    /// @param deliveryId See deliveryIdOf. The same creator tells equal legs apart by their private data's fingerprint.
    /// @param legs At most 32. senderData and receiverData are filled on the creator's side only; HTLC legs always
    /// have their terms in senderData (see ILockingLegManager).
    /// @param valueDate A UTC midnight in seconds, until the year 2106; 0 for none.
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

    /// @notice delivery.OPERATOR. The manager of a type never changes, so that every delivery finds its earmarks:
    /// after unregistering, only the same manager can be registered. The delivery manager itself is the manager of
    /// DIGITAL, DIGITAL_WITH_COORDINATOR, TXC, EXTERNAL and TRADITIONAL.
    function registerLegManager(LegType legType, address legManager, RegistryType registryType) external;

    /// @notice delivery.OPERATOR. Refuses new legs of the type; existing ones continue.
    function unregisterLegManager(LegType legType) external;

    /// @return Ninety days, in seconds.
    function EXPIRY_PERIOD() external pure returns (uint64);

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

    /// @return The only id under which the creator can create a delivery of these terms:
    /// keccak256(abi.encode(creator, privateDataFp, valueDate, keccak256(abi.encode(legs)))). 0 where the call encodes the
    /// legs in any other way than abi.encode does: every call refuses that.
    function deliveryIdOf(address creator, bytes32 privateDataFp, Leg[] calldata legs, uint64 valueDate)
        external
        pure
        returns (DeliveryId);
}
