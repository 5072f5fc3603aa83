// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IChainRegistryManager } from "../../src/interfaces/IChainRegistryManager.sol";
import { IRegistry } from "../../src/interfaces/IRegistry.sol";
import { AccountNumber } from "../../src/types/Account.sol";
import { CustodyChainId } from "../../src/types/CustodyChain.sol";
import { RegistryId } from "../../src/types/Registry.sol";
import { ChainCallBehavior } from "./ChainCallBehavior.sol";

/// @title ChainRegistryManager: forcedReorg.
contract ForcedReorgTest is ChainCallBehavior {
    AccountNumber private constant FIRST = AccountNumber.wrap(1);
    AccountNumber private constant SECOND = AccountNumber.wrap(2);

    function _by() internal view override returns (address) {
        return meridian;
    }

    function _call(RegistryId registryId, CustodyChainId custodyChainId, uint256 quantity) internal override {
        chains.forcedReorg(registryId, custodyChainId, alpen, FIRST, SECOND, quantity, WHY);
    }

    function test_RevertWhen_AnybodyButTheRegistrarForces() external {
        _refusesTo(alpen, _registrarRequired(shares, alpen));
    }

    function test_Privilege_REGISTRAR_HadItUntilTheTransactionBefore() external {
        _revoke(meridian, Privileges.REGISTRY_REGISTRAR);
        _refusesTo(meridian, notHeld(meridian, Privileges.REGISTRY_REGISTRAR));
    }

    function test_RevertWhen_TheReasonIsMissing() external {
        vm.prank(meridian);
        refuses(abi.encodeWithSelector(IRegistry.ReasonMissing.selector));
        chains.forcedReorg(shares, CHAIN, alpen, FIRST, SECOND, 1, 0);
    }

    function test_RevertWhen_ItGoesToTheSameOrAClosedAccount() external {
        vm.prank(meridian);
        refuses(abi.encodeWithSelector(IRegistry.MovementSelf.selector, alpen));
        chains.forcedReorg(shares, CHAIN, alpen, FIRST, FIRST, 1, WHY);
        _configure(meridian, alpen, 2, false);
        _refusesTo(meridian, _notOpen(meridian, alpen, 2));
    }

    function test_CON05_RevertWhen_ItTakesWhatIsEarmarked() external {
        _mark(alpen, CHAIN, 950);
        _refusesTo(meridian, _notAvailable(CHAIN, alpen, 1, 50, 100));
    }

    function test_P04_Privilege_REGISTRAR_HasIt_AndTheOwnerStaysTheOwner() external {
        vm.expectEmit(address(chains));
        emit IChainRegistryManager.ChainAssetsReorganised(shares, CHAIN, alpen, FIRST, SECOND, 100, WHY);
        _calls(shares, CHAIN, 100);
        _has(CHAIN, alpen, 1, 900, 0, 0);
        _has(CHAIN, alpen, 2, 100, 0, 0);
        same(chains.totalSupplyOf(shares), 2_500, "total");
    }
}
