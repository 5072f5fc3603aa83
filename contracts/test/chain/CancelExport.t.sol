// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IAccountRegistryManager } from "../../src/interfaces/IAccountRegistryManager.sol";
import { IChainRegistryManager } from "../../src/interfaces/IChainRegistryManager.sol";
import { AccountNumber } from "../../src/types/Account.sol";
import { CustodyChainId } from "../../src/types/CustodyChain.sol";
import { ChainFixture } from "./ChainFixture.sol";

/// @title ChainRegistryManager: cancelExport.
contract CancelExportTest is ChainFixture {
    function setUp() public override {
        super.setUp();
        _export();
        vm.prank(alpen);
        chains.markAssetsForExport(shares, CHAIN, AccountNumber.wrap(1), 400);
    }

    function _cancel(address by, CustodyChainId custodyChainId, uint256 quantity) private {
        vm.prank(by);
        chains.cancelExport(shares, custodyChainId, AccountNumber.wrap(1), quantity);
    }

    function test_RevertWhen_ItIsMoreThanItsOwnerHasMarked() external {
        refuses(
            abi.encodeWithSelector(
                IAccountRegistryManager.QuantityNotMarked.selector,
                CHAIN,
                alpen,
                AccountNumber.wrap(1),
                400,
                401
            )
        );
        _cancel(alpen, CHAIN, 401);
        refuses(
            abi.encodeWithSelector(
                IAccountRegistryManager.QuantityNotMarked.selector, CHAIN, agent, AccountNumber.wrap(1), 0, 1
            )
        );
        _cancel(agent, CHAIN, 1);
    }

    function test_RevertWhen_TheChainIsOfAnotherRegistry() external {
        refuses(_chainUnknown(shares, FOREIGN));
        _cancel(alpen, FOREIGN, 1);
    }

    function test_P37_WhatIsNoLongerMarkedIsNotOfframped() external {
        vm.expectEmit(address(chains));
        emit IChainRegistryManager.ChainAssetsMarked(shares, CHAIN, alpen, AccountNumber.wrap(1), 300);
        _cancel(alpen, CHAIN, 100);
        _has(CHAIN, alpen, 1, 1_000, 300, 300);
        vm.prank(agent);
        refuses(
            abi.encodeWithSelector(
                IAccountRegistryManager.QuantityNotMarked.selector,
                CHAIN,
                alpen,
                AccountNumber.wrap(1),
                300,
                301
            )
        );
        chains.offramp(shares, CHAIN, account(alpen, 1), 301, REF);
    }
}
