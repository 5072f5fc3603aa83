// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IRegistration } from "../../src/interfaces/IRegistration.sol";
import { InstrumentId, InstrumentType } from "../../src/types/Instrument.sol";
import { RegistrationRequestState } from "../../src/types/Registry.sol";
import { RegistrationFixture } from "./RegistrationFixture.sol";

/// @title AccountRegistryManager: requestInstrumentRegistration, registrationRequests.
contract RequestInstrumentRegistrationTest is RegistrationFixture {
    function test_Privilege_REGISTRAR_HasItNot() external {
        vm.prank(alpen);
        refuses(notHeld(alpen, Privileges.REGISTRY_REGISTRAR));
        registries.requestInstrumentRegistration(address(instruments), ID, 1);
    }

    function test_Privilege_REGISTRAR_HadItUntilTheTransactionBefore() external {
        revokeOn(address(registries), meridian, Privileges.REGISTRY_REGISTRAR);
        vm.prank(meridian);
        refuses(notHeld(meridian, Privileges.REGISTRY_REGISTRAR));
        registries.requestInstrumentRegistration(address(instruments), ID, 1);
    }

    function test_Privilege_INSTRUMENT_DAPP_TheInstrumentManagerHasItNot() external {
        vm.prank(meridian);
        refuses(abi.encodeWithSelector(IRegistration.InstrumentManagerUnknown.selector, address(this)));
        registries.requestInstrumentRegistration(address(this), ID, 1);
    }

    function test_RevertWhen_TheInstrumentCannotBeRegistered() external {
        InstrumentId unknown = InstrumentId.wrap("unknown");
        vm.prank(meridian);
        refuses(abi.encodeWithSelector(IRegistration.InstrumentNotRegistrable.selector, unknown));
        registries.requestInstrumentRegistration(address(instruments), unknown, 1);
        grantOn(address(instruments), issuer, Privileges.INSTRUMENT_DATA_PROVIDER);
        vm.prank(issuer);
        instruments.createTraditionalInstrument(unknown, terms("outside", InstrumentType.BOND), 0);
        vm.prank(meridian);
        refuses(abi.encodeWithSelector(IRegistration.InstrumentNotRegistrable.selector, unknown));
        registries.requestInstrumentRegistration(address(instruments), unknown, 1);
    }

    function test_P38_OnlyTheLatestRevisionIsRegistered() external {
        vm.prank(meridian);
        refuses(abi.encodeWithSelector(IRegistration.InstrumentRevisionOutdated.selector, ID, 2));
        registries.requestInstrumentRegistration(address(instruments), ID, 2);
        request();
        vm.prank(issuer);
        instruments.createInstrumentRevision(ID, bytes32("new"));
        refuses(abi.encodeWithSelector(IRegistration.InstrumentRevisionOutdated.selector, ID, 1));
        confirmed(issuer);
    }

    function test_RevertWhen_RequestedTwice() external {
        request();
        refuses(abi.encodeWithSelector(IRegistration.RegistrationAlreadyRequested.selector, requested));
        request();
        confirmed(issuer);
        refuses(abi.encodeWithSelector(IRegistration.RegistrationAlreadyRequested.selector, requested));
        request();
    }

    function test_ARequestNamesItsPartiesAndIsOpen() external {
        vm.expectEmit(address(registries));
        emit IRegistration.RegistrationRequested(requested, meridian, ID, address(instruments), issuer, 1);
        request();
        IRegistration.RegistrationRequest memory request = registries.registrationRequests(requested);
        requestIs(RegistrationRequestState.REQUESTED);
        same(request.registrar, meridian, "registrar");
        same(request.issuerOrDepositary, issuer, "answers");
        same(request.instrumentRevision, 1, "revision");
    }

    function test_L6_ALongWhitelistMakesARegistrationNoMoreExpensive() external {
        uint256 costOfFew = _costOfRegistration("few", 1);
        check(_costOfRegistration("many", 300) <= costOfFew, "the whitelist is read");
    }

    function _costOfRegistration(bytes32 name, uint256 numTenants) private returns (uint256 gas) {
        InstrumentId id = InstrumentId.wrap(name);
        address[] memory tenants = new address[](numTenants);
        for (uint256 i; i < numTenants; ++i) {
            tenants[i] = address(uint160(i + 1));
        }
        vm.prank(issuer);
        instruments.createPrivateInstrument(id, terms(name, InstrumentType.PRIVATE), tenants);
        gas = gasleft();
        register(meridian, id);
        return gas - gasleft();
    }
}
