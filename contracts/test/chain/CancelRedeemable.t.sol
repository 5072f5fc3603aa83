// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IAccountRegistryManager } from "../../src/interfaces/IAccountRegistryManager.sol";
import { IChainRegistryManager } from "../../src/interfaces/IChainRegistryManager.sol";
import { AccountNumber } from "../../src/types/Account.sol";
import { CustodyChainId } from "../../src/types/CustodyChain.sol";
import { ChainFixture } from "./ChainFixture.sol";

/// @title ChainRegistryManager: cancelRedeemable.
contract CancelRedeemableTest is ChainFixture {
    function setUp() public override {
        super.setUp();
        _mark(alpen, CHAIN, 400);
    }

    function _cancel(address by, CustodyChainId custodyChainId, uint256 quantity) private {
        vm.prank(by);
        chains.cancelRedeemable(shares, custodyChainId, AccountNumber.wrap(1), quantity);
    }

    function test_RevertWhen_ItIsMoreThanMarked() external {
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
        refuses(abi.encodeWithSelector(IAccountRegistryManager.QuantityInvalid.selector, 0));
        _cancel(alpen, CHAIN, 0);
    }

    function test_P05_RevertWhen_ItIsNotMarkedOverThatChain() external {
        vm.prank(alpen);
        chains.markAsRedeemable(shares, OWN, AccountNumber.wrap(1), 10);
        refuses(
            abi.encodeWithSelector(
                IAccountRegistryManager.QuantityNotMarked.selector, OWN, alpen, AccountNumber.wrap(1), 10, 11
            )
        );
        _cancel(alpen, OWN, 11);
    }

    function test_RevertWhen_AnybodyElseTakesItBack() external {
        refuses(
            abi.encodeWithSelector(
                IAccountRegistryManager.QuantityNotMarked.selector, CHAIN, baltic, AccountNumber.wrap(1), 0, 1
            )
        );
        _cancel(baltic, CHAIN, 1);
    }

    function test_RevertWhen_TheChainIsUnknownOrOfAnotherRegistry() external {
        refuses(_chainUnknown(shares, UNKNOWN));
        _cancel(alpen, UNKNOWN, 1);
        refuses(_chainUnknown(shares, FOREIGN));
        _cancel(alpen, FOREIGN, 1);
    }

    function test_WhatIsNoLongerMarkedIsFreeAgain() external {
        vm.expectEmit(address(chains));
        emit IChainRegistryManager.ChainAssetsMarked(shares, CHAIN, alpen, AccountNumber.wrap(1), 300);
        _cancel(alpen, CHAIN, 100);
        _has(CHAIN, alpen, 1, 1_000, 300, 300);
    }

    function test_ItWorksInEveryStateAndWithoutThePrivilege() external {
        _suspend();
        _cancel(alpen, CHAIN, 1);
        vm.prank(meridian);
        chains.unsuspendRegistry(shares, WHY);
        _export();
        _revoke(alpen, Privileges.REGISTRY_INVESTOR);
        _cancel(alpen, CHAIN, 399);
        _has(CHAIN, alpen, 1, 1_000, 0, 0);
    }
}
