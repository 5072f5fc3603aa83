// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IAspects } from "../../src/interfaces/IAspects.sol";
import { Aspect } from "../../src/types/Dapp.sol";
import { RegistryId } from "../../src/types/Registry.sol";
import { AccountFixture } from "./AccountFixture.sol";

/// @title AccountRegistryManager: setAspect, getAspect.
contract SetAspectTest is AccountFixture {
    bytes32 private constant ASPECT = "rating";
    bytes32 private entity;

    function setUp() public override {
        super.setUp();
        entity = RegistryId.unwrap(bond);
        grantOn(address(registries), address(this), Privileges.REGISTRY_ASPECT_INSTRUMENT);
        grantOn(address(registries), stranger, Privileges.REGISTRY_ASPECT_INSTRUMENT);
    }

    function test_Privilege_ASPECT_INSTRUMENT_HasItNot() external {
        vm.prank(meridian);
        refuses(notHeld(meridian, Privileges.REGISTRY_ASPECT_INSTRUMENT));
        registries.setAspect(entity, ASPECT, "A");
    }

    function test_Privilege_ASPECT_INSTRUMENT_HadItUntilTheTransactionBefore() external {
        registries.setAspect(entity, ASPECT, "A");
        revokeOn(address(registries), address(this), Privileges.REGISTRY_ASPECT_INSTRUMENT);
        refuses(notHeld(address(this), Privileges.REGISTRY_ASPECT_INSTRUMENT));
        registries.setAspect(entity, ASPECT, "B");
    }

    function test_RevertWhen_TheRegistryIsUnknownOrAnIdIsMissing() external {
        refuses(abi.encodeWithSelector(IAspects.AspectEntityUnknown.selector, bytes32("unknown")));
        registries.setAspect("unknown", ASPECT, "A");
        refuses(abi.encodeWithSelector(IAspects.AspectIdMissing.selector));
        registries.setAspect(entity, 0, "A");
        refuses(abi.encodeWithSelector(IAspects.AspectIdMissing.selector));
        registries.setAspect(entity, ASPECT, 0);
    }

    function test_RevertWhen_AnotherDappHasSetIt() external {
        registries.setAspect(entity, ASPECT, "A");
        vm.prank(stranger);
        refuses(abi.encodeWithSelector(IAspects.AspectOwnedByOther.selector, entity, ASPECT, address(this)));
        registries.setAspect(entity, ASPECT, "B");
    }

    function test_Privilege_ASPECT_INSTRUMENT_HasIt_AndSetsAndChangesItsAspect() external {
        vm.expectEmit(address(registries));
        emit IAspects.AspectSet(entity, ASPECT, "A", address(this));
        registries.setAspect(entity, ASPECT, "A");
        registries.setAspect(entity, ASPECT, "B");
        Aspect memory aspect = registries.getAspect(entity, ASPECT);
        same(aspect.entityId, entity, "entity");
        same(aspect.aspectId, ASPECT, "aspect");
        same(aspect.aspectRecordId, "B", "record");
        same(aspect.owner, address(this), "owner");
        same(registries.getAspect(entity, "other").owner, address(0), "not set");
    }
}
