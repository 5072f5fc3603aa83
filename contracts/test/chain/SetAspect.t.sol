// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IAspects } from "../../src/interfaces/IAspects.sol";
import { RegistryId } from "../../src/types/Registry.sol";
import { ChainFixture } from "./ChainFixture.sol";

/// @title ChainRegistryManager: setAspect, getAspect.
contract SetAspectTest is ChainFixture {
    address private teller = address(0xA5);

    function setUp() public override {
        super.setUp();
        _grant(teller, Privileges.REGISTRY_ASPECT_INSTRUMENT);
    }

    function _set(address by, RegistryId registryId) private {
        vm.prank(by);
        chains.setAspect(RegistryId.unwrap(registryId), "rating", "record");
    }

    function test_Privilege_ASPECT_INSTRUMENT_HasItNot() external {
        refuses(notHeld(meridian, Privileges.REGISTRY_ASPECT_INSTRUMENT));
        _set(meridian, shares);
    }

    function test_Privilege_ASPECT_INSTRUMENT_HadItUntilTheTransactionBefore() external {
        _revoke(teller, Privileges.REGISTRY_ASPECT_INSTRUMENT);
        refuses(notHeld(teller, Privileges.REGISTRY_ASPECT_INSTRUMENT));
        _set(teller, shares);
    }

    function test_RevertWhen_TheRegistryIsUnknown() external {
        refuses(abi.encodeWithSelector(IAspects.AspectEntityUnknown.selector, bytes32("unknown")));
        _set(teller, RegistryId.wrap("unknown"));
    }

    function test_Privilege_ASPECT_INSTRUMENT_HasIt_AndItIsReadBack() external {
        _set(teller, shares);
        same(chains.getAspect(RegistryId.unwrap(shares), "rating").owner, teller, "owner");
        same(chains.getAspect(RegistryId.unwrap(shares), "rating").aspectRecordId, "record", "record");
        same(chains.getAspect(RegistryId.unwrap(certificates), "rating").owner, address(0), "another's");
    }
}
