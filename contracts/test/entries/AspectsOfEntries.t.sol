// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IAspects } from "../../src/interfaces/IAspects.sol";
import { RegistryId } from "../../src/types/Registry.sol";
import { EntryFixture } from "./EntryFixture.sol";

/// @title EntryRegistryManager: setAspect, unsetAspect, getAspect.
contract AspectsOfEntriesTest is EntryFixture {
    address private dapp = address(0xDA);

    function setUp() public override {
        super.setUp();
        grantOn(address(entries), dapp, Privileges.REGISTRY_ASPECT_INSTRUMENT);
    }

    function _set(address by, bytes32 registryId) private {
        vm.prank(by);
        entries.setAspect(registryId, "tax", "record");
    }

    function _unset(address by) private {
        vm.prank(by);
        entries.unsetAspect(RegistryId.unwrap(note), "tax");
    }

    function test_Privilege_ASPECT_INSTRUMENT_HasItNot() external {
        refuses(notHeld(meridian, Privileges.REGISTRY_ASPECT_INSTRUMENT));
        _set(meridian, RegistryId.unwrap(note));
        refuses(notHeld(meridian, Privileges.REGISTRY_ASPECT_INSTRUMENT));
        _unset(meridian);
    }

    function test_Privilege_ASPECT_INSTRUMENT_HadItUntilTheTransactionBefore() external {
        revokeOn(address(entries), dapp, Privileges.REGISTRY_ASPECT_INSTRUMENT);
        refuses(notHeld(dapp, Privileges.REGISTRY_ASPECT_INSTRUMENT));
        _set(dapp, RegistryId.unwrap(note));
    }

    function test_RevertWhen_TheRegistryIsUnknown() external {
        refuses(abi.encodeWithSelector(IAspects.AspectEntityUnknown.selector, bytes32("unknown")));
        _set(dapp, "unknown");
    }

    function test_Privilege_ASPECT_INSTRUMENT_HasIt_AndTheAspectIsReadBackUntilItIsUnset() external {
        _set(dapp, RegistryId.unwrap(note));
        same(entries.getAspect(RegistryId.unwrap(note), "tax").aspectRecordId, bytes32("record"), "record");
        same(entries.getAspect(RegistryId.unwrap(note), "tax").owner, dapp, "owner");
        _unset(dapp);
        same(entries.getAspect(RegistryId.unwrap(note), "tax").owner, address(0), "owner after unsetting");
    }
}
