// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Initializable } from "@openzeppelin/contracts/proxy/utils/Initializable.sol";
import { InstrumentManager } from "../../src/instrument/InstrumentManager.sol";
import { IInstrumentManager } from "../../src/interfaces/IInstrumentManager.sol";
import { ManagerProxy } from "../../src/proxy/ManagerProxy.sol";
import { PlatformFixture } from "../support/PlatformFixture.sol";

/// @title ManagerProxy: made and initialised at once; Upgrades are tested with each manager.
contract ManagerProxyTest is PlatformFixture {
    address private code;

    function setUp() public override {
        super.setUp();
        code = address(new InstrumentManager());
    }

    function _made() private returns (IInstrumentManager) {
        bytes memory initCall =
            abi.encodeCall(IInstrumentManager.init, (address(platform), address(makePrivilegeManager())));
        return IInstrumentManager(address(new ManagerProxy(code, initCall)));
    }

    function test_CON12_RevertWhen_TheCodeIsNone() external {
        vm.expectRevert();
        new ManagerProxy(address(0xC0DE), "");
    }

    function test_CON12_RevertWhen_ItIsNotInitialisedAtOnce() external {
        vm.expectRevert();
        new ManagerProxy(code, "");
    }

    function test_P41_RevertWhen_InitialisedAgain() external {
        IInstrumentManager manager = _made();
        refuses(abi.encodeWithSelector(Initializable.InvalidInitialization.selector));
        manager.init(address(this), address(this));
    }

    function test_P42_RevertWhen_EtherIsSentToIt() external {
        (bool done,) = address(_made()).call{ value: 1 }("");
        check(!done, "took ether");
    }

    function test_ItAnswersAsItsCodeAndKeepsItsOwnState() external {
        IInstrumentManager first = _made();
        IInstrumentManager second = _made();
        same(first.platform(), address(platform), "platform");
        check(first.privilegeManager() != second.privilegeManager(), "shared state");
        same(IInstrumentManager(code).platform(), address(0), "the code's own state");
    }
}
