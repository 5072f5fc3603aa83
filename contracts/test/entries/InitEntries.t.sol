// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Initializable } from "@openzeppelin/contracts/proxy/utils/Initializable.sol";
import { EntryRegistryManager } from "../../src/registry/entries/EntryRegistryManager.sol";
import { RegistrationType } from "../../src/types/Registry.sol";
import { EntryFixture } from "./EntryFixture.sol";

/// @title EntryRegistryManager: init.
contract InitEntriesTest is EntryFixture {
    function test_P41_RevertWhen_InitialisedTwice() external {
        refuses(abi.encodeWithSelector(Initializable.InvalidInitialization.selector));
        entries.init(address(this), address(this));
    }

    function test_P41_RevertWhen_TheCodeItselfIsInitialised() external {
        EntryRegistryManager code = new EntryRegistryManager();
        refuses(abi.encodeWithSelector(Initializable.InvalidInitialization.selector));
        code.init(address(this), address(this));
    }

    function test_AFreshOneKnowsItsPlatformAndIsOpenForRegistrations() external view {
        same(entries.platform(), address(platform), "platform");
        check(entries.privilegeManager() != registries.privilegeManager(), "privileges of its own");
        check(entries.registrationProtocol() == RegistrationType.MIXED_HOLDINGS, "closed");
    }
}
