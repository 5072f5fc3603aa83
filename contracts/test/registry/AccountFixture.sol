// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IAccountRegistryManager } from "../../src/interfaces/IAccountRegistryManager.sol";
import { IInstrumentManager } from "../../src/interfaces/IInstrumentManager.sol";
import { IPlatformManager } from "../../src/interfaces/IPlatformManager.sol";
import { IRegistration } from "../../src/interfaces/IRegistration.sol";
import { IRegistry } from "../../src/interfaces/IRegistry.sol";
import { AccountDetails, AccountNumber, AccountQuantity } from "../../src/types/Account.sol";
import { CreationMark, InstrumentId, InstrumentType } from "../../src/types/Instrument.sol";
import { RegistryId, RegistryState } from "../../src/types/Registry.sol";
import { Signature } from "../../src/types/TenantAccess.sol";
import { DeliveryFixture } from "../support/DeliveryFixture.sol";

/// @title The accounts of a delivery world, moved by registrars and owners themselves, and by this contract as a protocol.
abstract contract AccountFixture is DeliveryFixture {
    bytes32 internal constant WHY = "why";
    uint256 internal constant MERIDIAN_KEY = 0xC1;
    uint256 internal constant ISSUER_KEY = 0xC2;

    function setUp() public virtual override {
        super.setUp();
        acceptProtocol(address(registries), address(this));
    }

    function num(uint64 number) internal pure returns (AccountNumber) {
        return AccountNumber.wrap(number);
    }

    function configure(address registrar, address owner, uint64 number, AccountDetails memory details)
        internal
    {
        vm.prank(registrar);
        registries.configureAccount(account(owner, number), details);
    }

    function movement(address sender, address receiver, uint256 quantity)
        internal
        view
        returns (IRegistry.Movement memory)
    {
        return IRegistry.Movement(bond, bytes32("ref"), sender, receiver, meridian, quantity);
    }

    /// @dev Sets aside so much of Alpen's 1,000 bonds.
    function earmarkOfAlpen(uint256 quantity) internal {
        registries.earmark(movement(alpen, baltic, quantity), data(1));
    }

    function suspend(RegistryId registryId) internal {
        vm.prank(meridian);
        registries.suspendRegistry(registryId, WHY);
    }

    function export(RegistryId registryId) internal {
        vm.prank(meridian);
        registries.startExporting(registryId, WHY);
    }

    /// @dev A registry at Meridian that imports another registry's holdings.
    function importing() internal returns (RegistryId) {
        InstrumentId id = InstrumentId.wrap("imported");
        IInstrumentManager.InstrumentTerms memory terms_ = terms("imported", InstrumentType.BOND);
        terms_.creationMark = CreationMark.TO_IMPORT;
        vm.prank(issuer);
        instruments.createInstrument(id, terms_);
        return register(meridian, id);
    }

    /// @dev A private instrument at Meridian that Alpen and Baltic may hold; Alpen holds 100.
    function privatePlacement() internal returns (RegistryId registryId, InstrumentId id) {
        id = InstrumentId.wrap("private");
        address[] memory tenants = new address[](2);
        (tenants[0], tenants[1]) = (alpen, baltic);
        vm.prank(issuer);
        instruments.createPrivateInstrument(id, terms("private", InstrumentType.PRIVATE), tenants);
        registryId = register(meridian, id);
        issueTo(registryId, alpen, 1, 100);
    }

    function issueTo(RegistryId registryId, address owner, uint64 number, uint256 quantity) internal {
        vm.prank(meridian);
        registries.issue(registryId, account(owner, number), quantity);
    }

    function whitelistSender(address sender) internal {
        vm.prank(meridian);
        registries.setSenderWhitelisted(bond, sender, true);
    }

    function markRedeemable(address owner, uint256 quantity) internal {
        vm.prank(owner);
        registries.markAsRedeemable(bond, num(1), quantity);
    }

    function part(uint64 number, uint256 quantity) internal pure returns (AccountQuantity[] memory single) {
        single = new AccountQuantity[](1);
        single[0] = AccountQuantity(num(number), quantity);
    }

    function parts(uint256 first, uint256 second) internal pure returns (AccountQuantity[] memory both) {
        both = new AccountQuantity[](2);
        both[0] = AccountQuantity(num(1), first);
        both[1] = AccountQuantity(num(2), second);
    }

    function entryOf(address owner, address earmarkedBy, bool isRedeemable)
        internal
        view
        returns (IAccountRegistryManager.RegistryEntry memory)
    {
        return IAccountRegistryManager.RegistryEntry(earmarkedBy, issuer, account(owner, 1), isRedeemable);
    }

    function setConfirmers() internal {
        vm.prank(meridian);
        registries.setConfirmer(vm.addr(MERIDIAN_KEY));
        vm.prank(issuer);
        registries.setConfirmer(vm.addr(ISSUER_KEY));
    }

    /// @dev An empty registry at Meridian.
    function empty() internal returns (RegistryId) {
        return makeRegistry(meridian, "empty", InstrumentType.BOND);
    }

    function agreed(uint256 key, RegistryId registryId, address tenant, uint256 nonce)
        internal
        view
        returns (Signature memory)
    {
        (uint8 v, bytes32 r, bytes32 s) =
            vm.sign(key, registries.hashUnregister(registryId, tenant, nonce, WHY));
        return Signature(v, r, s);
    }

    function hasState(RegistryId registryId, RegistryState state) internal view {
        same(uint256(registries.registries(registryId).registryState), uint256(state), "registry state");
    }

    function supplyIs(RegistryId registryId, uint256 issued, uint256 terminated) internal view {
        (uint256 issued_, uint256 terminated_) = registries.supplyOf(registryId);
        same(issued_, issued, "issued");
        same(terminated_, terminated, "terminated");
        same(registries.totalSupplyOf(registryId), issued - terminated, "supply");
    }

    function notRegistered(RegistryId registryId, RegistryState state) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(IRegistration.RegistryNotRegistered.selector, registryId, state);
    }

    function notRegistrar(RegistryId registryId, address caller) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(IRegistration.RegistryRegistrarRequired.selector, registryId, caller);
    }

    function notOpen(address owner, uint64 number) internal view returns (bytes memory) {
        return abi.encodeWithSelector(
            IAccountRegistryManager.AccountNotOpen.selector, meridian, owner, num(number)
        );
    }

    /// @dev Meridian switches it on or off, as it may at any time.
    function terminateReceipts(address owner, uint64 number, bool isOn) internal {
        configure(meridian, owner, number, AccountDetails(true, false, isOn));
    }

    function terminatesReceipts(address owner, uint64 number) internal view returns (bytes memory) {
        return abi.encodeWithSelector(
            IAccountRegistryManager.AccountTerminatesReceipts.selector, meridian, owner, num(number)
        );
    }

    function notAvailable(address owner, uint64 number, uint256 available, uint256 quantity)
        internal
        view
        returns (bytes memory)
    {
        return abi.encodeWithSelector(
            IAccountRegistryManager.QuantityNotAvailable.selector,
            bond,
            owner,
            num(number),
            available,
            quantity
        );
    }

    function notMarked(address owner, uint256 marked, uint256 quantity) internal view returns (bytes memory) {
        return abi.encodeWithSelector(
            IAccountRegistryManager.QuantityNotMarked.selector, bond, owner, num(1), marked, quantity
        );
    }

    function quantityInvalid(uint256 quantity) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(IAccountRegistryManager.QuantityInvalid.selector, quantity);
    }

    function notWhitelisted(InstrumentId id, address holder) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(IRegistration.InstrumentHolderNotWhitelisted.selector, id, holder);
    }

    function blacklisted(address tenant) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(IPlatformManager.TenantBlacklisted.selector, tenant);
    }

    function selfMove(address owner) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(IRegistry.MovementSelf.selector, owner);
    }
}
