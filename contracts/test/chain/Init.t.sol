// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Initializable } from "@openzeppelin/contracts/proxy/utils/Initializable.sol";
import { ChainRegistryManager } from "../../src/registry/custodyChains/ChainRegistryManager.sol";
import { ChainFixture } from "./ChainFixture.sol";

/// @title ChainRegistryManager: init, platform, privilegeManager, kind, getVersion, eip712Domain.
contract InitTest is ChainFixture {
    function test_P41_RevertWhen_InitialisedTwice() external {
        refuses(abi.encodeWithSelector(Initializable.InvalidInitialization.selector));
        chains.init(address(this), address(this));
    }

    function test_P41_RevertWhen_TheCodeItselfIsInitialised() external {
        ChainRegistryManager code = new ChainRegistryManager();
        refuses(abi.encodeWithSelector(Initializable.InvalidInitialization.selector));
        code.init(address(this), address(this));
    }

    function test_TheManagerSaysWhatItIs() external view {
        same(chains.platform(), address(platform), "platform");
        check(chains.privilegeManager() != address(0), "privilege manager");
        same(chains.kind(), bytes32("ChainRegistryManager"), "kind");
        same(chains.getVersion(), 1, "version");
        (, string memory name,,, address verifyingContract,,) = chains.eip712Domain();
        same(name, "ConneX", "domain");
        same(verifyingContract, address(chains), "verifying contract");
    }
}
