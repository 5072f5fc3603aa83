// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IFactory } from "../../src/interfaces/IFactory.sol";
import { PlatformFixture } from "../support/PlatformFixture.sol";

/// @title Factory: changeOwner, owner.
contract ChangeOwnerTest is PlatformFixture {
    function test_RevertWhen_AnybodyButTheOwnerChangesIt() external {
        refuses(abi.encodeWithSelector(IFactory.FactoryOwnerRequired.selector, address(0xBAD)));
        vm.prank(address(0xBAD));
        factory.changeOwner(address(0xBAD));
    }

    function test_RevertWhen_TheFormerOwnerActs() external {
        factory.changeOwner(operator);
        refuses(abi.encodeWithSelector(IFactory.FactoryOwnerRequired.selector, address(this)));
        factory.changeOwner(address(this));
    }

    function test_RevertWhen_TheNewOwnerIsNobody() external {
        refuses(abi.encodeWithSelector(IFactory.FactoryOwnerMissing.selector));
        factory.changeOwner(address(0));
    }

    function test_TheNewOwnerOwns() external {
        vm.expectEmit(address(factory));
        emit IFactory.FactoryOwnerChanged(address(this), operator);
        factory.changeOwner(operator);
        same(factory.owner(), operator, "owner");
        vm.prank(operator);
        factory.changeOwner(address(this));
        same(factory.owner(), address(this), "back");
    }
}
