// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IAspects } from "../../src/interfaces/IAspects.sol";
import { Aspect } from "../../src/types/Dapp.sol";
import { InstrumentId } from "../../src/types/Instrument.sol";
import { InstrumentFixture } from "./InstrumentFixture.sol";

/// @title InstrumentManager: setAspect, getAspect.
contract SetAspectTest is InstrumentFixture {
    bytes32 private constant ENTITY = InstrumentId.unwrap(ID);
    address private dapp = address(0xDA);
    address private other = address(0xDB);

    function setUp() public override {
        super.setUp();
        _bond(ID);
        grantOn(address(instruments), dapp, Privileges.INSTRUMENT_DAPP);
        grantOn(address(instruments), other, Privileges.INSTRUMENT_DAPP);
    }

    function _set(address by, bytes32 entity, bytes32 aspect, bytes32 record) private {
        vm.prank(by);
        instruments.setAspect(entity, aspect, record);
    }

    function test_Privilege_DAPP_HasItNot() external {
        refuses(notHeld(issuer, Privileges.INSTRUMENT_DAPP));
        _set(issuer, ENTITY, "rating", "record");
    }

    function test_Privilege_DAPP_HadItUntilTheTransactionBefore() external {
        revokeOn(address(instruments), dapp, Privileges.INSTRUMENT_DAPP);
        refuses(notHeld(dapp, Privileges.INSTRUMENT_DAPP));
        _set(dapp, ENTITY, "rating", "record");
    }

    function test_RevertWhen_TheInstrumentIsUnknown() external {
        refuses(abi.encodeWithSelector(IAspects.AspectEntityUnknown.selector, InstrumentId.unwrap(SECOND)));
        _set(dapp, InstrumentId.unwrap(SECOND), "rating", "record");
    }

    function test_RevertWhen_AspectOrRecordIsMissing() external {
        refuses(abi.encodeWithSelector(IAspects.AspectIdMissing.selector));
        _set(dapp, ENTITY, 0, "record");
        refuses(abi.encodeWithSelector(IAspects.AspectIdMissing.selector));
        _set(dapp, ENTITY, "rating", 0);
    }

    function test_RevertWhen_AnotherDappSetIt() external {
        _set(dapp, ENTITY, "rating", "record");
        refuses(abi.encodeWithSelector(IAspects.AspectOwnedByOther.selector, ENTITY, bytes32("rating"), dapp));
        _set(other, ENTITY, "rating", "its own");
    }

    function test_Privilege_DAPP_HasIt_AndTheAspectIsReadBack() external {
        vm.expectEmit(address(instruments));
        emit IAspects.AspectSet(ENTITY, "rating", "record", dapp);
        _set(dapp, ENTITY, "rating", "record");
        Aspect memory aspect = instruments.getAspect(ENTITY, "rating");
        same(aspect.entityId, ENTITY, "entity");
        same(aspect.aspectId, bytes32("rating"), "aspect");
        same(aspect.aspectRecordId, bytes32("record"), "record");
        same(aspect.owner, dapp, "owner");
    }

    function test_ItsOwnerMayChangeIt() external {
        _set(dapp, ENTITY, "rating", "record");
        _set(dapp, ENTITY, "rating", "later");
        same(instruments.getAspect(ENTITY, "rating").aspectRecordId, bytes32("later"), "record");
    }

    function test_TwoDappsSayDifferentThingsOfOneInstrument() external {
        _set(dapp, ENTITY, "rating", "record");
        _set(other, ENTITY, "tax", "its own");
        same(instruments.getAspect(ENTITY, "rating").owner, dapp, "first");
        same(instruments.getAspect(ENTITY, "tax").owner, other, "second");
    }

    function test_WhatNobodySetHasNoOwner() external view {
        same(instruments.getAspect(ENTITY, "rating").owner, address(0), "owner");
    }
}
