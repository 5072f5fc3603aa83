// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { DeliveryManager } from "../../src/delivery/DeliveryManager.sol";
import { InstrumentManager } from "../../src/instrument/InstrumentManager.sol";
import { IAccountRegistryManager } from "../../src/interfaces/IAccountRegistryManager.sol";
import { IDeliveryManager } from "../../src/interfaces/delivery/IDeliveryManager.sol";
import { IInstrumentManager } from "../../src/interfaces/IInstrumentManager.sol";
import { IUpgradable } from "../../src/interfaces/IUpgradable.sol";
import { ManagerProxy } from "../../src/proxy/ManagerProxy.sol";
import { AccountRegistryManager } from "../../src/registry/accounts/AccountRegistryManager.sol";
import { Account, AccountDetails, AccountNumber } from "../../src/types/Account.sol";
import { DappType } from "../../src/types/Dapp.sol";
import { DeliveryId, DeliveryState } from "../../src/types/Delivery.sol";
import { CreationMark, IdentifierType, InstrumentId, InstrumentType } from "../../src/types/Instrument.sol";
import { Leg, LegType } from "../../src/types/Leg.sol";
import { RegistryId, RegistryType } from "../../src/types/Registry.sol";
import { PlatformFixture } from "./PlatformFixture.sol";

/// @title An issuer, two registrars, three investors and their dApps. Alpen and Baltic hold 1,000 of the bond at
/// Meridian, Rhone 1,000 of the fund at Nordhafen, and everybody has an account 1 and an account 2 at both.
abstract contract DeliveryFixture is PlatformFixture {
    IInstrumentManager internal instruments;
    IAccountRegistryManager internal registries;
    IDeliveryManager internal deliveries;

    address internal issuer;
    address internal meridian;
    address internal nordhafen;
    address internal alpen;
    address internal baltic;
    address internal rhone;
    address internal stranger;

    RegistryId internal bond;
    RegistryId internal fund;
    uint256 private deliveryCount;

    function setUp() public virtual override {
        super.setUp();
        _deployDapps();
        _people();
        bond = makeRegistry(meridian, "bond", InstrumentType.BOND);
        fund = makeRegistry(nordhafen, "fund", InstrumentType.FUND);
        mint(bond, meridian, alpen, 1, 1_000);
        mint(bond, meridian, baltic, 1, 1_000);
        mint(fund, nordhafen, rhone, 1, 1_000);
    }

    function _deployDapps() private {
        instruments = IInstrumentManager(
            _proxy(
                address(new InstrumentManager()),
                abi.encodeCall(IInstrumentManager.init, (address(platform), address(makePrivilegeManager())))
            )
        );
        registries = IAccountRegistryManager(
            _proxy(
                address(new AccountRegistryManager()),
                abi.encodeCall(
                    IAccountRegistryManager.init, (address(platform), address(makePrivilegeManager()))
                )
            )
        );
        deliveries = IDeliveryManager(
            _proxy(
                address(new DeliveryManager(address(platform), address(makePrivilegeManager()))),
                abi.encodeCall(IUpgradable.kind, ())
            )
        );
        registerDapp(address(instruments), DappType.INSTRUMENT, "InstrumentManager");
        registerDapp(address(registries), DappType.REGISTRY, "AccountRegistryManager");
        registerDapp(address(deliveries), DappType.DELIVERY, "DeliveryManager");
        grantOn(address(instruments), address(registries), Privileges.INSTRUMENT_DAPP);
        grantOn(address(registries), address(instruments), Privileges.REGISTRY_INSTRUMENT_DAPP);
        acceptProtocol(address(registries), address(deliveries));
        grantOn(address(deliveries), operator, Privileges.DELIVERY_OPERATOR);
        ownLegs(LegType.DIGITAL, RegistryType.DIGITAL);
        ownLegs(LegType.DIGITAL_WITH_COORDINATOR, RegistryType.DIGITAL);
        ownLegs(LegType.TXC, RegistryType.DIGITAL);
        ownLegs(LegType.EXTERNAL, RegistryType.NONE);
        ownLegs(LegType.TRADITIONAL, RegistryType.NONE);
    }

    /// @dev Registers a leg type that the delivery manager keeps itself.
    function ownLegs(LegType legType, RegistryType registryType) internal {
        vm.prank(operator);
        deliveries.registerLegManager(legType, address(deliveries), registryType);
    }

    function _people() private {
        issuer = onboard("Hanseatic Issuance");
        grantOn(address(instruments), issuer, Privileges.INSTRUMENT_ISSUER);
        grantOn(address(registries), issuer, Privileges.REGISTRY_ISSUER);
        meridian = onboard("Meridian Registrars");
        nordhafen = onboard("Nordhafen Custody");
        grantOn(address(registries), meridian, Privileges.REGISTRY_REGISTRAR);
        grantOn(address(registries), nordhafen, Privileges.REGISTRY_REGISTRAR);
        alpen = _investor("Alpenbank");
        baltic = _investor("Baltic Trust Bank");
        rhone = _investor("Rhone Capital");
        stranger = onboard("Fjord Advisory");
    }

    function _investor(string memory name) private returns (address investor) {
        investor = onboard(name);
        grantOn(address(registries), investor, Privileges.REGISTRY_INVESTOR);
        for (uint64 number = 1; number <= 2; ++number) {
            openAccount(meridian, investor, number);
            openAccount(nordhafen, investor, number);
        }
    }

    function _proxy(address code, bytes memory initCall) private returns (address) {
        return address(new ManagerProxy(code, initCall));
    }

    function openAccount(address registrar, address owner, uint64 number) internal {
        vm.prank(registrar);
        registries.configureAccount(account(owner, number), AccountDetails(true, false, false));
    }

    function account(address owner, uint64 number) internal pure returns (Account memory) {
        return Account(owner, AccountNumber.wrap(number));
    }

    function terms(bytes32 identifier, InstrumentType instrumentType)
        internal
        view
        returns (IInstrumentManager.InstrumentTerms memory)
    {
        return IInstrumentManager.InstrumentTerms(
            IdentifierType.ISIN, identifier, instrumentType, issuer, keccak256("details"), CreationMark.NONE
        );
    }

    function makeRegistry(address registrar, bytes32 name, InstrumentType instrumentType)
        internal
        returns (RegistryId registryId)
    {
        InstrumentId instrumentId = InstrumentId.wrap(name);
        vm.prank(issuer);
        instruments.createInstrumentV2(instrumentId, terms(name, instrumentType), 2);
        return register(registrar, instrumentId);
    }

    function register(address registrar, InstrumentId instrumentId) internal returns (RegistryId registryId) {
        vm.prank(registrar);
        registryId = registries.requestInstrumentRegistration(address(instruments), instrumentId, 1);
        vm.prank(issuer);
        registries.confirmInstrumentRegistrationAndPrepareRegistry(registryId);
    }

    function mint(RegistryId registryId, address registrar, address receiver, uint64 number, uint256 quantity)
        internal
    {
        Leg[] memory legs = one(digital(registryId, registrar, registrar, receiver, quantity));
        legs[0].receiverData = data(number);
        confirm(registrar, create(receiver, legs), legs);
    }

    /// @dev Of the private data of the next delivery.
    function nextFp() internal view returns (bytes32) {
        return keccak256(abi.encode("private", deliveryCount));
    }

    function takeFp() internal returns (bytes32 privateDataFp) {
        privateDataFp = nextFp();
        ++deliveryCount;
    }

    /// @dev The id of the next delivery, if it is this one.
    function idOf(address by, Leg[] memory legs, uint64 valueDate) internal view returns (DeliveryId) {
        return DeliveryId.wrap(keccak256(abi.encode(by, nextFp(), valueDate, keccak256(abi.encode(legs)))));
    }

    function idOf(address by, Leg[] memory legs) internal view returns (DeliveryId) {
        return idOf(by, legs, 0);
    }

    function data(uint64 number) internal pure returns (bytes memory) {
        return abi.encode(uint256(number));
    }

    function digital(
        RegistryId registryId,
        address registrar,
        address sender,
        address receiver,
        uint256 quantity
    ) internal view returns (Leg memory) {
        return Leg(
            LegType.DIGITAL,
            sender,
            receiver,
            registrar,
            address(0),
            address(registries),
            RegistryId.unwrap(registryId),
            quantity,
            "",
            ""
        );
    }

    function cash(address sender, address receiver) internal pure returns (Leg memory) {
        return Leg(
            LegType.EXTERNAL, sender, receiver, address(0), address(0), address(0), bytes32("EUR"), 0, "", ""
        );
    }

    function one(Leg memory leg) internal pure returns (Leg[] memory legs) {
        legs = new Leg[](1);
        legs[0] = leg;
    }

    function two(Leg memory first, Leg memory second) internal pure returns (Leg[] memory legs) {
        legs = new Leg[](2);
        legs[0] = first;
        legs[1] = second;
    }

    /// @dev A transfer of 400 bonds from Alpen to Baltic, free of payment; Alpen creates it.
    function fop() internal view returns (Leg[] memory legs) {
        legs = one(digital(bond, meridian, alpen, baltic, 400));
        legs[0].senderData = data(1);
    }

    /// @dev A repo: 400 bonds from Alpen to Baltic against cash; Alpen creates it.
    function repo() internal view returns (Leg[] memory legs) {
        legs = two(digital(bond, meridian, alpen, baltic, 400), cash(baltic, alpen));
        legs[0].senderData = data(1);
    }

    /// @dev A loan: 400 bonds from Alpen to Rhone against 300 fund units, at two registrars; Alpen creates it.
    function loan() internal view returns (Leg[] memory legs) {
        legs = two(digital(bond, meridian, alpen, rhone, 400), digital(fund, nordhafen, rhone, alpen, 300));
        legs[0].senderData = data(1);
        legs[1].receiverData = data(1);
    }

    function create(address by, Leg[] memory legs, uint64 valueDate) internal returns (DeliveryId id) {
        id = idOf(by, legs, valueDate);
        bytes32 privateDataFp = takeFp();
        vm.prank(by);
        deliveries.createDelivery(id, privateDataFp, legs, valueDate);
    }

    function create(address by, Leg[] memory legs) internal returns (DeliveryId) {
        return create(by, legs, 0);
    }

    /// @dev Creates a delivery by its first sender.
    function created(Leg[] memory legs) internal returns (DeliveryId) {
        return create(legs[0].sender, legs);
    }

    function confirm(address by, DeliveryId id, Leg[] memory legs) internal {
        confirmWith(by, id, legs, new bytes[](legs.length));
    }

    function confirmWith(address by, DeliveryId id, Leg[] memory legs, bytes[] memory accounts) internal {
        vm.prank(by);
        deliveries.confirmDelivery(id, legs, accounts);
    }

    /// @dev Confirms with account 1 on every leg that the party sends or receives.
    function confirmAsInvestor(address by, DeliveryId id, Leg[] memory legs) internal {
        confirmWith(by, id, legs, accountsOf(by, legs));
    }

    function accountsOf(address by, Leg[] memory legs) internal pure returns (bytes[] memory accounts) {
        accounts = new bytes[](legs.length);
        for (uint256 i; i < legs.length; ++i) {
            LegType legType = legs[i].legType;
            bool isDigital = legType == LegType.DIGITAL || legType == LegType.DIGITAL_WITH_COORDINATOR
                || legType == LegType.TXC;
            if (isDigital && (legs[i].sender == by || legs[i].receiver == by)) accounts[i] = data(1);
        }
    }

    function cancel(address by, DeliveryId id, Leg[] memory legs) internal {
        vm.prank(by);
        deliveries.cancelDelivery(id, legs, bytes32("reason"));
    }

    function report(address by, DeliveryId id, Leg[] memory legs, uint256 legIdx) internal {
        vm.prank(by);
        deliveries.reportExternalDelivery(id, legs, legIdx);
    }

    function receive_(address by, DeliveryId id, Leg[] memory legs, uint256 legIdx) internal {
        vm.prank(by);
        deliveries.confirmExternalDelivery(id, legs, legIdx);
    }

    function holds(RegistryId registryId, address owner, uint64 number, uint256 balance, uint256 earmarked)
        internal
        view
    {
        same(registries.balanceOf(registryId, account(owner, number)), balance, "balance");
        same(registries.earmarkedBalanceOf(registryId, account(owner, number)), earmarked, "earmarked");
    }

    function isIn(DeliveryId id, DeliveryState state) internal view {
        same(uint256(deliveries.deliveries(id).state), uint256(state), "state");
    }
}
