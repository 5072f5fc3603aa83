// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IChainRegistryManager } from "../../src/interfaces/IChainRegistryManager.sol";
import { AccountNumber } from "../../src/types/Account.sol";
import { CustodyChainId } from "../../src/types/CustodyChain.sol";
import { RegistryId } from "../../src/types/Registry.sol";
import { ChainCallBehavior } from "./ChainCallBehavior.sol";

/// @title ChainRegistryManager: markAsRedeemable.
contract MarkAsRedeemableTest is ChainCallBehavior {
    function _by() internal view override returns (address) {
        return alpen;
    }

    function _call(RegistryId registryId, CustodyChainId custodyChainId, uint256 quantity) internal override {
        chains.markAsRedeemable(registryId, custodyChainId, AccountNumber.wrap(1), quantity);
    }

    function test_Privilege_INVESTOR_HasItNot() external {
        _refusesTo(stranger, notHeld(stranger, Privileges.REGISTRY_INVESTOR));
    }

    function test_Privilege_INVESTOR_HadItUntilTheTransactionBefore() external {
        _revoke(alpen, Privileges.REGISTRY_INVESTOR);
        _refusesTo(alpen, notHeld(alpen, Privileges.REGISTRY_INVESTOR));
    }

    function test_RevertWhen_TheAccountIsNotOpen() external {
        _configure(meridian, alpen, 1, false);
        _refusesTo(alpen, _notOpen(meridian, alpen, 1));
    }

    function test_P03_RevertWhen_MoreThanIsFree() external {
        _calls(shares, CHAIN, 950);
        _refusesTo(alpen, _notAvailable(CHAIN, alpen, 1, 50, 100));
    }

    function test_Privilege_INVESTOR_HasIt_AndWhatIsMarkedCountsAsEarmarked() external {
        vm.expectEmit(address(chains));
        emit IChainRegistryManager.ChainAssetsMarked(shares, CHAIN, alpen, AccountNumber.wrap(1), 100);
        vm.expectEmit(address(chains));
        emit IChainRegistryManager.ChainAccountChanged(
            CHAIN, alpen, AccountNumber.wrap(1), shares, 1_000, 100
        );
        _calls(shares, CHAIN, 100);
        _calls(shares, CHAIN, 20);
        _has(CHAIN, alpen, 1, 1_000, 120, 120);
        _has(OWN, alpen, 1, 1_000, 0, 0);
        same(chains.totalSupplyOf(shares), 2_500, "marking ends nothing");
    }
}
