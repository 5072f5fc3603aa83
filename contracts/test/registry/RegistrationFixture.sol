// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IRegistration } from "../../src/interfaces/IRegistration.sol";
import { InstrumentId, InstrumentType } from "../../src/types/Instrument.sol";
import { RegistrationRequestState, RegistryId, toRegistryId } from "../../src/types/Registry.sol";
import { AccountFixture } from "./AccountFixture.sol";

/// @title An instrument that Meridian may ask to keep.
abstract contract RegistrationFixture is AccountFixture {
    InstrumentId internal constant ID = InstrumentId.wrap("instrument");
    RegistryId internal requested;

    function setUp() public virtual override {
        super.setUp();
        vm.prank(issuer);
        instruments.createInstrument(ID, terms("DE000CNX0025", InstrumentType.BOND));
        requested = toRegistryId(meridian, address(instruments), ID);
    }

    function request() internal {
        vm.prank(meridian);
        registries.requestInstrumentRegistration(address(instruments), ID, 1);
    }

    function confirmed(address by) internal {
        vm.prank(by);
        registries.confirmInstrumentRegistrationAndPrepareRegistry(requested);
    }

    function requestIs(RegistrationRequestState state) internal view {
        same(uint256(registries.registrationRequests(requested).state), uint256(state), "request state");
    }

    function notRequested(RegistrationRequestState state) internal view returns (bytes memory) {
        return abi.encodeWithSelector(IRegistration.RegistrationNotRequested.selector, requested, state);
    }

    function cancelRequest(address by) internal {
        vm.prank(by);
        registries.cancelInstrumentRegistration(requested, WHY);
    }

    function rejectRequest(address by) internal {
        vm.prank(by);
        registries.rejectInstrumentRegistration(requested, WHY);
    }
}
