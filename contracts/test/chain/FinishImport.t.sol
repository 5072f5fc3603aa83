// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IRegistration } from "../../src/interfaces/IRegistration.sol";
import { CustodyChainId } from "../../src/types/CustodyChain.sol";
import { RegistryId, RegistryState } from "../../src/types/Registry.sol";
import { RegistrationFixture } from "./RegistrationFixture.sol";

/// @title ChainRegistryManager: finishImport.
contract FinishImportTest is RegistrationFixture {
    CustodyChainId private constant COMING = CustodyChainId.wrap("coming");
    RegistryId private coming;

    function setUp() public override {
        super.setUp();
        coming = _importing(COMING, agent);
    }

    function _finish(address by) private {
        vm.prank(by);
        chains.finishImport(coming);
    }

    function test_RevertWhen_AnybodyButTheRegistrarFinishes() external {
        refuses(_registrarRequired(coming, agent));
        _finish(agent);
    }

    function test_Privilege_REGISTRAR_HadItUntilTheTransactionBefore() external {
        _revoke(meridian, Privileges.REGISTRY_REGISTRAR);
        refuses(notHeld(meridian, Privileges.REGISTRY_REGISTRAR));
        _finish(meridian);
    }

    function test_P37_RevertWhen_FinishedTwice() external {
        _finish(meridian);
        refuses(
            abi.encodeWithSelector(
                IRegistration.RegistryNotImporting.selector, coming, RegistryState.REGISTERED
            )
        );
        _finish(meridian);
    }

    function test_P37_Privilege_REGISTRAR_HasIt_AndRampsOpen() external {
        vm.prank(meridian);
        chains.importAssets(coming, COMING, account(alpen, 1), 80, REF);
        _finish(meridian);
        check(chains.registries(coming).registryState == RegistryState.REGISTERED, "state");
        _onramp(coming, COMING, alpen, 1, 20);
        _has(COMING, alpen, 1, 100, 0, 0);
    }
}
