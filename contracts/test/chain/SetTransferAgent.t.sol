// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IChainRegistryManager } from "../../src/interfaces/IChainRegistryManager.sol";
import { IRegistration } from "../../src/interfaces/IRegistration.sol";
import { CustodyChainId } from "../../src/types/CustodyChain.sol";
import { RegistryId } from "../../src/types/Registry.sol";
import { ChainFixture } from "./ChainFixture.sol";

/// @title ChainRegistryManager: setTransferAgent.
contract SetTransferAgentTest is ChainFixture {
    address private next;

    function setUp() public override {
        super.setUp();
        next = onboard("Second Transfer Agency");
        _grant(next, Privileges.REGISTRY_ONRAMPER);
    }

    function _set(address by, CustodyChainId custodyChainId, address transferAgent) private {
        vm.prank(by);
        chains.setTransferAgent(shares, custodyChainId, transferAgent);
    }

    function _offramp(address by) private {
        vm.prank(by);
        chains.offramp(shares, CHAIN, account(alpen, 1), 100, REF);
    }

    function test_RevertWhen_AnybodyButTheRegistrarSetsIt() external {
        refuses(_registrarRequired(shares, agent));
        _set(agent, CHAIN, next);
        refuses(_registrarRequired(shares, nordhafen));
        _set(nordhafen, CHAIN, next);
    }

    function test_Privilege_REGISTRAR_HadItUntilTheTransactionBefore() external {
        _revoke(meridian, Privileges.REGISTRY_REGISTRAR);
        refuses(notHeld(meridian, Privileges.REGISTRY_REGISTRAR));
        _set(meridian, CHAIN, next);
    }

    function test_RevertWhen_TheChainOrTheRegistryIsUnknown() external {
        refuses(_chainUnknown(shares, UNKNOWN));
        _set(meridian, UNKNOWN, next);
        refuses(_chainUnknown(shares, FOREIGN));
        _set(meridian, FOREIGN, next);
        RegistryId unknown = RegistryId.wrap("unknown");
        vm.prank(meridian);
        refuses(abi.encodeWithSelector(IRegistration.RegistryUnknown.selector, unknown));
        chains.setTransferAgent(unknown, CHAIN, next);
    }

    function test_Privilege_ONRAMPER_HasItNot_WhoShallBeTransferAgent() external {
        refuses(notHeld(keeper, Privileges.REGISTRY_ONRAMPER));
        _set(meridian, CHAIN, keeper);
        _revoke(next, Privileges.REGISTRY_ONRAMPER);
        refuses(notHeld(next, Privileges.REGISTRY_ONRAMPER));
        _set(meridian, CHAIN, next);
    }

    function test_P22_TheFormerOneRampsNoMoreAndTheNewOneOfframpsWhatIsMarked() external {
        _mark(alpen, CHAIN, 100);
        vm.expectEmit(address(chains));
        emit IChainRegistryManager.CustodyChainTransferAgentChanged(shares, CHAIN, next);
        _set(meridian, CHAIN, next);
        same(chains.custodyChains(CHAIN).transferAgent, next, "transfer agent");
        same(chains.custodyChains(CHAIN).custodians.length, 2, "custodians");
        refuses(abi.encodeWithSelector(IChainRegistryManager.TransferAgentRequired.selector, CHAIN, agent));
        _offramp(agent);
        _offramp(next);
        _has(CHAIN, alpen, 1, 900, 0, 0);
        same(chains.custodyChains(OWN).transferAgent, meridian, "another chain's");
    }

    /// @dev Where an agent was taken its right away, nothing leaves a chain before it has another one.
    function test_P43_ItIsSetWhileSuspendedOrExporting() external {
        _mark(alpen, CHAIN, 100);
        _revoke(agent, Privileges.REGISTRY_ONRAMPER);
        _suspend();
        _set(meridian, CHAIN, meridian);
        vm.prank(meridian);
        chains.unsuspendRegistry(shares, WHY);
        _export();
        _set(meridian, CHAIN, next);
        _offramp(next);
        _has(CHAIN, alpen, 1, 900, 0, 0);
    }
}
