// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IAccountRegistryManager } from "../../src/interfaces/IAccountRegistryManager.sol";
import { IChainRegistryManager } from "../../src/interfaces/IChainRegistryManager.sol";
import { IRegistration } from "../../src/interfaces/IRegistration.sol";
import { IRegistry } from "../../src/interfaces/IRegistry.sol";
import { AccountNumber } from "../../src/types/Account.sol";
import { CustodyChainId } from "../../src/types/CustodyChain.sol";
import { InstrumentId } from "../../src/types/Instrument.sol";
import { RegistryId, RegistryState } from "../../src/types/Registry.sol";
import { ChainFixture } from "./ChainFixture.sol";

/// @title ChainRegistryManager: importAssets.
contract ImportAssetsTest is ChainFixture {
    CustodyChainId private constant COMING = CustodyChainId.wrap("coming");
    RegistryId private coming;

    function setUp() public override {
        super.setUp();
        coming = _importing(COMING, agent);
    }

    function _import(address by, RegistryId registryId, CustodyChainId custodyChainId, uint256 quantity)
        private
    {
        vm.prank(by);
        chains.importAssets(registryId, custodyChainId, account(alpen, 1), quantity, REF);
    }

    function test_P37_RevertWhen_TheRegistryIsNotImporting() external {
        refuses(
            abi.encodeWithSelector(
                IRegistration.RegistryNotImporting.selector, shares, RegistryState.REGISTERED
            )
        );
        _import(meridian, shares, CHAIN, 1);
        vm.prank(meridian);
        chains.finishImport(coming);
        refuses(
            abi.encodeWithSelector(
                IRegistration.RegistryNotImporting.selector, coming, RegistryState.REGISTERED
            )
        );
        _import(meridian, coming, COMING, 1);
    }

    function test_P02_RevertWhen_TheInstrumentHasExpired() external {
        InstrumentId id = chains.registries(coming).instrumentId;
        vm.prank(issuer);
        instruments.expireInstrument(id);
        refuses(abi.encodeWithSelector(IRegistry.InstrumentNotIssuable.selector, id));
        _import(meridian, coming, COMING, 1);
    }

    function test_P26_ABlacklistedTenantReceivesNoImport() external {
        blacklist(alpen);
        refuses(_blacklisted(alpen));
        _import(meridian, coming, COMING, 1);
    }

    function test_RevertWhen_AnybodyButTheRegistrarImports() external {
        refuses(_registrarRequired(coming, agent));
        _import(agent, coming, COMING, 1);
    }

    function test_Privilege_REGISTRAR_HadItUntilTheTransactionBefore() external {
        _revoke(meridian, Privileges.REGISTRY_REGISTRAR);
        refuses(notHeld(meridian, Privileges.REGISTRY_REGISTRAR));
        _import(meridian, coming, COMING, 1);
    }

    function test_RevertWhen_TheChainIsOfAnotherRegistry() external {
        refuses(_chainUnknown(coming, CHAIN));
        _import(meridian, coming, CHAIN, 1);
    }

    function test_RevertWhen_QuantityOrReferenceIsMissing() external {
        refuses(abi.encodeWithSelector(IAccountRegistryManager.QuantityInvalid.selector, 0));
        _import(meridian, coming, COMING, 0);
        vm.prank(meridian);
        refuses(abi.encodeWithSelector(IChainRegistryManager.ReferenceMissing.selector));
        chains.importAssets(coming, COMING, account(alpen, 1), 1, 0);
    }

    function test_RevertWhen_TheAccountMayNotReceive() external {
        _configure(meridian, alpen, 1, false);
        refuses(_notOpen(meridian, alpen, 1));
        _import(meridian, coming, COMING, 1);
        _revoke(alpen, Privileges.REGISTRY_INVESTOR);
        refuses(notHeld(alpen, Privileges.REGISTRY_INVESTOR));
        _import(meridian, coming, COMING, 1);
    }

    function test_P09_Privilege_REGISTRAR_HasIt_AndWhatIsImportedCountsAsOnramped() external {
        vm.expectEmit(address(chains));
        emit IChainRegistryManager.ChainAssetsImported(coming, COMING, alpen, AccountNumber.wrap(1), 80, REF);
        _import(meridian, coming, COMING, 80);
        _has(COMING, alpen, 1, 80, 0, 0);
        (uint256 onramped, uint256 offramped) = chains.chainSupplyOf(COMING);
        same(onramped - offramped, 80, "outstanding");
        same(chains.totalSupplyOf(coming), 80, "total");
    }
}
