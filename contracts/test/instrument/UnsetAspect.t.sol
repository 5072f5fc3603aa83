// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IAspects } from "../../src/interfaces/IAspects.sol";
import { InstrumentId } from "../../src/types/Instrument.sol";
import { InstrumentFixture } from "./InstrumentFixture.sol";

/// @title InstrumentManager: unsetAspect.
contract UnsetAspectTest is InstrumentFixture {
    bytes32 private constant ENTITY = InstrumentId.unwrap(ID);
    address private dapp = address(0xDA);
    address private other = address(0xDB);

    function setUp() public override {
        super.setUp();
        _bond(ID);
        grantOn(address(instruments), dapp, Privileges.INSTRUMENT_DAPP);
        grantOn(address(instruments), other, Privileges.INSTRUMENT_DAPP);
        vm.prank(dapp);
        instruments.setAspect(ENTITY, "rating", "record");
    }

    function _unset(address by, bytes32 aspect) private {
        vm.prank(by);
        instruments.unsetAspect(ENTITY, aspect);
    }

    function test_Privilege_DAPP_HasItNot() external {
        refuses(notHeld(issuer, Privileges.INSTRUMENT_DAPP));
        _unset(issuer, "rating");
    }

    function test_Privilege_DAPP_HadItUntilTheTransactionBefore() external {
        revokeOn(address(instruments), dapp, Privileges.INSTRUMENT_DAPP);
        refuses(notHeld(dapp, Privileges.INSTRUMENT_DAPP));
        _unset(dapp, "rating");
    }

    function test_RevertWhen_NothingIsSet() external {
        refuses(abi.encodeWithSelector(IAspects.AspectNotSet.selector, ENTITY, bytes32("tax")));
        _unset(dapp, "tax");
    }

    function test_RevertWhen_AnotherDappSetIt() external {
        refuses(abi.encodeWithSelector(IAspects.AspectOwnedByOther.selector, ENTITY, bytes32("rating"), dapp));
        _unset(other, "rating");
    }

    function test_Privilege_DAPP_HasIt_AndAnotherMaySetItThen() external {
        vm.expectEmit(address(instruments));
        emit IAspects.AspectUnset(ENTITY, "rating", dapp);
        _unset(dapp, "rating");
        same(instruments.getAspect(ENTITY, "rating").owner, address(0), "owner");
        same(instruments.getAspect(ENTITY, "rating").aspectRecordId, 0, "record");
        vm.prank(other);
        instruments.setAspect(ENTITY, "rating", "its own");
        same(instruments.getAspect(ENTITY, "rating").owner, other, "next owner");
    }
}
