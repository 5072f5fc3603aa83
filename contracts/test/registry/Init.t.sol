// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Initializable } from "@openzeppelin/contracts/proxy/utils/Initializable.sol";
import { AccountRegistryManager } from "../../src/registry/accounts/AccountRegistryManager.sol";
import { RegistrationType } from "../../src/types/Registry.sol";
import { AccountFixture } from "./AccountFixture.sol";

/// @title AccountRegistryManager: init.
contract InitTest is AccountFixture {
    function test_P41_ItIsInitialisedOnce() external {
        refuses(abi.encodeWithSelector(Initializable.InvalidInitialization.selector));
        registries.init(address(this), address(this));
    }

    function test_P41_TheCodeBehindTheProxyIsNotInitialised() external {
        AccountRegistryManager code = new AccountRegistryManager();
        refuses(abi.encodeWithSelector(Initializable.InvalidInitialization.selector));
        code.init(address(platform), address(this));
    }

    function test_ItKnowsItsPlatformAndIsOpenForRegistrations() external view {
        same(registries.platform(), address(platform), "platform");
        check(registries.privilegeManager() != address(0), "privilege manager");
        same(registries.getVersion(), 1, "version");
        check(registries.registrationProtocol() == RegistrationType.MIXED_HOLDINGS, "open");
    }
}
