// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { PrivilegeCheck } from "../../access/PrivilegeCheck.sol";
import { Privileges } from "../../access/Privileges.sol";
import { IDapp } from "../../interfaces/IDapp.sol";
import { IEntryRegistryManager } from "../../interfaces/IEntryRegistryManager.sol";
import { IInstrumentManager } from "../../interfaces/IInstrumentManager.sol";
import { IRegistry } from "../../interfaces/IRegistry.sol";
import { IUpgradable } from "../../interfaces/IUpgradable.sol";
import { EntryType, RegistryEntry, RegistryEntryAction } from "../../types/Entry.sol";
import { RegistryId, RegistryState } from "../../types/Registry.sol";
import { MovementChecks } from "../core/MovementChecks.sol";
import { EntryData } from "../core/MovementData.sol";
import { RegistryRecord, RegistrationStore, Registrations } from "../core/RegistrationStore.sol";
import { RegistryManager } from "../core/RegistryManager.sol";
import { Entries, EntryChange, EntryMark, EntryRecord, EntryStore, PreparedEntries } from "./Entries.sol";
import { EntryDeliveries } from "./EntryDeliveries.sol";

contract EntryRegistryManager is RegistryManager, IEntryRegistryManager {
    using Entries for EntryStore;
    using EntryDeliveries for EntryStore;
    using MovementChecks for RegistrationStore;
    using Registrations for RegistrationStore;

    /// @dev keccak256(abi.encode(uint256(keccak256("connex.EntryRegistryManager")) - 1)) & ~bytes32(uint256(0xff))
    bytes32 private constant STORE = 0x2bd3bf0b9e49967d43818a0b97dd7ed519a63c0eb2c39a5d20378475e6cc0200;

    /// @inheritdoc IEntryRegistryManager
    function init(address platform_, address privilegeManager_) external initializer {
        _registrations().init(platform_, privilegeManager_);
    }

    /// @inheritdoc IEntryRegistryManager
    function issue(RegistryId registryId, bytes32[] calldata fingerprints, address owner) external {
        RegistryRecord storage registry = _requireRegisteredByRegistrar(registryId);
        MovementChecks.requireIssuable(registry);
        _requireReceiver(registryId, registry, owner);
        _entries()
            .begin(EntryChange(registryId, 0, RegistryEntryAction.ISSUE, address(0), owner), fingerprints);
    }

    /// @inheritdoc IEntryRegistryManager
    function prepareEntry(RegistryId registryId, bytes32[] calldata fingerprints, address owner) external {
        RegistryRecord storage registry = _requireRegisteredByRegistrar(registryId);
        MovementChecks.requireIssuable(registry);
        _requireReceiver(registryId, registry, owner);
        _entries()
            .begin(
                EntryChange(registryId, 0, RegistryEntryAction.PREPARE_ENTRY, address(0), owner), fingerprints
            );
    }

    /// @inheritdoc IEntryRegistryManager
    function importEntries(RegistryId registryId, bytes32[] calldata fingerprints, address owner) external {
        RegistryRecord storage registry = _registrations().requireImporting(registryId);
        _registrations().requireRegistrar(registryId, registry, msg.sender);
        MovementChecks.requireIssuable(registry);
        _requireReceiver(registryId, registry, owner);
        _entries()
            .begin(EntryChange(registryId, 0, RegistryEntryAction.IMPORT, address(0), owner), fingerprints);
    }

    /// @inheritdoc IEntryRegistryManager
    function terminatePreparedEntry(RegistryId registryId, bytes32[] calldata fingerprints, address owner)
        external
    {
        _registrations().requireRegistrar(registryId, _registrations().requireKnown(registryId), msg.sender);
        RegistryEntryAction action = RegistryEntryAction.TERMINATE_PREPARED_ENTRY;
        _entries()
            .end(EntryChange(registryId, 0, action, owner, address(0)), fingerprints, EntryType.PREPARED);
    }

    /// @inheritdoc IEntryRegistryManager
    function terminateEntry(RegistryId registryId, bytes32[] calldata fingerprints, address owner) external {
        RegistryRecord storage registry = _requireRegisteredOrExportingByRegistrar(registryId);
        bool exports = registry.state == RegistryState.EXPORTING && fingerprints.length > 0
            && _entries().records[fingerprints[0]].entryType == EntryType.EXPORTING;
        RegistryEntryAction action =
            exports ? RegistryEntryAction.EXPORT : RegistryEntryAction.TERMINATE_ENTRY;
        EntryType marked = exports ? EntryType.EXPORTING : EntryType.REDEEMABLE;
        _entries().end(EntryChange(registryId, 0, action, owner, address(0)), fingerprints, marked);
    }

    /// @inheritdoc IEntryRegistryManager
    function transfer(
        RegistryId registryId,
        bytes32[] calldata spent,
        address receiver,
        bytes32[] calldata created
    ) external {
        RegistryRecord storage registry = _requireRegisteredByInvestor(registryId);
        _registrations().requireSender(registryId, msg.sender);
        if (receiver == msg.sender) revert MovementSelf(receiver);
        _requireReceiver(registryId, registry, receiver);
        RegistryEntryAction action = RegistryEntryAction.TRANSFER;
        _entries().replace(EntryChange(registryId, 0, action, msg.sender, receiver), spent, created);
    }

    /// @inheritdoc IEntryRegistryManager
    function reorg(RegistryId registryId, bytes32[] calldata spent, bytes32[] calldata created) external {
        _requireRegisteredByInvestor(registryId);
        RegistryEntryAction action = RegistryEntryAction.REORG_CREATE;
        _entries().replace(EntryChange(registryId, 0, action, msg.sender, msg.sender), spent, created);
    }

    /// @inheritdoc IEntryRegistryManager
    function forcedTransfer(
        RegistryId registryId,
        address sender,
        bytes32[] calldata spent,
        address receiver,
        bytes32[] calldata created,
        bytes32 reasonFp
    ) external {
        RegistryRecord storage registry = _requireRegisteredOrExportingByRegistrar(registryId);
        if (reasonFp == 0) revert ReasonMissing();
        if (sender == receiver) revert MovementSelf(sender);
        _requireReceiver(registryId, registry, receiver);
        RegistryEntryAction action = RegistryEntryAction.FORCED_TRANSFER;
        _entries().replace(EntryChange(registryId, reasonFp, action, sender, receiver), spent, created);
    }

    /// @inheritdoc IEntryRegistryManager
    function forcedReorg(
        RegistryId registryId,
        address owner,
        bytes32[] calldata spent,
        bytes32[] calldata created,
        bytes32 reasonFp
    ) external {
        _requireRegisteredByRegistrar(registryId);
        if (reasonFp == 0) revert ReasonMissing();
        RegistryEntryAction action = RegistryEntryAction.REORG_CREATE;
        _entries().replace(EntryChange(registryId, reasonFp, action, owner, owner), spent, created);
    }

    /// @inheritdoc IEntryRegistryManager
    function markAsRedeemable(RegistryId registryId, bytes32[] calldata fingerprints) external {
        _requireRegisteredByInvestor(registryId);
        RegistryEntryAction action = RegistryEntryAction.MARK_AS_REDEEMABLE;
        _entries().mark(EntryMark(registryId, action, EntryType.ISSUED, EntryType.REDEEMABLE), fingerprints);
    }

    /// @inheritdoc IEntryRegistryManager
    function markEntriesForExport(RegistryId registryId, bytes32[] calldata fingerprints) external {
        _registrations().requireExporting(registryId);
        _requireGranted(msg.sender, Privileges.REGISTRY_INVESTOR);
        RegistryEntryAction action = RegistryEntryAction.EXPORT;
        _entries().mark(EntryMark(registryId, action, EntryType.ISSUED, EntryType.EXPORTING), fingerprints);
    }

    /// @inheritdoc IEntryRegistryManager
    function cancelRedeemable(RegistryId registryId, bytes32[] calldata fingerprints) external {
        RegistryEntryAction action = RegistryEntryAction.NONE;
        _entries().mark(EntryMark(registryId, action, EntryType.REDEEMABLE, EntryType.ISSUED), fingerprints);
    }

    /// @inheritdoc IEntryRegistryManager
    function cancelExport(RegistryId registryId, bytes32[] calldata fingerprints) external {
        RegistryEntryAction action = RegistryEntryAction.NONE;
        _entries().mark(EntryMark(registryId, action, EntryType.EXPORTING, EntryType.ISSUED), fingerprints);
    }

    /// @inheritdoc IRegistry
    function checkMovement(Movement calldata movement) external view {
        _requirePrivate(movement);
        _registrations().check(movement);
    }

    /// @inheritdoc IRegistry
    function earmark(Movement calldata movement, bytes calldata senderData) external {
        _requirePrivate(movement);
        if (movement.sender == _registrations().checkPrepare(movement).registrar) {
            revert MovementWithoutInvestor(movement.registryId);
        }
        _entries().earmark(movement, EntryData.decode(senderData));
    }

    /// @inheritdoc IRegistry
    function setReceivingAccount(Movement calldata movement, bytes calldata receiverData) external {
        _requirePrivate(movement);
        if (movement.receiver == _registrations().checkPrepare(movement).registrar) {
            revert MovementWithoutInvestor(movement.registryId);
        }
        _entries().reserve(movement, EntryData.decode(receiverData));
    }

    /// @inheritdoc IRegistry
    /// @dev Asks for no privilege: only the caller that earmarked finds the movement, and it must be able to release
    /// it even after losing the right to move it.
    function unearmark(Movement calldata movement) external {
        _entries().release(movement);
    }

    /// @inheritdoc IRegistry
    function transferAndUnearmark(Movement calldata movement) external {
        _entries().settle(movement, _registrations().checkSettle(movement).registrar);
    }

    /// @inheritdoc IRegistry
    function preparedSides(address caller, Movement calldata movement)
        external
        view
        returns (bool isEarmarked, bool isReceivingAccountSet)
    {
        PreparedEntries storage prepared = _entries().prepared[MovementChecks.key(caller, movement)];
        return (prepared.firstSpent != 0, prepared.firstCreated != 0);
    }

    /// @inheritdoc IEntryRegistryManager
    function preparedEntries(address caller, Movement calldata movement)
        external
        view
        returns (bytes32[] memory spent, bytes32[] memory created)
    {
        PreparedEntries storage prepared = _entries().prepared[MovementChecks.key(caller, movement)];
        return (_entries().chained(prepared.firstSpent), _entries().chained(prepared.firstCreated));
    }

    /// @inheritdoc IEntryRegistryManager
    function registryEntries(RegistryId registryId, bytes32 fingerprint)
        external
        view
        returns (RegistryEntry memory entry)
    {
        EntryRecord memory record = _entries().ofRegistry(registryId, fingerprint);
        if (record.owner == address(0)) return entry;
        RegistryRecord storage registry = _registrations().registries[registryId];
        return RegistryEntry({
            entryType: record.entryType,
            earmarkedBy: _entries().earmarkerOf(record),
            issuer: IInstrumentManager(registry.instrumentManager)
            .getInstrument(registry.instrumentId)
            .issuer,
            owner: record.owner
        });
    }

    /// @inheritdoc IEntryRegistryManager
    function checkEntryExists(RegistryId registryId, bytes32 fingerprint) external view returns (bool) {
        EntryType entryType = _entries().ofRegistry(registryId, fingerprint).entryType;
        return entryType == EntryType.ISSUED || entryType == EntryType.REDEEMABLE
            || entryType == EntryType.EXPORTING;
    }

    /// @inheritdoc IEntryRegistryManager
    function numEntries(RegistryId registryId) public view returns (uint256) {
        return _entries().registries[registryId].living;
    }

    /// @inheritdoc IUpgradable
    function kind() external pure returns (bytes32) {
        return "EntryRegistryManager";
    }

    /// @inheritdoc IDapp
    function getVersion() external pure virtual returns (uint256) {
        return 1;
    }

    /// @inheritdoc RegistryManager
    function _outstanding(RegistryId registryId) internal view override returns (uint256) {
        return numEntries(registryId);
    }

    /// @dev Quantities are private to the parties, so a movement carries none.
    function _requirePrivate(Movement calldata movement) private pure {
        if (movement.quantity != 0) revert EntryQuantityPublic(movement.quantity);
    }

    function _requireRegisteredByInvestor(RegistryId registryId)
        private
        view
        returns (RegistryRecord storage registry)
    {
        registry = _registrations().requireRegistered(registryId);
        _requireGranted(msg.sender, Privileges.REGISTRY_INVESTOR);
    }

    function _requireRegisteredByRegistrar(RegistryId registryId)
        private
        view
        returns (RegistryRecord storage registry)
    {
        registry = _registrations().requireRegistered(registryId);
        _registrations().requireRegistrar(registryId, registry, msg.sender);
    }

    function _requireRegisteredOrExportingByRegistrar(RegistryId registryId)
        private
        view
        returns (RegistryRecord storage registry)
    {
        registry = _registrations().requireRegisteredOrExporting(registryId);
        _registrations().requireRegistrar(registryId, registry, msg.sender);
    }

    function _requireReceiver(RegistryId registryId, RegistryRecord storage registry, address receiver)
        private
        view
    {
        if (receiver == registry.registrar) revert MovementWithoutInvestor(registryId);
        _registrations().standings.requireActive(receiver);
        _registrations().requireHolder(registry, receiver);
    }

    function _requireGranted(address holder, bytes32 privilege) private view {
        PrivilegeCheck.require_(_registrations().privilegeManager, holder, privilege);
    }

    function _entries() private pure returns (EntryStore storage store) {
        bytes32 slot = STORE;
        // solhint-disable-next-line no-inline-assembly
        assembly ("memory-safe") {
            store.slot := slot
        }
    }
}
