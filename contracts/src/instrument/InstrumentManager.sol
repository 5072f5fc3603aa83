// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Initializable } from "@openzeppelin/contracts/proxy/utils/Initializable.sol";
import { EnumerableSet } from "@openzeppelin/contracts/utils/structs/EnumerableSet.sol";
import { AspectStore, Aspects } from "../access/Aspects.sol";
import { PrivilegeCheck } from "../access/PrivilegeCheck.sol";
import { Privileges } from "../access/Privileges.sol";
import { IAspects } from "../interfaces/IAspects.sol";
import { IDapp } from "../interfaces/IDapp.sol";
import { IInstrumentManager } from "../interfaces/IInstrumentManager.sol";
import { IPlatformManager } from "../interfaces/IPlatformManager.sol";
import { IPrivilegeManager } from "../interfaces/IPrivilegeManager.sol";
import { IUpgradable } from "../interfaces/IUpgradable.sol";
import { Upgradable } from "../proxy/Upgradable.sol";
import { Aspect } from "../types/Dapp.sol";
import {
    AssetClass,
    CreationMark,
    IdentifierType,
    InstrumentId,
    InstrumentState,
    InstrumentType
} from "../types/Instrument.sol";

contract InstrumentManager is IInstrumentManager, Upgradable, Initializable {
    using Aspects for AspectStore;
    using EnumerableSet for EnumerableSet.AddressSet;

    struct Entry {
        Instrument instrument;
        AssetClass assetClass;
        bytes32 identifier;
        EnumerableSet.AddressSet whitelist;
    }

    /// @custom:storage-location erc7201:connex.InstrumentManager
    struct InstrumentStore {
        address platform;
        address privilegeManager;
        mapping(InstrumentId => Entry) entries;
        mapping(bytes32 identifierKey => bool) identifiersTaken;
        AspectStore aspectStore;
    }

    uint8 private constant MAX_DECIMALS = 18;

    /// @dev keccak256(abi.encode(uint256(keccak256("connex.InstrumentManager")) - 1)) & ~bytes32(uint256(0xff))
    bytes32 private constant STORE = 0x8feda4b34710fe88be570cfa4db2b95cd895c9b16d446f06ea333e40c239f100;

    constructor() {
        _disableInitializers();
    }

    /// @inheritdoc IInstrumentManager
    function init(address platform_, address privilegeManager_) external initializer {
        _store().platform = platform_;
        _store().privilegeManager = privilegeManager_;
    }

    /// @inheritdoc IInstrumentManager
    function createInstrument(InstrumentId instrumentId, InstrumentTerms calldata terms) external {
        _createDigital(instrumentId, terms, address(0), 0, false, new address[](0));
    }

    /// @inheritdoc IInstrumentManager
    function createInstrumentV2(InstrumentId instrumentId, InstrumentTerms calldata terms, uint8 decimals)
        external
    {
        _createDigital(instrumentId, terms, address(0), decimals, false, new address[](0));
    }

    /// @inheritdoc IInstrumentManager
    function createInstrumentWithDepositary(
        InstrumentId instrumentId,
        InstrumentTerms calldata terms,
        address depositary
    ) external {
        _requireDepositary(depositary);
        _createDigital(instrumentId, terms, depositary, 0, false, new address[](0));
    }

    /// @inheritdoc IInstrumentManager
    function createInstrumentWithDepositaryV2(
        InstrumentId instrumentId,
        InstrumentTerms calldata terms,
        address depositary,
        uint8 decimals
    ) external {
        _requireDepositary(depositary);
        _createDigital(instrumentId, terms, depositary, decimals, false, new address[](0));
    }

    /// @inheritdoc IInstrumentManager
    function createPrivateInstrument(
        InstrumentId instrumentId,
        InstrumentTerms calldata terms,
        address[] calldata whitelist
    ) external {
        _createDigital(instrumentId, terms, address(0), 0, true, whitelist);
    }

    /// @inheritdoc IInstrumentManager
    function createPrivateInstrumentV2(
        InstrumentId instrumentId,
        InstrumentTerms calldata terms,
        address[] calldata whitelist,
        uint8 decimals
    ) external {
        _createDigital(instrumentId, terms, address(0), decimals, true, whitelist);
    }

    /// @inheritdoc IInstrumentManager
    function createPrivateInstrumentWithDepositary(
        InstrumentId instrumentId,
        InstrumentTerms calldata terms,
        address[] calldata whitelist,
        address depositary
    ) external {
        _requireDepositary(depositary);
        _createDigital(instrumentId, terms, depositary, 0, true, whitelist);
    }

    /// @inheritdoc IInstrumentManager
    function createPrivateInstrumentWithDepositaryV2(
        InstrumentId instrumentId,
        InstrumentTerms calldata terms,
        address[] calldata whitelist,
        address depositary,
        uint8 decimals
    ) external {
        _requireDepositary(depositary);
        _createDigital(instrumentId, terms, depositary, decimals, true, whitelist);
    }

    /// @inheritdoc IInstrumentManager
    function createTraditionalInstrument(
        InstrumentId instrumentId,
        InstrumentTerms calldata terms,
        uint8 decimals
    ) external {
        if (!_mayProvide(msg.sender, AssetClass.TRADITIONAL)) {
            revert IPrivilegeManager.PrivilegeNotHeld(msg.sender, Privileges.INSTRUMENT_DATA_PROVIDER_TA);
        }
        if (terms.creationMark != CreationMark.NONE) revert InstrumentTermsInvalid(instrumentId);
        _create(instrumentId, terms, AssetClass.TRADITIONAL, address(0), decimals, false, new address[](0));
    }

    /// @inheritdoc IInstrumentManager
    function createInstrumentRevision(InstrumentId instrumentId, bytes32 privateDataFp) external {
        _revise(instrumentId, _requireManaged(instrumentId), privateDataFp);
    }

    /// @inheritdoc IInstrumentManager
    function createInstrumentRevisionV2(InstrumentId instrumentId, bytes32 privateDataFp, uint8 decimals)
        external
    {
        Instrument storage instrument = _requireManaged(instrumentId);
        _revise(instrumentId, instrument, privateDataFp);
        if (instrument.decimals == decimals) return;
        if (decimals > MAX_DECIMALS) revert InstrumentTermsInvalid(instrumentId);
        bool isUnused = instrument.state == InstrumentState.CREATED
            && _store().entries[instrumentId].assetClass == AssetClass.DIGITAL;
        if (!isUnused) revert InstrumentDecimalsFixed(instrumentId, instrument.decimals);
        instrument.decimals = decimals;
        emit InstrumentDecimalsChanged(instrumentId, decimals);
    }

    /// @inheritdoc IInstrumentManager
    function updateWhitelist(InstrumentId instrumentId, address[] calldata tenants, bool whitelisted)
        external
    {
        if (!_requireManaged(instrumentId).privatePlacementFlag) {
            revert InstrumentNotPrivate(instrumentId);
        }
        EnumerableSet.AddressSet storage whitelist = _store().entries[instrumentId].whitelist;
        for (uint256 i; i < tenants.length; ++i) {
            if (tenants[i] == address(0)) revert InstrumentWhitelistInvalid();
            bool changed = whitelisted ? whitelist.add(tenants[i]) : whitelist.remove(tenants[i]);
            if (changed) emit InstrumentWhitelistUpdated(instrumentId, tenants[i], whitelisted);
        }
    }

    /// @inheritdoc IInstrumentManager
    function makePublic(InstrumentId instrumentId) external {
        Instrument storage instrument = _requireManaged(instrumentId);
        if (!instrument.privatePlacementFlag) revert InstrumentNotPrivate(instrumentId);
        instrument.privatePlacementFlag = false;
        emit InstrumentMadePublic(instrumentId);
    }

    /// @inheritdoc IInstrumentManager
    function expireInstrument(InstrumentId instrumentId) external {
        Instrument storage instrument = _requireLiving(instrumentId);
        Entry storage entry = _store().entries[instrumentId];
        if (_holds(msg.sender, Privileges.INSTRUMENT_OPERATOR) && !_mayManage(entry, msg.sender)) {
            bool isManaged =
                _isManagedBy(entry, instrument.issuer) || _isManagedBy(entry, instrument.managedBy);
            if (isManaged) revert InstrumentStillManaged(instrumentId);
        } else {
            _requireManaged(instrumentId);
        }
        instrument.state = InstrumentState.EXPIRED;
        emit InstrumentStateChanged(instrumentId, InstrumentState.EXPIRED);
    }

    /// @inheritdoc IInstrumentManager
    function notifyRegistered(InstrumentId instrumentId) external {
        PrivilegeCheck.require_(_store().privilegeManager, msg.sender, Privileges.INSTRUMENT_DAPP);
        Instrument storage instrument = _requireLiving(instrumentId);
        if (instrument.state == InstrumentState.REGISTERED) return;
        instrument.state = InstrumentState.REGISTERED;
        emit InstrumentStateChanged(instrumentId, InstrumentState.REGISTERED);
    }

    /// @inheritdoc IAspects
    function setAspect(bytes32 entityId, bytes32 aspectId, bytes32 aspectRecordId) external {
        PrivilegeCheck.require_(_store().privilegeManager, msg.sender, Privileges.INSTRUMENT_DAPP);
        if (_store().entries[InstrumentId.wrap(entityId)].instrument.state == InstrumentState.NONE) {
            revert AspectEntityUnknown(entityId);
        }
        _store().aspectStore.set(entityId, aspectId, aspectRecordId);
    }

    /// @inheritdoc IAspects
    function unsetAspect(bytes32 entityId, bytes32 aspectId) external {
        PrivilegeCheck.require_(_store().privilegeManager, msg.sender, Privileges.INSTRUMENT_DAPP);
        _store().aspectStore.unset(entityId, aspectId);
    }

    /// @inheritdoc IInstrumentManager
    function getInstrument(InstrumentId instrumentId) external view returns (Instrument memory) {
        return _requireKnown(instrumentId);
    }

    /// @inheritdoc IInstrumentManager
    function getInstrumentMetadata(InstrumentId instrumentId)
        external
        view
        returns (InstrumentMetadata memory)
    {
        _requireKnown(instrumentId);
        return _metadata(_store().entries[instrumentId]);
    }

    /// @inheritdoc IInstrumentManager
    function assetClassOf(InstrumentId instrumentId) external view returns (AssetClass) {
        _requireKnown(instrumentId);
        return _store().entries[instrumentId].assetClass;
    }

    /// @inheritdoc IInstrumentManager
    function whitelistPage(InstrumentId instrumentId, uint256 first, uint256 end)
        external
        view
        returns (address[] memory)
    {
        _requireKnown(instrumentId);
        return _store().entries[instrumentId].whitelist.values(first, end);
    }

    /// @inheritdoc IInstrumentManager
    function isValidInstrument(InstrumentId instrumentId) external view returns (bool) {
        InstrumentState state = _store().entries[instrumentId].instrument.state;
        return state != InstrumentState.NONE && state != InstrumentState.EXPIRED;
    }

    /// @inheritdoc IInstrumentManager
    function isLatestInstrumentRevision(InstrumentId instrumentId, uint32 revision)
        external
        view
        returns (bool)
    {
        return _requireKnown(instrumentId).privateDataVersion == revision;
    }

    /// @inheritdoc IInstrumentManager
    function isWhitelisted(InstrumentId instrumentId, address tenant) external view returns (bool) {
        return !_requireKnown(instrumentId).privatePlacementFlag
            || _store().entries[instrumentId].whitelist.contains(tenant);
    }

    /// @inheritdoc IInstrumentManager
    function issuerOrDepositary(InstrumentId instrumentId) external view returns (address) {
        Instrument storage instrument = _requireKnown(instrumentId);
        return instrument.depositary == address(0) ? instrument.issuer : instrument.depositary;
    }

    /// @inheritdoc IAspects
    function getAspect(bytes32 entityId, bytes32 aspectId) external view returns (Aspect memory) {
        return _store().aspectStore.aspects[entityId][aspectId];
    }

    /// @inheritdoc IDapp
    function platform() external view returns (address) {
        return _store().platform;
    }

    /// @inheritdoc IDapp
    function privilegeManager() external view returns (address) {
        return _store().privilegeManager;
    }

    /// @inheritdoc IUpgradable
    function kind() external pure returns (bytes32) {
        return "InstrumentManager";
    }

    /// @inheritdoc IDapp
    function getVersion() external pure virtual returns (uint256) {
        return 1;
    }

    /// @inheritdoc Upgradable
    function _requireUpgrader() internal view override {
        PrivilegeCheck.require_(_store().privilegeManager, msg.sender, Privileges.INSTRUMENT_PLATFORM_UPGRADE);
    }

    function _createDigital(
        InstrumentId instrumentId,
        InstrumentTerms calldata terms,
        address depositary,
        uint8 decimals,
        bool isPrivate,
        address[] memory whitelist
    ) private {
        if (!_mayProvide(msg.sender, AssetClass.DIGITAL)) {
            PrivilegeCheck.require_(_store().privilegeManager, msg.sender, Privileges.INSTRUMENT_ISSUER);
            if (terms.issuer != msg.sender) revert InstrumentIssuerRequired(instrumentId, msg.sender);
        }
        _create(instrumentId, terms, AssetClass.DIGITAL, depositary, decimals, isPrivate, whitelist);
    }

    function _create(
        InstrumentId instrumentId,
        InstrumentTerms calldata terms,
        AssetClass assetClass,
        address depositary,
        uint8 decimals,
        bool isPrivate,
        address[] memory whitelist
    ) private {
        Entry storage entry = _store().entries[instrumentId];
        if (InstrumentId.unwrap(instrumentId) == 0) revert InstrumentIdMissing();
        if (entry.instrument.state != InstrumentState.NONE) revert InstrumentAlreadyExists(instrumentId);
        if (decimals > MAX_DECIMALS || !_isComplete(terms)) revert InstrumentTermsInvalid(instrumentId);
        _takeIdentifier(assetClass, terms);
        entry.assetClass = assetClass;
        entry.identifier = terms.identifier;
        entry.instrument = Instrument({
            identifierType: terms.identifierType,
            privateDataFp: terms.privateDataFp,
            privateDataVersion: 1,
            issuer: terms.issuer,
            state: InstrumentState.CREATED,
            instrumentType: terms.instrumentType,
            managedBy: msg.sender,
            creationMark: terms.creationMark,
            depositary: depositary,
            decimals: decimals,
            privatePlacementFlag: isPrivate
        });
        for (uint256 i; i < whitelist.length; ++i) {
            if (whitelist[i] == address(0)) revert InstrumentWhitelistInvalid();
            entry.whitelist.add(whitelist[i]);
        }
        emit InstrumentCreated(instrumentId, terms.issuer, entry.instrument, _metadata(entry));
    }

    function _isComplete(InstrumentTerms calldata terms) private pure returns (bool) {
        return terms.identifierType != IdentifierType.NONE && terms.identifier != 0
            && terms.instrumentType != InstrumentType.NONE && terms.issuer != address(0)
            && terms.privateDataFp != 0;
    }

    function _takeIdentifier(AssetClass assetClass, InstrumentTerms calldata terms) private {
        bytes32 key = keccak256(abi.encode(assetClass, terms.identifierType, terms.identifier));
        if (_store().identifiersTaken[key]) {
            revert InstrumentIdentifierTaken(terms.identifierType, terms.identifier);
        }
        _store().identifiersTaken[key] = true;
    }

    function _revise(InstrumentId instrumentId, Instrument storage instrument, bytes32 privateDataFp)
        private
    {
        if (privateDataFp == 0) revert InstrumentTermsInvalid(instrumentId);
        instrument.privateDataFp = privateDataFp;
        uint32 revision = ++instrument.privateDataVersion;
        emit InstrumentRevised(instrumentId, revision, privateDataFp);
    }

    function _requireDepositary(address depositary) private view {
        if (!_holds(depositary, Privileges.INSTRUMENT_DEPOSITARY)) {
            revert InstrumentDepositaryInvalid(depositary);
        }
    }

    function _requireKnown(InstrumentId instrumentId) private view returns (Instrument storage instrument) {
        instrument = _store().entries[instrumentId].instrument;
        if (instrument.state == InstrumentState.NONE) revert InstrumentUnknown(instrumentId);
    }

    function _requireLiving(InstrumentId instrumentId) private view returns (Instrument storage instrument) {
        instrument = _requireKnown(instrumentId);
        if (instrument.state == InstrumentState.EXPIRED) revert InstrumentExpired(instrumentId);
    }

    function _requireManaged(InstrumentId instrumentId) private view returns (Instrument storage instrument) {
        instrument = _requireLiving(instrumentId);
        if (_mayManage(_store().entries[instrumentId], msg.sender)) return instrument;
        if (msg.sender == instrument.issuer) {
            revert IPrivilegeManager.PrivilegeNotHeld(msg.sender, Privileges.INSTRUMENT_ISSUER);
        }
        if (msg.sender == instrument.managedBy) {
            revert IPrivilegeManager.PrivilegeNotHeld(msg.sender, Privileges.INSTRUMENT_DATA_PROVIDER);
        }
        revert InstrumentIssuerRequired(instrumentId, msg.sender);
    }

    /// @dev The issuer and the creator, each as long as it could still create the instrument.
    function _mayManage(Entry storage entry, address tenant) private view returns (bool) {
        if (tenant == entry.instrument.issuer && _holds(tenant, Privileges.INSTRUMENT_ISSUER)) return true;
        return tenant == entry.instrument.managedBy && _mayProvide(tenant, entry.assetClass);
    }

    function _mayProvide(address tenant, AssetClass assetClass) private view returns (bool) {
        return _holds(tenant, Privileges.INSTRUMENT_DATA_PROVIDER)
            || (assetClass == AssetClass.TRADITIONAL
                && _holds(tenant, Privileges.INSTRUMENT_DATA_PROVIDER_TA));
    }

    function _isManagedBy(Entry storage entry, address tenant) private view returns (bool) {
        return IPlatformManager(_store().platform).isTenant(tenant) && _mayManage(entry, tenant);
    }

    function _holds(address tenant, bytes32 privilege) private view returns (bool) {
        return PrivilegeCheck.isGranted(_store().privilegeManager, tenant, privilege);
    }

    function _metadata(Entry storage entry) private view returns (InstrumentMetadata memory) {
        return InstrumentMetadata(
            entry.identifier, entry.assetClass, entry.instrument.privateDataVersion, entry.whitelist.values()
        );
    }

    function _store() private pure returns (InstrumentStore storage store) {
        bytes32 slot = STORE;
        // solhint-disable-next-line no-inline-assembly
        assembly ("memory-safe") {
            store.slot := slot
        }
    }
}
