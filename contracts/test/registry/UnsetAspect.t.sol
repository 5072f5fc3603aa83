// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IAspects } from "../../src/interfaces/IAspects.sol";
import { RegistryId } from "../../src/types/Registry.sol";
import { AccountFixture } from "./AccountFixture.sol";

/// @title AccountRegistryManager: unsetAspect.
contract UnsetAspectTest is AccountFixture {
    bytes32 private constant ASPECT = "rating";
    bytes32 private entity;

    function setUp() public override {
        super.setUp();
        entity = RegistryId.unwrap(bond);
        grantOn(address(registries), address(this), Privileges.REGISTRY_ASPECT_INSTRUMENT);
        grantOn(address(registries), stranger, Privileges.REGISTRY_ASPECT_INSTRUMENT);
    }

    function test_Privilege_ASPECT_INSTRUMENT_HadItUntilTheTransactionBefore() external {
        registries.setAspect(entity, ASPECT, "A");
        revokeOn(address(registries), address(this), Privileges.REGISTRY_ASPECT_INSTRUMENT);
        refuses(notHeld(address(this), Privileges.REGISTRY_ASPECT_INSTRUMENT));
        registries.unsetAspect(entity, ASPECT);
    }

    function test_RevertWhen_NothingIsSetOrAnotherHasSetIt() external {
        refuses(abi.encodeWithSelector(IAspects.AspectNotSet.selector, entity, ASPECT));
        registries.unsetAspect(entity, ASPECT);
        registries.setAspect(entity, ASPECT, "A");
        vm.prank(stranger);
        refuses(abi.encodeWithSelector(IAspects.AspectOwnedByOther.selector, entity, ASPECT, address(this)));
        registries.unsetAspect(entity, ASPECT);
    }

    function test_WhatIsUnsetMayBeSetByAnother() external {
        registries.setAspect(entity, ASPECT, "A");
        vm.expectEmit(address(registries));
        emit IAspects.AspectUnset(entity, ASPECT, address(this));
        registries.unsetAspect(entity, ASPECT);
        same(registries.getAspect(entity, ASPECT).owner, address(0), "owner");
        vm.prank(stranger);
        registries.setAspect(entity, ASPECT, "B");
    }
}
