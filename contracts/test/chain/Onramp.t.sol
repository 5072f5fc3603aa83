// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IAccountRegistryManager } from "../../src/interfaces/IAccountRegistryManager.sol";
import { IChainRegistryManager } from "../../src/interfaces/IChainRegistryManager.sol";
import { IRegistration } from "../../src/interfaces/IRegistration.sol";
import { IRegistry } from "../../src/interfaces/IRegistry.sol";
import { AccountNumber } from "../../src/types/Account.sol";
import { CustodyChainId } from "../../src/types/CustodyChain.sol";
import { InstrumentId, InstrumentType } from "../../src/types/Instrument.sol";
import { RegistryId } from "../../src/types/Registry.sol";
import { ChainCallBehavior } from "./ChainCallBehavior.sol";

/// @title ChainRegistryManager: onramp.
contract OnrampTest is ChainCallBehavior {
    function _by() internal view override returns (address) {
        return agent;
    }

    function _call(RegistryId registryId, CustodyChainId custodyChainId, uint256 quantity) internal override {
        chains.onramp(registryId, custodyChainId, account(rhone, 2), quantity, REF);
    }

    function test_RevertWhen_AnybodyButTheChainsTransferAgentOnramps() external {
        address other = onboard("Other Agency");
        _grant(other, Privileges.REGISTRY_ONRAMPER);
        _refusesTo(
            other, abi.encodeWithSelector(IChainRegistryManager.TransferAgentRequired.selector, CHAIN, other)
        );
        _refusesTo(
            meridian,
            abi.encodeWithSelector(IChainRegistryManager.TransferAgentRequired.selector, CHAIN, meridian)
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
        chains.onramp(shares, CHAIN, account(alpen, 1), 1, 0);
    }

    function test_RevertWhen_TheAccountIsNotOpen() external {
        _configure(meridian, rhone, 2, false);
        _refusesTo(agent, _notOpen(meridian, rhone, 2));
    }

    function test_RevertWhen_TheOwnerIsNoInvestorAnyMore() external {
        _revoke(rhone, Privileges.REGISTRY_INVESTOR);
        _refusesTo(agent, notHeld(rhone, Privileges.REGISTRY_INVESTOR));
    }

    function test_P26_ABlacklistedTenantReceivesNothingByOnRamp() external {
        blacklist(rhone);
        _refusesTo(agent, _blacklisted(rhone));
    }

    function test_RevertWhen_TheInstrumentHasExpired() external {
        vm.prank(issuer);
        instruments.expireInstrument(InstrumentId.wrap("shares"));
        _refusesTo(
            agent,
            abi.encodeWithSelector(IRegistry.InstrumentNotIssuable.selector, InstrumentId.wrap("shares"))
        );
    }

    function test_P39_RevertWhen_TheOwnerIsNotOnThePrivateInstrumentsList() external {
        InstrumentId secret = InstrumentId.wrap("secret");
        address[] memory listed = new address[](1);
        listed[0] = alpen;
        vm.prank(issuer);
        instruments.createPrivateInstrument(secret, terms("secret", InstrumentType.PRIVATE), listed);
        vm.prank(meridian);
        RegistryId registryId = chains.requestInstrumentRegistration(address(instruments), secret, 1);
        vm.prank(issuer);
        chains.confirmInstrumentRegistrationAndPrepareRegistry(registryId);
        _chain(meridian, registryId, UNKNOWN, agent);
        _onramp(registryId, UNKNOWN, alpen, 1, 1);
        vm.prank(agent);
        refuses(abi.encodeWithSelector(IRegistration.InstrumentHolderNotWhitelisted.selector, secret, baltic));
        chains.onramp(registryId, UNKNOWN, account(baltic, 1), 1, REF);
    }

    function test_CON14_RevertWhen_TheChainsTotalWouldOverflow() external {
        vm.prank(agent);
        refuses(
            abi.encodeWithSelector(
                IAccountRegistryManager.SupplyTooLarge.selector, CHAIN, 1_500, type(uint128).max - 1_499
            )
        );
        chains.onramp(shares, CHAIN, account(alpen, 1), type(uint128).max - 1_499, REF);
    }

    function test_CON14_RevertWhen_TheRegistrysTotalWouldOverflow() external {
        vm.prank(agent);
        refuses(
            abi.encodeWithSelector(
                IChainRegistryManager.RegistrySupplyTooLarge.selector,
                shares,
                2_500,
                type(uint128).max - 1_500
            )
        );
        chains.onramp(shares, CHAIN, account(alpen, 1), type(uint128).max - 1_500, REF);
    }

    function test_Privilege_ONRAMPER_HasIt_AndQuantityComesIntoBeing() external {
        vm.expectEmit(address(chains));
        emit IChainRegistryManager.AssetsOnramped(shares, CHAIN, rhone, AccountNumber.wrap(2), 70, REF, agent);
        vm.expectEmit(address(chains));
        emit IChainRegistryManager.ChainSupplyChanged(shares, CHAIN, 1_570, 0, 2_570, 0);
        vm.expectEmit(address(chains));
        emit IChainRegistryManager.ChainAccountChanged(CHAIN, rhone, AccountNumber.wrap(2), shares, 70, 0);
        _calls(shares, CHAIN, 70);
        _has(CHAIN, rhone, 2, 70, 0, 0);
        _has(OWN, rhone, 2, 0, 0, 0);
        same(chains.totalSupplyOf(shares), 2_570, "total");
        same(chains.totalSupplyOf(certificates), 0, "another registry's");
    }
}
