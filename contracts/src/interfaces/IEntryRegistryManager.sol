// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { EntryType, RegistryEntry, RegistryEntryAction } from "../types/Entry.sol";
import { RegistryId } from "../types/Registry.sol";
import { IAspects } from "./IAspects.sol";
import { IRegistration } from "./IRegistration.sol";
import { IRegistry } from "./IRegistry.sol";
import { IUpgradable } from "./IUpgradable.sol";

/// @title Registries that keep positions as entries, known on the ledger by fingerprint.
/// @notice An entry has an owner and a type in the open; its quantity and account are private to its parties, whose
/// servers check that quantities are conserved: every event tells together what it ends and what it begins. An entry
/// never changes hands: it ends, and others begin under new fingerprints, since the account is among what the
/// fingerprint covers. A fingerprint is used once for ever in a registry manager, whatever becomes of its entry.
///
/// Its privilege manager holds registry.REGISTRAR and registry.INVESTOR (tenants), registry.EARMARK_PROTOCOL_DAPP and
/// registry.ASPECT_INSTRUMENT (dApps). Both sides' data of a leg is `abi.encode(bytes32[] fingerprints)`, 1 to 8 of
/// them: the sender's that end, the receiver's that begin. The quantity of a movement is 0. A direct call takes 1 to
/// 100 entries on either side, each of one owner and one type.
///
/// What the receiver of a movement has named is reserved for it, so that nobody else can use the fingerprints up.
interface IEntryRegistryManager is IRegistry, IRegistration, IAspects, IUpgradable {
    /// @notice Entries have ended, or begun, or both.
    /// @param movementRef The movement's; the reason's fingerprint where the registrar forced it; else 0.
    /// @param spentAction What ended the spent entries; NONE where there are none.
    /// @param createdAction What the created entries began with; NONE where there are none. PREPARE_ENTRY begins them
    /// as PREPARED, everything else as ISSUED.
    /// @param sender Whose the spent entries were; 0 where there are none.
    /// @param receiver Whose the created entries are; 0 where there are none.
    event EntriesChanged(
        RegistryId indexed registryId,
        bytes32 indexed movementRef,
        RegistryEntryAction spentAction,
        RegistryEntryAction createdAction,
        address sender,
        address receiver,
        bytes32[] spent,
        bytes32[] created
    );
    /// @notice The owner has marked entries, or taken a mark back.
    /// @param action MARK_AS_REDEEMABLE, EXPORT, or NONE where a mark is taken back.
    /// @param entryType What they are from now on.
    event EntriesMarked(
        RegistryId indexed registryId,
        address indexed owner,
        RegistryEntryAction action,
        EntryType entryType,
        bytes32[] fingerprints
    );
    /// @notice A movement holds these entries of its sender.
    event EntriesEarmarked(
        RegistryId indexed registryId,
        bytes32 indexed movementRef,
        address indexed owner,
        address earmarkedBy,
        bytes32[] fingerprints
    );
    event EntriesUnearmarked(
        RegistryId indexed registryId,
        bytes32 indexed movementRef,
        address indexed owner,
        address earmarkedBy,
        bytes32[] fingerprints
    );
    /// @notice The receiver of a movement has named its entries to come.
    event EntriesReserved(
        RegistryId indexed registryId,
        bytes32 indexed movementRef,
        address indexed owner,
        address earmarkedBy,
        bytes32[] fingerprints
    );
    /// @notice The fingerprints are as if they had never been named.
    event EntriesUnreserved(
        RegistryId indexed registryId,
        bytes32 indexed movementRef,
        address indexed owner,
        address earmarkedBy,
        bytes32[] fingerprints
    );

    error EntriesMissing();
    error EntriesTooMany(uint256 count, uint256 limit);
    error EntryDataInvalid(bytes data);
    error EntryFingerprintMissing();
    error EntryFingerprintUsed(bytes32 fingerprint);
    error EntryUnknown(RegistryId registryId, bytes32 fingerprint);
    error EntryNotOwned(bytes32 fingerprint, address owner);
    error EntryEarmarked(bytes32 fingerprint, address earmarkedBy);
    error EntryOfOtherType(bytes32 fingerprint, EntryType entryType, EntryType required);
    error EntryQuantityPublic(uint256 quantity);

    /// @notice Works once, in the transaction that makes the proxy.
    function init(address platform, address privilegeManager) external;

    /// @notice The registrar, while REGISTERED: entries of an investor begin, new ones or such as were prepared for it.
    function issue(RegistryId registryId, bytes32[] calldata fingerprints, address owner) external;

    /// @notice The registrar, while REGISTERED, announces entries of an investor. They are no holding before `issue`.
    function prepareEntry(RegistryId registryId, bytes32[] calldata fingerprints, address owner) external;

    /// @notice The registrar takes back what it only prepared, in every state of the registry.
    function terminatePreparedEntry(RegistryId registryId, bytes32[] calldata fingerprints, address owner)
        external;

    /// @notice An investor, while REGISTERED, moves its own free entries to another investor without a delivery. Only
    /// where the registrar has whitelisted it as a sender.
    function transfer(
        RegistryId registryId,
        bytes32[] calldata spent,
        address receiver,
        bytes32[] calldata created
    ) external;

    /// @notice An investor, while REGISTERED, splits and merges its own free entries.
    function reorg(RegistryId registryId, bytes32[] calldata spent, bytes32[] calldata created) external;

    /// @notice The registrar, while REGISTERED or EXPORTING, moves an owner's free entries to an investor, for a reason.
    function forcedTransfer(
        RegistryId registryId,
        address sender,
        bytes32[] calldata spent,
        address receiver,
        bytes32[] calldata created,
        bytes32 reasonFp
    ) external;

    /// @notice The registrar, while REGISTERED, splits and merges an owner's free entries, for a reason. They stay the
    /// owner's.
    function forcedReorg(
        RegistryId registryId,
        address owner,
        bytes32[] calldata spent,
        bytes32[] calldata created,
        bytes32 reasonFp
    ) external;

    /// @notice The registrar, while REGISTERED or EXPORTING, ends what its owner has marked: all of them redeemable,
    /// or, while EXPORTING, all of them for export.
    function terminateEntry(RegistryId registryId, bytes32[] calldata fingerprints, address owner) external;

    /// @notice An investor, while REGISTERED, lets the registrar terminate its own free entries. Nothing else moves
    /// them then.
    function markAsRedeemable(RegistryId registryId, bytes32[] calldata fingerprints) external;

    /// @notice The owner, in whatever state the registry is.
    function cancelRedeemable(RegistryId registryId, bytes32[] calldata fingerprints) external;

    /// @notice The registrar, while IMPORTING and the instrument has not expired: entries of an investor begin that were
    /// kept elsewhere before.
    function importEntries(RegistryId registryId, bytes32[] calldata fingerprints, address owner) external;

    /// @notice An investor, while EXPORTING, lets the registrar end its own free entries, to be kept elsewhere.
    function markEntriesForExport(RegistryId registryId, bytes32[] calldata fingerprints) external;

    /// @notice The owner, in whatever state the registry is.
    function cancelExport(RegistryId registryId, bytes32[] calldata fingerprints) external;

    /// @return The entry; NONE and no owner where the registry has never known the fingerprint.
    function registryEntries(RegistryId registryId, bytes32 fingerprint)
        external
        view
        returns (RegistryEntry memory);

    /// @return Whether it is held: ISSUED, REDEEMABLE or EXPORTING.
    function checkEntryExists(RegistryId registryId, bytes32 fingerprint) external view returns (bool);

    /// @return How many entries of the registry are held.
    function numEntries(RegistryId registryId) external view returns (uint256);

    /// @return spent What the caller's movement holds of its sender's; empty where nothing is earmarked.
    /// @return created What its receiver has named; empty where nothing is.
    function preparedEntries(address caller, Movement calldata movement)
        external
        view
        returns (bytes32[] memory spent, bytes32[] memory created);
}
