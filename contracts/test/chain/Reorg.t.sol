// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IChainRegistryManager } from "../../src/interfaces/IChainRegistryManager.sol";
import { IRegistry } from "../../src/interfaces/IRegistry.sol";
import { AccountNumber } from "../../src/types/Account.sol";
import { CustodyChainId } from "../../src/types/CustodyChain.sol";
import { RegistryId } from "../../src/types/Registry.sol";
import { ChainCallBehavior } from "./ChainCallBehavior.sol";

/// @title ChainRegistryManager: reorg.
contract ReorgTest is ChainCallBehavior {
    AccountNumber private constant FIRST = AccountNumber.wrap(1);
    AccountNumber private constant SECOND = AccountNumber.wrap(2);

    function _by() internal view override returns (address) {
        return alpen;
    }

    function _call(RegistryId registryId, CustodyChainId custodyChainId, uint256 quantity) internal override {
        chains.reorg(registryId, custodyChainId, FIRST, SECOND, quantity);
    }

    function test_Privilege_INVESTOR_HadItUntilTheTransactionBefore() external {
        _revoke(alpen, Privileges.REGISTRY_INVESTOR);
        _refusesTo(alpen, notHeld(alpen, Privileges.REGISTRY_INVESTOR));
    }

    function test_Privilege_INVESTOR_HasItNot() external {
        _refusesTo(stranger, notHeld(stranger, Privileges.REGISTRY_INVESTOR));
    }

    function test_RevertWhen_AnAccountIsNotOpen() external {
        _configure(meridian, alpen, 2, false);
        _refusesTo(alpen, _notOpen(meridian, alpen, 2));
        _configure(meridian, alpen, 1, false);
        _refusesTo(alpen, _notOpen(meridian, alpen, 1));
    }

    function test_RevertWhen_ItGoesToTheSameAccount() external {
        vm.prank(alpen);
        refuses(abi.encodeWithSelector(IRegistry.MovementSelf.selector, alpen));
        chains.reorg(shares, CHAIN, FIRST, FIRST, 1);
    }

    function test_P05_RevertWhen_ItTakesWhatIsEarmarked() external {
        _mark(alpen, CHAIN, 950);
        _refusesTo(alpen, _notAvailable(CHAIN, alpen, 1, 50, 100));
    }

    function test_Privilege_INVESTOR_HasIt_WithoutBeingAWhitelistedSender() external {
        vm.expectEmit(address(chains));
        emit IChainRegistryManager.ChainAssetsReorganised(shares, CHAIN, alpen, FIRST, SECOND, 100, 0);
        _calls(shares, CHAIN, 100);
        _has(CHAIN, alpen, 1, 900, 0, 0);
        _has(CHAIN, alpen, 2, 100, 0, 0);
    }

    function test_P06_ThereAndBackIsAsBefore(uint256 quantity) external {
        quantity = 1 + quantity % 1_000;
        _calls(shares, CHAIN, quantity);
        vm.prank(alpen);
        chains.reorg(shares, CHAIN, SECOND, FIRST, quantity);
        _has(CHAIN, alpen, 1, 1_000, 0, 0);
        _has(CHAIN, alpen, 2, 0, 0, 0);
    }
}
