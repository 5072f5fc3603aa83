// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IRegistration } from "../../src/interfaces/IRegistration.sol";
import { InstrumentId, InstrumentType } from "../../src/types/Instrument.sol";
import { RegistrationType } from "../../src/types/Registry.sol";
import { AccountFixture } from "./AccountFixture.sol";

/// @title AccountRegistryManager: setRegistrationProtocol, registrationProtocol.
contract SetRegistrationProtocolTest is AccountFixture {
    function setUp() public override {
        super.setUp();
        grantOn(address(registries), stranger, Privileges.REGISTRY_OPERATOR);
    }

    function _set(address by, RegistrationType registrationType) private {
        vm.prank(by);
        registries.setRegistrationProtocol(registrationType);
    }

    function test_Privilege_OPERATOR_HasItNot() external {
        refuses(notHeld(meridian, Privileges.REGISTRY_OPERATOR));
        _set(meridian, RegistrationType.NONE);
    }

    function test_Privilege_OPERATOR_HadItUntilTheTransactionBefore() external {
        revokeOn(address(registries), stranger, Privileges.REGISTRY_OPERATOR);
        refuses(notHeld(stranger, Privileges.REGISTRY_OPERATOR));
        _set(stranger, RegistrationType.NONE);
    }

    function test_Privilege_OPERATOR_HasIt_AndClosesTheManagerForNewRegistrations() external {
        check(registries.registrationProtocol() == RegistrationType.MIXED_HOLDINGS, "open at first");
        vm.expectEmit(address(registries));
        emit IRegistration.RegistrationProtocolChanged(RegistrationType.NONE);
        _set(stranger, RegistrationType.NONE);
        check(registries.registrationProtocol() == RegistrationType.NONE, "closed");
        InstrumentId id = InstrumentId.wrap("new");
        vm.prank(issuer);
        instruments.createInstrument(id, terms("new", InstrumentType.BOND));
        vm.prank(meridian);
        refuses(abi.encodeWithSelector(IRegistration.RegistrationClosed.selector));
        registries.requestInstrumentRegistration(address(instruments), id, 1);
        issueTo(bond, alpen, 1, 1);
        _set(stranger, RegistrationType.MIXED_HOLDINGS);
        register(meridian, id);
    }
}
