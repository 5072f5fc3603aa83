// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IAccountRegistryManager } from "../../src/interfaces/IAccountRegistryManager.sol";
import { CustodyChainId } from "../../src/types/CustodyChain.sol";
import { RegistryId, RegistryState } from "../../src/types/Registry.sol";
import { ChainFixture } from "./ChainFixture.sol";

/// @title What every call that changes a position over a chain has in common.
abstract contract ChainCallBehavior is ChainFixture {
    bool internal worksWhileExporting;

    /// @dev Who may make the call.
    function _by() internal view virtual returns (address);

    /// @dev The one call that the test is about. With 100 of the shares over _over() it succeeds.
    function _call(RegistryId registryId, CustodyChainId custodyChainId, uint256 quantity) internal virtual;

    function _over() internal pure virtual returns (CustodyChainId) {
        return CHAIN;
    }

    function _calls(RegistryId registryId, CustodyChainId custodyChainId, uint256 quantity) internal {
        vm.prank(_by());
        _call(registryId, custodyChainId, quantity);
    }

    function _refusesTo(address by, bytes memory err) internal {
        vm.prank(by);
        refuses(err);
        _call(shares, _over(), 100);
    }

    function test_P36_RevertWhen_TheRegistryIsSuspended() external {
        _suspend();
        _refusesTo(_by(), _notRegistered(shares, RegistryState.SUSPENDED));
    }

    function test_P37_RevertWhen_TheRegistryIsImporting() external {
        CustodyChainId coming = CustodyChainId.wrap("coming");
        RegistryId importing = _importing(coming, _by() == meridian ? meridian : agent);
        vm.prank(_by());
        refuses(_notRegistered(importing, RegistryState.IMPORTING));
        _call(importing, coming, 100);
    }

    function test_P37_OnlyWhatEndsThingsWorksWhileExporting() external {
        _export();
        if (!worksWhileExporting) {
            _refusesTo(_by(), _notRegistered(shares, RegistryState.EXPORTING));
        } else {
            _calls(shares, _over(), 100);
            _balanced();
        }
    }

    function test_RevertWhen_TheChainIsUnknownOrOfAnotherRegistry() external {
        vm.prank(_by());
        refuses(_chainUnknown(shares, UNKNOWN));
        _call(shares, UNKNOWN, 100);
        vm.prank(_by());
        refuses(_chainUnknown(shares, FOREIGN));
        _call(shares, FOREIGN, 100);
    }

    function test_P06_RevertWhen_TheQuantityIsNothingOrTooMuch() external {
        uint256[2] memory wrong = [0, uint256(type(uint128).max) + 1];
        for (uint256 i; i < 2; ++i) {
            vm.prank(_by());
            refuses(abi.encodeWithSelector(IAccountRegistryManager.QuantityInvalid.selector, wrong[i]));
            _call(shares, _over(), wrong[i]);
        }
    }

    function test_P09_TheTotalsStayTheSumOfTheBalances(uint256 quantity) external {
        _calls(shares, _over(), 1 + quantity % 100);
        _balanced();
    }

    function test_P36_UnsuspendedItWorksAgainOnWhatWasThereBefore() external {
        (uint256 balance, uint256 earmarked, uint256 marked) = chains.positionOf(_over(), account(alpen, 1));
        _suspend();
        vm.prank(meridian);
        chains.unsuspendRegistry(shares, WHY);
        _has(_over(), alpen, 1, balance, earmarked, marked);
        _calls(shares, _over(), 100);
    }
}
