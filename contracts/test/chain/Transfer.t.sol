// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IChainRegistryManager } from "../../src/interfaces/IChainRegistryManager.sol";
import { IRegistration } from "../../src/interfaces/IRegistration.sol";
import { IRegistry } from "../../src/interfaces/IRegistry.sol";
import { AccountNumber } from "../../src/types/Account.sol";
import { CustodyChainId } from "../../src/types/CustodyChain.sol";
import { RegistryId } from "../../src/types/Registry.sol";
import { ChainCallBehavior } from "./ChainCallBehavior.sol";

/// @title ChainRegistryManager: transfer.
contract TransferTest is ChainCallBehavior {
    function setUp() public override {
        super.setUp();
        _allow(true);
    }

    function _allow(bool whitelisted) private {
        vm.prank(meridian);
        chains.setSenderWhitelisted(shares, alpen, whitelisted);
    }

    function _by() internal view override returns (address) {
        return alpen;
    }

    function _call(RegistryId registryId, CustodyChainId custodyChainId, uint256 quantity) internal override {
        chains.transfer(registryId, custodyChainId, AccountNumber.wrap(1), account(baltic, 2), quantity);
    }

    function test_RevertWhen_TheSenderIsNotWhitelisted() external {
        _refusesTo(
            baltic, abi.encodeWithSelector(IRegistration.SenderNotWhitelisted.selector, shares, baltic)
        );
        _allow(false);
        _refusesTo(alpen, abi.encodeWithSelector(IRegistration.SenderNotWhitelisted.selector, shares, alpen));
    }

    function test_Privilege_INVESTOR_HadItUntilTheTransactionBefore() external {
        _revoke(alpen, Privileges.REGISTRY_INVESTOR);
        _refusesTo(alpen, notHeld(alpen, Privileges.REGISTRY_INVESTOR));
    }

    function test_Privilege_INVESTOR_HasItNot_WhoReceives() external {
        _revoke(baltic, Privileges.REGISTRY_INVESTOR);
        _refusesTo(alpen, notHeld(baltic, Privileges.REGISTRY_INVESTOR));
    }

    function test_RevertWhen_AnAccountIsNotOpen() external {
        _configure(meridian, baltic, 2, false);
        _refusesTo(alpen, _notOpen(meridian, baltic, 2));
        _configure(meridian, alpen, 1, false);
        _refusesTo(alpen, _notOpen(meridian, alpen, 1));
    }

    function test_P26_ABlacklistedTenantReceivesNoTransfer() external {
        blacklist(baltic);
        _refusesTo(alpen, _blacklisted(baltic));
    }

    function test_RevertWhen_ItGoesToItself() external {
        vm.prank(alpen);
        refuses(abi.encodeWithSelector(IRegistry.MovementSelf.selector, alpen));
        chains.transfer(shares, CHAIN, AccountNumber.wrap(1), account(alpen, 2), 1);
    }

    function test_P05_RevertWhen_ItTakesWhatIsEarmarked() external {
        _mark(alpen, CHAIN, 950);
        _refusesTo(alpen, _notAvailable(CHAIN, alpen, 1, 50, 100));
    }

    function test_RevertWhen_OnlyAnotherChainHoldsEnough() external {
        _onramp(shares, CHAIN, alpen, 2, 1);
        vm.prank(alpen);
        refuses(_notAvailable(CHAIN, alpen, 2, 1, 2));
        chains.transfer(shares, CHAIN, AccountNumber.wrap(2), account(baltic, 2), 2);
    }

    function test_Privilege_INVESTOR_HasIt_AndMovesOverOneChain() external {
        vm.expectEmit(address(chains));
        emit IChainRegistryManager.ChainAssetsTransferred(
            shares, CHAIN, 0, alpen, AccountNumber.wrap(1), baltic, AccountNumber.wrap(2), 100
        );
        vm.expectEmit(address(chains));
        emit IChainRegistryManager.ChainAccountChanged(CHAIN, alpen, AccountNumber.wrap(1), shares, 900, 0);
        vm.expectEmit(address(chains));
        emit IChainRegistryManager.ChainAccountChanged(CHAIN, baltic, AccountNumber.wrap(2), shares, 100, 0);
        _calls(shares, CHAIN, 100);
        _has(CHAIN, alpen, 1, 900, 0, 0);
        _has(CHAIN, baltic, 2, 100, 0, 0);
        _has(OWN, alpen, 1, 1_000, 0, 0);
    }
}
