// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Initializable } from "@openzeppelin/contracts/proxy/utils/Initializable.sol";
import { InstrumentManager } from "../../src/instrument/InstrumentManager.sol";
import { IInstrumentManager } from "../../src/interfaces/IInstrumentManager.sol";
import { ManagerProxy } from "../../src/proxy/ManagerProxy.sol";
import { InstrumentFixture } from "./InstrumentFixture.sol";

/// @title InstrumentManager: init.
contract InitTest is InstrumentFixture {
    function test_P41_RevertWhen_InitialisedTwice() external {
        refuses(abi.encodeWithSelector(Initializable.InvalidInitialization.selector));
        instruments.init(address(this), address(this));
    }

    function test_P41_RevertWhen_TheCodeItselfIsInitialised() external {
        InstrumentManager code = new InstrumentManager();
        refuses(abi.encodeWithSelector(Initializable.InvalidInitialization.selector));
        code.init(address(this), address(this));
    }

    function test_AFreshOneKnowsItsPlatformAndItsPrivileges() external {
        address privileges = address(makePrivilegeManager());
        IInstrumentManager made = IInstrumentManager(
            address(
                new ManagerProxy(
                    address(new InstrumentManager()),
                    abi.encodeCall(IInstrumentManager.init, (address(platform), privileges))
                )
            )
        );
        same(made.platform(), address(platform), "platform");
        same(made.privilegeManager(), privileges, "privileges");
    }
}
