// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IChainRegistryManager } from "../../src/interfaces/IChainRegistryManager.sol";
import { IRegistry } from "../../src/interfaces/IRegistry.sol";
import { AccountNumber } from "../../src/types/Account.sol";
import { CustodyChainId } from "../../src/types/CustodyChain.sol";
import { MovementFixture } from "./MovementFixture.sol";

/// @title ChainRegistryManager: unearmark.
contract UnearmarkTest is MovementFixture {
    function _notTaken() private pure returns (bytes memory) {
        return abi.encodeWithSelector(IRegistry.EarmarkNotTaken.selector, bytes32("movement"));
    }

    function test_CON05_RevertWhen_AnybodyElseUnearmarks() external {
        _earmark(dapp, _movement(), CHAIN);
        refuses(_notTaken());
        _unearmark(alpen, _movement());
        refuses(_notTaken());
        _unearmark(address(deliveries), _movement());
    }

    function test_RevertWhen_TheMovementIsAnother() external {
        _earmark(dapp, _movement(), CHAIN);
        IRegistry.Movement memory other = _movement();
        other.quantity = 399;
        refuses(_notTaken());
        _unearmark(dapp, other);
    }

    function test_RevertWhen_ReleasedTwice() external {
        _earmark(dapp, _movement(), CHAIN);
        _unearmark(dapp, _movement());
        refuses(_notTaken());
        _unearmark(dapp, _movement());
    }

    function test_WhatWasEarmarkedIsFreeAgain() external {
        _earmark(dapp, _movement(), CHAIN);
        vm.expectEmit(address(chains));
        emit IChainRegistryManager.ChainAssetsUnearmarked(
            shares, CHAIN, "movement", alpen, AccountNumber.wrap(1), dapp, 400
        );
        vm.expectEmit(address(chains));
        emit IChainRegistryManager.ChainAccountChanged(CHAIN, alpen, AccountNumber.wrap(1), shares, 1_000, 0);
        _unearmark(dapp, _movement());
        _has(CHAIN, alpen, 1, 1_000, 0, 0);
        (,, CustodyChainId over) = chains.preparedAccounts(dapp, _movement());
        same(CustodyChainId.unwrap(over), 0, "chain");
    }

    function test_ItWorksWhileSuspendedAndWithoutThePrivilege() external {
        _earmark(dapp, _movement(), CHAIN);
        _suspend();
        _revoke(dapp, Privileges.REGISTRY_EARMARK_PROTOCOL_DAPP);
        _unearmark(dapp, _movement());
        _has(CHAIN, alpen, 1, 1_000, 0, 0);
    }

    function test_AReceiptAloneIsForgotten() external {
        _name(dapp, _movement(), OWN);
        _unearmark(dapp, _movement());
        _earmark(dapp, _movement(), CHAIN);
        _has(CHAIN, alpen, 1, 1_000, 400, 0);
    }
}
