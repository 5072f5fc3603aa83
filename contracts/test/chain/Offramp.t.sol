// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IAccountRegistryManager } from "../../src/interfaces/IAccountRegistryManager.sol";
import { IChainRegistryManager } from "../../src/interfaces/IChainRegistryManager.sol";
import { AccountNumber } from "../../src/types/Account.sol";
import { CustodyChainId } from "../../src/types/CustodyChain.sol";
import { RegistryId } from "../../src/types/Registry.sol";
import { ChainCallBehavior } from "./ChainCallBehavior.sol";

/// @title ChainRegistryManager: offramp.
contract OfframpTest is ChainCallBehavior {
    constructor() {
        worksWhileExporting = true;
    }

    function setUp() public override {
        super.setUp();
        _mark(alpen, CHAIN, 400);
    }

    function _by() internal view override returns (address) {
        return agent;
    }

    function _call(RegistryId registryId, CustodyChainId custodyChainId, uint256 quantity) internal override {
        chains.offramp(registryId, custodyChainId, account(alpen, 1), quantity, REF);
    }

    function test_RevertWhen_AnybodyButTheChainsTransferAgentOfframps() external {
        _refusesTo(
            meridian,
            abi.encodeWithSelector(IChainRegistryManager.TransferAgentRequired.selector, CHAIN, meridian)
        );
        _refusesTo(
            alpen, abi.encodeWithSelector(IChainRegistryManager.TransferAgentRequired.selector, CHAIN, alpen)
        );
    }

    function test_Privilege_ONRAMPER_HasItNot() external {
        _revoke(agent, Privileges.REGISTRY_ONRAMPER);
        _grant(agent, Privileges.REGISTRY_REGISTRAR);
        _refusesTo(agent, notHeld(agent, Privileges.REGISTRY_ONRAMPER));
    }

    function test_P22_Privilege_ONRAMPER_HadItUntilTheTransactionBefore() external {
        _calls(shares, CHAIN, 1);
        _revoke(agent, Privileges.REGISTRY_ONRAMPER);
        _refusesTo(agent, notHeld(agent, Privileges.REGISTRY_ONRAMPER));
    }

    function test_RevertWhen_TheReferenceIsMissing() external {
        vm.prank(agent);
        refuses(abi.encodeWithSelector(IChainRegistryManager.ReferenceMissing.selector));
        chains.offramp(shares, CHAIN, account(alpen, 1), 1, 0);
    }

    /// @dev Nothing leaves an account but by its owner's will.
    function test_P09_RevertWhen_MoreThanItsOwnerHasMarked() external {
        vm.prank(agent);
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
        chains.offramp(shares, CHAIN, account(alpen, 1), 401, REF);
        vm.prank(agent);
        refuses(
            abi.encodeWithSelector(
                IAccountRegistryManager.QuantityNotMarked.selector, CHAIN, baltic, AccountNumber.wrap(1), 0, 1
            )
        );
        chains.offramp(shares, CHAIN, account(baltic, 1), 1, REF);
    }

    function test_RevertWhen_ItWasMarkedOverAnotherChain() external {
        _mark(alpen, OWN, 50);
        vm.prank(meridian);
        refuses(
            abi.encodeWithSelector(
                IAccountRegistryManager.QuantityNotMarked.selector, OWN, alpen, AccountNumber.wrap(1), 50, 400
            )
        );
        chains.offramp(shares, OWN, account(alpen, 1), 400, REF);
    }

    function test_Privilege_ONRAMPER_HasIt_AndTheOutstandingQuantityFalls() external {
        vm.expectEmit(address(chains));
        emit IChainRegistryManager.AssetsOfframped(
            shares, CHAIN, alpen, AccountNumber.wrap(1), 150, REF, agent
        );
        vm.expectEmit(address(chains));
        emit IChainRegistryManager.ChainSupplyChanged(shares, CHAIN, 1_500, 150, 2_500, 150);
        vm.expectEmit(address(chains));
        emit IChainRegistryManager.ChainAccountChanged(CHAIN, alpen, AccountNumber.wrap(1), shares, 850, 250);
        _calls(shares, CHAIN, 150);
        _has(CHAIN, alpen, 1, 850, 250, 250);
        same(chains.totalSupplyOf(shares), 2_350, "total");
    }

    function test_P09_TheOutstandingQuantityNeverFallsBelowZero() external {
        _mark(alpen, CHAIN, 600);
        _mark(baltic, CHAIN, 500);
        vm.startPrank(agent);
        chains.offramp(shares, CHAIN, account(alpen, 1), 1_000, REF);
        chains.offramp(shares, CHAIN, account(baltic, 1), 500, REF);
        refuses(
            abi.encodeWithSelector(
                IAccountRegistryManager.QuantityNotMarked.selector, CHAIN, alpen, AccountNumber.wrap(1), 0, 1
            )
        );
        chains.offramp(shares, CHAIN, account(alpen, 1), 1, REF);
        vm.stopPrank();
        (uint256 onramped, uint256 offramped) = chains.chainSupplyOf(CHAIN);
        same(onramped, offramped, "outstanding");
        same(chains.totalSupplyOf(shares), 1_000, "what the other chain holds");
        _balanced();
    }
}
