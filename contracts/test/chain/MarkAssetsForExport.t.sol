// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IAccountRegistryManager } from "../../src/interfaces/IAccountRegistryManager.sol";
import { IChainRegistryManager } from "../../src/interfaces/IChainRegistryManager.sol";
import { IRegistration } from "../../src/interfaces/IRegistration.sol";
import { AccountNumber } from "../../src/types/Account.sol";
import { CustodyChainId } from "../../src/types/CustodyChain.sol";
import { RegistryState } from "../../src/types/Registry.sol";
import { ChainFixture } from "./ChainFixture.sol";

/// @title ChainRegistryManager: markAssetsForExport.
contract MarkAssetsForExportTest is ChainFixture {
    function _markForExport(address by, CustodyChainId custodyChainId, uint256 quantity) private {
        vm.prank(by);
        chains.markAssetsForExport(shares, custodyChainId, AccountNumber.wrap(1), quantity);
    }

    function test_P37_RevertWhen_TheRegistryIsNotExporting() external {
        refuses(
            abi.encodeWithSelector(
                IRegistration.RegistryNotExporting.selector, shares, RegistryState.REGISTERED
            )
        );
        _markForExport(alpen, CHAIN, 1);
        _suspend();
        refuses(
            abi.encodeWithSelector(
                IRegistration.RegistryNotExporting.selector, shares, RegistryState.SUSPENDED
            )
        );
        _markForExport(alpen, CHAIN, 1);
    }

    function test_RevertWhen_TheChainIsUnknownOrOfAnotherRegistry() external {
        _export();
        refuses(_chainUnknown(shares, UNKNOWN));
        _markForExport(alpen, UNKNOWN, 1);
        refuses(_chainUnknown(shares, FOREIGN));
        _markForExport(alpen, FOREIGN, 1);
    }

    function test_Privilege_INVESTOR_HadItUntilTheTransactionBefore() external {
        _export();
        _revoke(alpen, Privileges.REGISTRY_INVESTOR);
        refuses(notHeld(alpen, Privileges.REGISTRY_INVESTOR));
        _markForExport(alpen, CHAIN, 1);
    }

    function test_RevertWhen_TheQuantityIsNothingOrMoreThanFree() external {
        _export();
        refuses(abi.encodeWithSelector(IAccountRegistryManager.QuantityInvalid.selector, 0));
        _markForExport(alpen, CHAIN, 0);
        refuses(_notAvailable(CHAIN, alpen, 1, 1_000, 1_001));
        _markForExport(alpen, CHAIN, 1_001);
    }

    function test_Privilege_INVESTOR_HasIt_EvenOnAClosedAccount() external {
        _configure(meridian, alpen, 1, false);
        _export();
        vm.expectEmit(address(chains));
        emit IChainRegistryManager.ChainAssetsMarked(shares, CHAIN, alpen, AccountNumber.wrap(1), 600);
        _markForExport(alpen, CHAIN, 600);
        _has(CHAIN, alpen, 1, 1_000, 600, 600);
    }

    function test_P37_AllOfItLeavesAndTheRegistryIsEmpty() external {
        _mark(baltic, CHAIN, 500);
        _export();
        _markForExport(alpen, CHAIN, 1_000);
        _markForExport(alpen, OWN, 1_000);
        vm.startPrank(agent);
        chains.offramp(shares, CHAIN, account(alpen, 1), 1_000, REF);
        chains.offramp(shares, CHAIN, account(baltic, 1), 500, REF);
        vm.stopPrank();
        vm.prank(meridian);
        chains.terminateEntry(shares, OWN, account(alpen, 1), 1_000, REF);
        same(chains.totalSupplyOf(shares), 0, "total");
        _balanced();
    }
}
