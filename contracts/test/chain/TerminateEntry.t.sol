// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IAccountRegistryManager } from "../../src/interfaces/IAccountRegistryManager.sol";
import { IChainRegistryManager } from "../../src/interfaces/IChainRegistryManager.sol";
import { AccountNumber } from "../../src/types/Account.sol";
import { CustodyChainId } from "../../src/types/CustodyChain.sol";
import { RegistryId } from "../../src/types/Registry.sol";
import { ChainCallBehavior } from "./ChainCallBehavior.sol";

/// @title ChainRegistryManager: terminateEntry.
contract TerminateEntryTest is ChainCallBehavior {
    constructor() {
        worksWhileExporting = true;
    }

    function setUp() public override {
        super.setUp();
        _mark(alpen, OWN, 300);
    }

    function _by() internal view override returns (address) {
        return meridian;
    }

    function _over() internal pure override returns (CustodyChainId) {
        return OWN;
    }

    function _call(RegistryId registryId, CustodyChainId custodyChainId, uint256 quantity) internal override {
        chains.terminateEntry(registryId, custodyChainId, account(alpen, 1), quantity, REF);
    }

    function test_RevertWhen_AnybodyButTheRegistrarTerminates() external {
        _refusesTo(agent, _registrarRequired(shares, agent));
        _refusesTo(alpen, _registrarRequired(shares, alpen));
    }

    function test_Privilege_REGISTRAR_HadItUntilTheTransactionBefore() external {
        _revoke(meridian, Privileges.REGISTRY_REGISTRAR);
        _refusesTo(meridian, notHeld(meridian, Privileges.REGISTRY_REGISTRAR));
    }

    function test_RevertWhen_AnotherIsTheChainsTransferAgent() external {
        _mark(alpen, CHAIN, 10);
        vm.prank(meridian);
        refuses(abi.encodeWithSelector(IChainRegistryManager.TransferAgentRequired.selector, CHAIN, meridian));
        chains.terminateEntry(shares, CHAIN, account(alpen, 1), 10, REF);
    }

    function test_RevertWhen_ItsOwnerHasNotMarkedSoMuch() external {
        vm.prank(meridian);
        refuses(
            abi.encodeWithSelector(
                IAccountRegistryManager.QuantityNotMarked.selector,
                OWN,
                alpen,
                AccountNumber.wrap(1),
                300,
                301
            )
        );
        chains.terminateEntry(shares, OWN, account(alpen, 1), 301, REF);
    }

    function test_Privilege_REGISTRAR_HasIt_AndTheTotalFalls() external {
        vm.expectEmit(address(chains));
        emit IChainRegistryManager.AssetsOfframped(
            shares, OWN, alpen, AccountNumber.wrap(1), 300, REF, meridian
        );
        _calls(shares, OWN, 300);
        _has(OWN, alpen, 1, 700, 0, 0);
        same(chains.totalSupplyOf(shares), 2_200, "total");
    }
}
