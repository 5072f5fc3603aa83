// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IChainRegistryManager } from "../../src/interfaces/IChainRegistryManager.sol";
import { AccountNumber } from "../../src/types/Account.sol";
import { CustodyChainId } from "../../src/types/CustodyChain.sol";
import { RegistryId } from "../../src/types/Registry.sol";
import { ChainCallBehavior } from "./ChainCallBehavior.sol";

/// @title ChainRegistryManager: issue.
contract IssueTest is ChainCallBehavior {
    function _by() internal view override returns (address) {
        return meridian;
    }

    function _over() internal pure override returns (CustodyChainId) {
        return OWN;
    }

    function _call(RegistryId registryId, CustodyChainId custodyChainId, uint256 quantity) internal override {
        chains.issue(registryId, custodyChainId, account(baltic, 2), quantity, REF);
    }

    function test_CON06_RevertWhen_AnybodyButTheRegistrarIssues() external {
        _refusesTo(agent, _registrarRequired(shares, agent));
        _refusesTo(nordhafen, _registrarRequired(shares, nordhafen));
    }

    function test_Privilege_REGISTRAR_HadItUntilTheTransactionBefore() external {
        _revoke(meridian, Privileges.REGISTRY_REGISTRAR);
        _refusesTo(meridian, notHeld(meridian, Privileges.REGISTRY_REGISTRAR));
    }

    function test_Privilege_ONRAMPER_HadItUntilTheTransactionBefore() external {
        _revoke(meridian, Privileges.REGISTRY_ONRAMPER);
        _refusesTo(meridian, notHeld(meridian, Privileges.REGISTRY_ONRAMPER));
    }

    function test_RevertWhen_AnotherIsTheChainsTransferAgent() external {
        vm.prank(meridian);
        refuses(abi.encodeWithSelector(IChainRegistryManager.TransferAgentRequired.selector, CHAIN, meridian));
        chains.issue(shares, CHAIN, account(alpen, 1), 1, REF);
    }

    function test_RevertWhen_TheReferenceIsMissing() external {
        vm.prank(meridian);
        refuses(abi.encodeWithSelector(IChainRegistryManager.ReferenceMissing.selector));
        chains.issue(shares, OWN, account(alpen, 1), 1, 0);
    }

    function test_Privilege_REGISTRAR_HasIt_AndWhatItIssuesCountsAsOnramped() external {
        vm.expectEmit(address(chains));
        emit IChainRegistryManager.AssetsOnramped(
            shares, OWN, baltic, AccountNumber.wrap(2), 30, REF, meridian
        );
        _calls(shares, OWN, 30);
        _has(OWN, baltic, 2, 30, 0, 0);
        (uint256 onramped, uint256 offramped) = chains.chainSupplyOf(OWN);
        same(onramped, 1_030, "on-ramped");
        same(offramped, 0, "off-ramped");
    }
}
