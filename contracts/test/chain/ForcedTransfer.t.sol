// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IChainRegistryManager } from "../../src/interfaces/IChainRegistryManager.sol";
import { IRegistry } from "../../src/interfaces/IRegistry.sol";
import { AccountNumber } from "../../src/types/Account.sol";
import { CustodyChainId } from "../../src/types/CustodyChain.sol";
import { RegistryId } from "../../src/types/Registry.sol";
import { ChainCallBehavior } from "./ChainCallBehavior.sol";

/// @title ChainRegistryManager: forcedTransfer.
contract ForcedTransferTest is ChainCallBehavior {
    constructor() {
        worksWhileExporting = true;
    }

    function _by() internal view override returns (address) {
        return meridian;
    }

    function _call(RegistryId registryId, CustodyChainId custodyChainId, uint256 quantity) internal override {
        chains.forcedTransfer(
            registryId, custodyChainId, account(alpen, 1), account(baltic, 2), quantity, WHY
        );
    }

    function test_RevertWhen_AnybodyButTheRegistrarForces() external {
        _refusesTo(agent, _registrarRequired(shares, agent));
        _refusesTo(nordhafen, _registrarRequired(shares, nordhafen));
    }

    function test_Privilege_REGISTRAR_HadItUntilTheTransactionBefore() external {
        _revoke(meridian, Privileges.REGISTRY_REGISTRAR);
        _refusesTo(meridian, notHeld(meridian, Privileges.REGISTRY_REGISTRAR));
    }

    function test_RevertWhen_TheReasonIsMissing() external {
        vm.prank(meridian);
        refuses(abi.encodeWithSelector(IRegistry.ReasonMissing.selector));
        chains.forcedTransfer(shares, CHAIN, account(alpen, 1), account(baltic, 2), 1, 0);
    }

    function test_RevertWhen_ItGoesToTheSameAccount() external {
        vm.prank(meridian);
        refuses(abi.encodeWithSelector(IRegistry.MovementSelf.selector, alpen));
        chains.forcedTransfer(shares, CHAIN, account(alpen, 1), account(alpen, 1), 1, WHY);
    }

    function test_RevertWhen_TheReceiverMayNotHoldIt() external {
        _configure(meridian, baltic, 2, false);
        _refusesTo(meridian, _notOpen(meridian, baltic, 2));
        _revoke(baltic, Privileges.REGISTRY_INVESTOR);
        _refusesTo(meridian, notHeld(baltic, Privileges.REGISTRY_INVESTOR));
    }

    function test_P26_ABlacklistedTenantReceivesNothingByForce() external {
        blacklist(baltic);
        _refusesTo(meridian, _blacklisted(baltic));
    }

    function test_CON05_RevertWhen_ItTakesWhatIsEarmarked() external {
        _mark(alpen, CHAIN, 950);
        _refusesTo(meridian, _notAvailable(CHAIN, alpen, 1, 50, 100));
    }

    function test_Privilege_REGISTRAR_HasIt_AndMovesEvenOutOfAClosedAccount() external {
        _configure(meridian, alpen, 1, false);
        vm.expectEmit(address(chains));
        emit IChainRegistryManager.ChainAssetsForcedTransferred(
            shares, CHAIN, WHY, alpen, AccountNumber.wrap(1), baltic, AccountNumber.wrap(2), 100
        );
        _calls(shares, CHAIN, 100);
        _has(CHAIN, alpen, 1, 900, 0, 0);
        _has(CHAIN, baltic, 2, 100, 0, 0);
    }
}
