// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IAspects } from "../../src/interfaces/IAspects.sol";
import { RegistryId } from "../../src/types/Registry.sol";
import { ChainFixture } from "./ChainFixture.sol";

/// @title ChainRegistryManager: unsetAspect.
contract UnsetAspectTest is ChainFixture {
    address private teller = address(0xA5);
    bytes32 private entity;

    function setUp() public override {
        super.setUp();
        _grant(teller, Privileges.REGISTRY_ASPECT_INSTRUMENT);
        entity = RegistryId.unwrap(shares);
        vm.prank(teller);
        chains.setAspect(entity, "rating", "record");
    }

    function _unset(address by) private {
        vm.prank(by);
        chains.unsetAspect(entity, "rating");
    }

    function test_Privilege_ASPECT_INSTRUMENT_HadItUntilTheTransactionBefore() external {
        _revoke(teller, Privileges.REGISTRY_ASPECT_INSTRUMENT);
        refuses(notHeld(teller, Privileges.REGISTRY_ASPECT_INSTRUMENT));
        _unset(teller);
    }

    function test_RevertWhen_AnotherSetIt() external {
        _grant(dapp, Privileges.REGISTRY_ASPECT_INSTRUMENT);
        refuses(
            abi.encodeWithSelector(IAspects.AspectOwnedByOther.selector, entity, bytes32("rating"), teller)
        );
        _unset(dapp);
    }

    function test_Privilege_ASPECT_INSTRUMENT_HasIt_AndItIsGone() external {
        _unset(teller);
        same(chains.getAspect(entity, "rating").owner, address(0), "owner");
    }
}
