// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { EntryType, RegistryEntry, RegistryEntryAction } from "../types/Entry.sol";
import { RegistryId } from "../types/Registry.sol";
import { IAspects } from "./IAspects.sol";
import { IEarmarkProtocols } from "../registry/core/IEarmarkProtocols.sol";
import { IRegistration } from "./IRegistration.sol";
import { IRegistry } from "./IRegistry.sol";
import { IUpgradable } from "./IUpgradable.sol";

/// @title Registries of entries, which the ledger knows by fingerprint.
/// @notice An entry's owner and type are public; its quantity and account are private to its parties. Their servers
/// check that quantities are conserved: one event has both the ended and the new entries. An entry never changes its
/// owner: it ends, and others begin under new fingerprints, because the fingerprint covers the account. A fingerprint
/// is never used twice in a registry manager.
///
/// Its privilege manager holds registry.REGISTRAR and registry.INVESTOR (tenants), registry.EARMARK_PROTOCOL_DAPP and
/// registry.ASPECT_INSTRUMENT (dApps). Both sides' data of a leg is `abi.encode(bytes32[] fingerprints)`, 1 to 8 of
/// them: the sender's that end, the receiver's that begin. The quantity of a movement is 0. A direct call takes 1 to
/// 100 entries on either side, each of one owner and one type.
///
/// A movement reserves its receiver's fingerprints, so that nobody else can use them.
interface IEntryRegistryManager is IRegistry, IRegistration, IEarmarkProtocols, IAspects, IUpgradable {
    /// @notice Entries ended, or began, or both.
    /// @param movementRef The movement's; the reason's fingerprint if the registrar forced it; otherwise 0.
    /// @param spentAction The action that ended the spent entries; NONE without any.
    /// @param createdAction The action that began the created entries; NONE without any. PREPARE_ENTRY begins them as
    /// PREPARED, every other action as ISSUED.
    /// @param sender The owner of the spent entries; 0 without any.
    /// @param receiver The owner of the created entries; 0 without any.
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
    /// @notice The owner marked entries, or took back a mark.
    /// @param action MARK_AS_REDEEMABLE, EXPORT, or NONE for taking back a mark.
    /// @param entryType The new type of the entries.
    event EntriesMarked(
        RegistryId indexed registryId,
        address indexed owner,
        RegistryEntryAction action,
        EntryType entryType,
        bytes32[] fingerprints
    );
    /// @notice A movement earmarked entries of its sender.
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
    /// @notice A movement reserved the fingerprints of its receiver's new entries.
    event EntriesReserved(
        RegistryId indexed registryId,
        bytes32 indexed movementRef,
        address indexed owner,
        address earmarkedBy,
        bytes32[] fingerprints
    );
    /// @notice The fingerprints are unused again.
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

    /// @notice Works once, in the transaction that creates the proxy.
    function init(address platform, address privilegeManager) external;

    /// @notice The registrar, while REGISTERED, issues entries to an investor: new ones, or ones prepared for it.
    function issue(RegistryId registryId, bytes32[] calldata fingerprints, address owner) external;

    /// @notice The registrar, while REGISTERED, prepares entries for an investor. They become holdings by `issue`.
    function prepareEntry(RegistryId registryId, bytes32[] calldata fingerprints, address owner) external;

    /// @notice The registrar takes back prepared entries, in every state of the registry.
    function terminatePreparedEntry(RegistryId registryId, bytes32[] calldata fingerprints, address owner)
        external;

    /// @notice An investor, while REGISTERED, moves its own available entries to another investor without a delivery,
    /// if the registrar has whitelisted it as a sender.
    function transfer(
        RegistryId registryId,
        bytes32[] calldata spent,
        address receiver,
        bytes32[] calldata created
    ) external;

    /// @notice An investor, while REGISTERED, splits and merges its own available entries.
    function reorg(RegistryId registryId, bytes32[] calldata spent, bytes32[] calldata created) external;

    /// @notice The registrar, while REGISTERED or EXPORTING, moves an owner's available entries to an investor, for a
    /// reason.
    function forcedTransfer(
        RegistryId registryId,
        address sender,
        bytes32[] calldata spent,
        address receiver,
        bytes32[] calldata created,
        bytes32 reasonFp
    ) external;

    /// @notice The registrar, while REGISTERED, splits and merges an owner's available entries, for a reason. The
    /// owner does not change.
    function forcedReorg(
        RegistryId registryId,
        address owner,
        bytes32[] calldata spent,
        bytes32[] calldata created,
        bytes32 reasonFp
    ) external;

    /// @notice The registrar, while REGISTERED or EXPORTING, ends entries that their owner has marked: all of them as
    /// redeemable or, while EXPORTING, all of them for export.
    function terminateEntry(RegistryId registryId, bytes32[] calldata fingerprints, address owner) external;

    /// @notice An investor, while REGISTERED, allows the registrar to terminate its own available entries. Nobody
    /// else can move them then.
    function markAsRedeemable(RegistryId registryId, bytes32[] calldata fingerprints) external;

    /// @notice The owner, in every state of the registry.
    function cancelRedeemable(RegistryId registryId, bytes32[] calldata fingerprints) external;

    /// @notice The registrar, while IMPORTING and the instrument has not expired, begins an investor's entries from
    /// another registry.
    function importEntries(RegistryId registryId, bytes32[] calldata fingerprints, address owner) external;

    /// @notice An investor, while EXPORTING, allows the registrar to end its own available entries, to move them to
    /// another registry.
    function markEntriesForExport(RegistryId registryId, bytes32[] calldata fingerprints) external;

    /// @notice The owner, in every state of the registry.
    function cancelExport(RegistryId registryId, bytes32[] calldata fingerprints) external;

    /// @return The entry; NONE and no owner for an unknown fingerprint.
    function registryEntries(RegistryId registryId, bytes32 fingerprint)
        external
        view
        returns (RegistryEntry memory);

    /// @return Whether the entry is a holding: ISSUED, REDEEMABLE or EXPORTING.
    function checkEntryExists(RegistryId registryId, bytes32 fingerprint) external view returns (bool);

    /// @return The number of entries held in the registry.
    function numEntries(RegistryId registryId) external view returns (uint256);

    /// @return spent The sender's entries that the movement has earmarked.
    /// @return created The receiver's fingerprints that the movement has reserved.
    function preparedEntries(address caller, Movement calldata movement)
        external
        view
        returns (bytes32[] memory spent, bytes32[] memory created);
}
