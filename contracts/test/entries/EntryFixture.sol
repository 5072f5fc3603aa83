// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IEntryRegistryManager } from "../../src/interfaces/IEntryRegistryManager.sol";
import { IInstrumentManager } from "../../src/interfaces/IInstrumentManager.sol";
import { IPlatformManager } from "../../src/interfaces/IPlatformManager.sol";
import { IRegistration } from "../../src/interfaces/IRegistration.sol";
import { IRegistry } from "../../src/interfaces/IRegistry.sol";
import { ManagerProxy } from "../../src/proxy/ManagerProxy.sol";
import { EntryRegistryManager } from "../../src/registry/entries/EntryRegistryManager.sol";
import { DappType } from "../../src/types/Dapp.sol";
import { EntryType, RegistryEntry } from "../../src/types/Entry.sol";
import { CreationMark, InstrumentId, InstrumentType } from "../../src/types/Instrument.sol";
import { Leg } from "../../src/types/Leg.sol";
import { RegistryId, RegistryState } from "../../src/types/Registry.sol";
import { DeliveryFixture } from "../support/DeliveryFixture.sol";

/// @title Meridian's registry of entries, `note`: Alpen holds A1, A2 and A3, Baltic holds B1. This test is a dApp that may
/// earmark.
abstract contract EntryFixture is DeliveryFixture {
    bytes32 internal constant A1 = "A1";
    bytes32 internal constant A2 = "A2";
    bytes32 internal constant A3 = "A3";
    bytes32 internal constant B1 = "B1";
    bytes32 internal constant N1 = "N1";
    bytes32 internal constant N2 = "N2";
    bytes32 internal constant N3 = "N3";
    bytes32 internal constant REF = "ref";
    bytes32 internal constant REASON = "reason";

    IEntryRegistryManager internal entries;
    RegistryId internal note;

    function setUp() public virtual override {
        super.setUp();
        entries = IEntryRegistryManager(
            address(
                new ManagerProxy(
                    address(new EntryRegistryManager()),
                    abi.encodeCall(
                        IEntryRegistryManager.init, (address(platform), address(makePrivilegeManager()))
                    )
                )
            )
        );
        registerDapp(address(entries), DappType.REGISTRY, "EntryRegistryManager");
        grantOn(address(instruments), address(entries), Privileges.INSTRUMENT_DAPP);
        grantOn(address(entries), address(instruments), Privileges.REGISTRY_INSTRUMENT_DAPP);
        acceptProtocol(address(entries), address(deliveries));
        acceptProtocol(address(entries), address(this));
        grantOn(address(entries), issuer, Privileges.REGISTRY_ISSUER);
        grantOn(address(entries), meridian, Privileges.REGISTRY_REGISTRAR);
        grantOn(address(entries), nordhafen, Privileges.REGISTRY_REGISTRAR);
        grantOn(address(entries), alpen, Privileges.REGISTRY_INVESTOR);
        grantOn(address(entries), baltic, Privileges.REGISTRY_INVESTOR);
        grantOn(address(entries), rhone, Privileges.REGISTRY_INVESTOR);
        note = makeNote(meridian, "note", CreationMark.NONE);
        issueTo(alpen, list(A1, A2, A3));
        issueTo(baltic, list(B1));
    }

    function makeNote(address registrar, bytes32 name, CreationMark mark) internal returns (RegistryId) {
        IInstrumentManager.InstrumentTerms memory noteTerms = terms(name, InstrumentType.BOND);
        noteTerms.creationMark = mark;
        vm.prank(issuer);
        instruments.createInstrumentV2(InstrumentId.wrap(name), noteTerms, 2);
        return registerNote(registrar, name);
    }

    function registerNote(address registrar, bytes32 name) internal returns (RegistryId registryId) {
        vm.prank(registrar);
        registryId = entries.requestInstrumentRegistration(address(instruments), InstrumentId.wrap(name), 1);
        vm.prank(issuer);
        entries.confirmInstrumentRegistrationAndPrepareRegistry(registryId);
    }

    /// @dev A registry of an instrument that only Alpen and Baltic may hold; Alpen holds N1.
    function makePrivateNote() internal returns (RegistryId registryId) {
        address[] memory whitelist = new address[](2);
        (whitelist[0], whitelist[1]) = (alpen, baltic);
        vm.prank(issuer);
        instruments.createPrivateInstrument(
            InstrumentId.wrap("private"), terms("private", InstrumentType.PRIVATE), whitelist
        );
        registryId = registerNote(meridian, "private");
        vm.prank(meridian);
        entries.issue(registryId, list(N1), alpen);
    }

    /// @dev Takes Baltic off the private note's whitelist.
    function unlistBaltic() internal {
        address[] memory tenants = new address[](1);
        tenants[0] = baltic;
        vm.prank(issuer);
        instruments.updateWhitelist(InstrumentId.wrap("private"), tenants, false);
    }

    function issueTo(address owner, bytes32[] memory fingerprints) internal {
        vm.prank(meridian);
        entries.issue(note, fingerprints, owner);
    }

    function suspend() internal {
        vm.prank(meridian);
        entries.suspendRegistry(note, REASON);
    }

    function unsuspend() internal {
        vm.prank(meridian);
        entries.unsuspendRegistry(note, REASON);
    }

    function startExporting() internal {
        vm.prank(meridian);
        entries.startExporting(note, REASON);
    }

    function whitelistSender(address sender) internal {
        vm.prank(meridian);
        entries.setSenderWhitelisted(note, sender, true);
    }

    function movement(address sender, address receiver) internal view returns (IRegistry.Movement memory) {
        return IRegistry.Movement(note, REF, sender, receiver, meridian, 0);
    }

    /// @dev Alpen's A1 and A2 are held for Baltic's N1.
    function prepareMovement() internal returns (IRegistry.Movement memory prepared) {
        prepared = movement(alpen, baltic);
        entries.earmark(prepared, side(A1, A2));
        entries.setReceivingAccount(prepared, side(N1));
    }

    /// @dev A leg of the note; quantity 0, as for every leg of entries.
    function noteLeg(address sender, address receiver) internal view returns (Leg memory leg) {
        leg = digital(note, meridian, sender, receiver, 0);
        leg.assetManager = address(entries);
    }

    function list(bytes32 first) internal pure returns (bytes32[] memory fingerprints) {
        fingerprints = new bytes32[](1);
        fingerprints[0] = first;
    }

    function list(bytes32 first, bytes32 second) internal pure returns (bytes32[] memory fingerprints) {
        fingerprints = new bytes32[](2);
        (fingerprints[0], fingerprints[1]) = (first, second);
    }

    function list(bytes32 first, bytes32 second, bytes32 third)
        internal
        pure
        returns (bytes32[] memory fingerprints)
    {
        fingerprints = new bytes32[](3);
        (fingerprints[0], fingerprints[1], fingerprints[2]) = (first, second, third);
    }

    function many(bytes32 seed, uint256 count) internal pure returns (bytes32[] memory fingerprints) {
        fingerprints = new bytes32[](count);
        for (uint256 i; i < count; ++i) {
            fingerprints[i] = keccak256(abi.encode(seed, i));
        }
    }

    function side(bytes32 first) internal pure returns (bytes memory) {
        return abi.encode(list(first));
    }

    function side(bytes32 first, bytes32 second) internal pure returns (bytes memory) {
        return abi.encode(list(first, second));
    }

    function isEntry(bytes32 fingerprint, EntryType entryType, address owner) internal view {
        isEntry(fingerprint, entryType, owner, address(0));
    }

    function isEntry(bytes32 fingerprint, EntryType entryType, address owner, address earmarkedBy)
        internal
        view
    {
        RegistryEntry memory entry = entries.registryEntries(note, fingerprint);
        same(uint256(entry.entryType), uint256(entryType), "type");
        same(entry.owner, owner, "owner");
        same(entry.earmarkedBy, earmarkedBy, "earmarked by");
        same(entry.issuer, owner == address(0) ? address(0) : issuer, "issuer");
    }

    function notKnown(bytes32 fingerprint) internal view returns (bytes memory) {
        return abi.encodeWithSelector(IEntryRegistryManager.EntryUnknown.selector, note, fingerprint);
    }

    function notOwned(bytes32 fingerprint, address owner) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(IEntryRegistryManager.EntryNotOwned.selector, fingerprint, owner);
    }

    function held(bytes32 fingerprint, address by) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(IEntryRegistryManager.EntryEarmarked.selector, fingerprint, by);
    }

    function ofOtherType(bytes32 fingerprint, EntryType entryType, EntryType required)
        internal
        pure
        returns (bytes memory)
    {
        return abi.encodeWithSelector(
            IEntryRegistryManager.EntryOfOtherType.selector, fingerprint, entryType, required
        );
    }

    function used(bytes32 fingerprint) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(IEntryRegistryManager.EntryFingerprintUsed.selector, fingerprint);
    }

    function tooMany(uint256 count, uint256 limit) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(IEntryRegistryManager.EntriesTooMany.selector, count, limit);
    }

    function noneGiven() internal pure returns (bytes memory) {
        return abi.encodeWithSelector(IEntryRegistryManager.EntriesMissing.selector);
    }

    function withoutInvestor() internal view returns (bytes memory) {
        return abi.encodeWithSelector(IRegistry.MovementWithoutInvestor.selector, note);
    }

    function notRegistered(RegistryState state) internal view returns (bytes memory) {
        return abi.encodeWithSelector(IRegistration.RegistryNotRegistered.selector, note, state);
    }

    function notItsRegistrar(address caller) internal view returns (bytes memory) {
        return abi.encodeWithSelector(IRegistration.RegistryRegistrarRequired.selector, note, caller);
    }

    function notWhitelisted(address holder) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(
            IRegistration.InstrumentHolderNotWhitelisted.selector, InstrumentId.wrap("private"), holder
        );
    }

    function blacklisted(address tenant) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(IPlatformManager.TenantBlacklisted.selector, tenant);
    }

    function notTaken() internal pure returns (bytes memory) {
        return abi.encodeWithSelector(IRegistry.EarmarkNotTaken.selector, REF);
    }
}
